import { createHash } from 'node:crypto'
import type { Services } from '../../api/services.server.ts'
import type { Db } from '../../db/connection.server.ts'
import { inBatches, type Job } from '../../jobs/worker.server.ts'
import { SECOND } from '../../lib/clock.ts'
import { anyUnsealed, type Content, cut, headToMove, lastToCut, seal, type Sealed, unsealedRows } from './chain.sql.ts'
import { signatureOfHead } from './heads.server.ts'

export function hashOf(prevHash: string, seq: number, { id, at, actor, action, subject, brand, details }: Content): string {
  const canonical = JSON.stringify({ action, actor, at, brand, details, id, seq, subject })
  return createHash('sha256').update(`${prevHash}\n${canonical}`).digest('hex')
}

/**
 * Rows are written unsealed in the transaction of their act, and sealed afterwards, by one transaction at a time. A lock
 * under which each act extended the chain itself would be held until its commit, so that all acts of all members waited
 * for each other's disk writes (tests/bench/audit.bench.ts measures both). What commits late is sealed later: the chain
 * has the order of commits, by batch. Returns how many were sealed.
 */
export async function sealSome(db: Db, most: number): Promise<number> {
  if (!(await anyUnsealed(db))) return 0
  return db.transaction().execute(async (trx) => {
    const start = await headToMove(trx)
    if (!start) return 0
    const rows = await unsealedRows(trx, most)
    if (rows.length === 0) return 0
    let head = start
    const sealed: Array<Sealed & { id: number; prevHash: string }> = []
    for (const row of rows) {
      const next: Sealed = { seq: head.seq + 1, hash: hashOf(head.hash, head.seq + 1, row) }
      sealed.push({ id: row.id, ...next, prevHash: head.hash })
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

/** Deletes up to `most` of the oldest rows and leaves a signed checkpoint, from which the rest can be verified. */
export async function cutSome(db: Db, before: Date, most: number, { clock, settings }: Pick<Services, 'clock' | 'settings'>): Promise<number> {
  await sealSome(db, most)
  return db.transaction().execute(async (trx) => {
    if (!(await headToMove(trx))) return 0
    const last = await lastToCut(trx, before, most)
    if (last === null) return 0
    const { count, seq, hash } = last
    const at = clock.now()
    await cut(trx, { seq, hash, at, signature: signatureOfHead({ seq, hash, at }, settings.sessionSecret) })
    return count
  })
}
