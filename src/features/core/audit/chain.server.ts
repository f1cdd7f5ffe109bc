import { createHash } from 'node:crypto'
import type { Services } from '#api/services.server.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import { dropMonth, inShortTries, type Month, monthsOf, monthStart } from '#db/months.server.ts'
import { inBatches, type Job } from '#jobs/worker.server.ts'
import { SECOND } from '#lib/clock.ts'
import {
  anyUnsealed,
  type Checkpoint,
  type Content,
  deleteSealed,
  headToMove,
  lastOfMonth,
  lastToCut,
  noteCheckpoint,
  seal,
  type Sealed,
  unsealedRows,
} from './chain.sql.ts'
import { signatureOfHead } from './heads.server.ts'

export function hashOf(
  prevHash: string,
  seq: number,
  { id, at, actor, action, subject, brand, details }: Content,
): string {
  const canonical = JSON.stringify({ action, actor, at, brand, details, id, seq, subject })
  return createHash('sha256').update(`${prevHash}\n${canonical}`).digest('hex')
}

/**
 * Seals what is committed, one transaction at a time, in the order of commits; returns how many
 * rows. Under a lock in each act, all acts would wait for each other's disk writes
 * (tests/bench/audit.bench.ts).
 */
export async function sealSome(db: Db, most: number): Promise<number> {
  if (!(await anyUnsealed(db))) return 0
  return db.transaction().execute(async (trx) => {
    const start = await headToMove(trx)
    if (!start) return 0
    const rows = await unsealedRows(trx, most)
    if (rows.length === 0) return 0
    let head = start
    const sealed: Array<Sealed & { id: number; at: string; prevHash: string }> = []
    for (const row of rows) {
      const next: Sealed = { seq: head.seq + 1, hash: hashOf(head.hash, head.seq + 1, row) }
      sealed.push({ id: row.id, at: row.at, ...next, prevHash: head.hash })
      head = next
    }
    await seal(trx, sealed, head)
    return rows.length
  })
}

export const auditSealJob: Job = {
  name: 'auditSeal',
  period: SECOND,
  start: ({ db }) => ({ run: (stopping) => inBatches(stopping, (most) => sealSome(db, most)) }),
}

type Signing = Pick<Services, 'clock' | 'settings'>

/**
 * Deletes what is older than the month of `before`: whole months, else up to `most` rows. Each
 * leaves a signed checkpoint, from which the rest can be verified.
 */
export async function sweepLog(
  db: Db,
  before: Date,
  most: number,
  services: Signing,
): Promise<number> {
  await sealSome(db, most)
  const start = monthStart(before)
  const oldest = (await monthsOf(db, 'audit_log')).find(({ until }) => until <= start)
  const dropped =
    oldest === undefined
      ? false
      : await inShortTries(db, (trx) => cutMonth(trx, oldest, start, services))
  // Somebody reads the month: tomorrow will do.
  if (dropped === null) return 0
  return dropped ? most : cutSome(db, start, most, services)
}

async function cutMonth(trx: Trx, month: Month, before: Date, services: Signing): Promise<boolean> {
  const { from, until } = month
  if (!(await headToMove(trx))) return false
  const last = await lastOfMonth(trx, { from, until }, before)
  if (last === undefined) return false
  if (last !== null) {
    await noteCheckpoint(trx, signed(last, services))
    // What was sealed before it, and is of the first moments of the next month.
    await deleteSealed(trx, last.seq, { from: until, before })
  }
  await dropMonth(trx, month)
  return true
}

async function cutSome(db: Db, before: Date, most: number, services: Signing): Promise<number> {
  return db.transaction().execute(async (trx) => {
    if (!(await headToMove(trx))) return 0
    const last = await lastToCut(trx, before, most)
    if (last === null) return 0
    const { count, seq, hash } = last
    await noteCheckpoint(trx, signed({ seq, hash }, services))
    await deleteSealed(trx, seq, { from: null, before })
    return count
  })
}

function signed({ seq, hash }: Sealed, { clock, settings }: Signing): Checkpoint {
  const at = clock.now()
  return { seq, hash, at, signature: signatureOfHead({ seq, hash, at }, settings.sessionSecret) }
}
