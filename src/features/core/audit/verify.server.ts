import type { Db } from '#db/connection.server.ts'
import { hashOf } from './chain.server.ts'
import {
  countUnsealed,
  headOf,
  lastCheckpoint,
  type Sealed,
  sealedAfter,
  sealedUntil,
} from './chain.sql.ts'
import { isSignedHead, type KeptHeads } from './heads.server.ts'

export const faults = {
  changed: 'differs from its hash: it was changed, or took the place of another',
  missing: 'was deleted',
  added: 'stands before the first row of the log: somebody put it there',
  unlinked: 'does not continue the row before it',
  cut: 'was cut off from the end',
  rewritten: 'is not the row whose hash was written outside of the database',
  checkpoint:
    'is where the log was cut, but the checkpoint’s signature is not ours, or was made before SESSION_SECRET was changed',
  forgedHead: 'of the heads that were kept outside has a wrong signature',
} as const
type Fault = keyof typeof faults
/** `from` to `to`: numbers in the chain. */
export type ChainFinding = { fault: Fault; from: number; to: number }

export type Verified = {
  /** Rows in the chain, the first and the last number; rows that are not sealed yet. */
  rows: number
  first: number
  head: Sealed
  unsealed: number
  /**
   * How many heads from outside were compared, and how many could not be, since another secret
   * signed them.
   */
  compared: number
  otherKey: number
  findings: ChainFinding[]
}

const PAGE = 1000

/** Reads the whole chain, from the last checkpoint on. */
export async function verifyChain(
  db: Db,
  kept: KeptHeads | null,
  sessionSecret: string,
): Promise<Verified> {
  const findings: ChainFinding[] = []
  const note = (fault: Fault, from: number, to = from) => findings.push({ fault, from, to })
  const head = await headOf(db)
  const checkpoint = await lastCheckpoint(db)
  if (checkpoint && !isSignedHead(checkpoint, checkpoint.signature, sessionSecret))
    note('checkpoint', checkpoint.seq)
  const start: Sealed = checkpoint ?? { seq: 0, hash: '0'.repeat(64) }
  const outside = new Map(kept?.heads.map((one) => [one.seq, one.hash]))
  let compared = 0
  const compare = ({ seq, hash }: Sealed) => {
    const expected = outside.get(seq)
    if (expected === undefined) return
    compared += 1
    if (expected !== hash) note('rewritten', seq)
  }
  for (const seq of await sealedUntil(db, start.seq, PAGE)) note('added', seq)
  compare(start)
  let before: Sealed & { id: number } = { ...start, id: Number.MAX_SAFE_INTEGER }
  let rows = 0
  for (
    let page = await sealedAfter(db, before, PAGE);
    page.length > 0;
    page = await sealedAfter(db, before, PAGE)
  ) {
    for (const row of page) {
      rows += 1
      if (row.seq > before.seq + 1) note('missing', before.seq + 1, row.seq - 1)
      else if (row.prevHash !== before.hash) note('unlinked', row.seq)
      if (row.hash !== hashOf(row.prevHash, row.seq, row)) note('changed', row.seq)
      compare(row)
      before = row
    }
  }
  const newest = Math.max(head.seq, ...(kept?.heads.map(({ seq }) => seq) ?? []))
  if (newest > before.seq) note('cut', before.seq + 1, newest)
  else if (before.seq === head.seq && before.hash !== head.hash) note('unlinked', head.seq)
  for (let count = 1; count <= (kept?.forged ?? 0); count += 1) note('forgedHead', count)
  return {
    rows,
    first: start.seq + 1,
    head: { seq: before.seq, hash: before.hash },
    unsealed: await countUnsealed(db),
    compared,
    otherKey: kept?.otherKey ?? 0,
    findings,
  }
}
