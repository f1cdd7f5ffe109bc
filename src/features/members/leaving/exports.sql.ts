import { sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'
import { deleteSome } from '#db/delete-some.server.ts'
import { later, MINUTE } from '#lib/clock.ts'

/** After this long without progress, another process begins the export again. */
const LEASE = 2 * MINUTE

export type Export = { id: number; accountId: number; brand: string; tries: number }
export type ExportRow = {
  id: number
  sessionId: number | null
  done: number
  total: number
  bytes: number
  askedAt: Date
  readyAt: Date | null
  failedAt: Date | null
}

/** Inserts an export unless one is running; of concurrent calls, one returns true. */
export async function insertExport(
  db: Db,
  { accountId, brand, at }: { accountId: number; brand: string; at: Date },
): Promise<boolean> {
  const made = await db
    .insertInto('exports')
    .values({
      account_id: accountId,
      brand,
      asked_at: at,
      session_id: null,
      claimed_until: null,
      ready_at: null,
      failed_at: null,
    })
    .onConflict((conflict) =>
      conflict
        .column('account_id')
        .where('ready_at', 'is', null)
        .where('failed_at', 'is', null)
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

export async function newestExport(db: Db, accountId: number): Promise<ExportRow | undefined> {
  return db
    .selectFrom('exports')
    .select([
      'id',
      'session_id as sessionId',
      'done',
      'total',
      'bytes',
      'asked_at as askedAt',
      'ready_at as readyAt',
      'failed_at as failedAt',
    ])
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/**
 * Claims the oldest export that nobody works on, and removes what an earlier try has written of it.
 */
export async function claimExport(db: Db, at: Date): Promise<Export | undefined> {
  const claimed = await db
    .updateTable('exports')
    .set((eb) => ({ claimed_until: later(at, LEASE), tries: eb('tries', '+', 1), done: 0 }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('exports')
        .select('id')
        .where('ready_at', 'is', null)
        .where('failed_at', 'is', null)
        .where((or) => or.or([or('claimed_until', 'is', null), or('claimed_until', '<=', at)]))
        .orderBy('asked_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'account_id as accountId', 'brand', 'tries'])
    .executeTakeFirst()
  if (claimed) await db.deleteFrom('export_parts').where('export_id', '=', claimed.id).execute()
  return claimed
}

export async function noteProgress(
  db: Db,
  id: number,
  progress: { done: number; total: number; at: Date },
): Promise<void> {
  const { done, total, at } = progress
  await db
    .updateTable('exports')
    .set({ done, total, claimed_until: later(at, LEASE) })
    .where('id', '=', id)
    .execute()
}

export async function addPart(db: Db, id: number, part: number, bytes: Uint8Array): Promise<void> {
  await db.insertInto('export_parts').values({ export_id: id, part, bytes }).execute()
}

/** Gives the claim back, so that the next process need not wait for its end. */
export async function releaseExport(db: Db, id: number): Promise<void> {
  await db
    .updateTable('exports')
    .set((eb) => ({ claimed_until: null, tries: eb('tries', '-', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function markReady(trx: Trx, id: number, bytes: number, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('exports')
    .set((eb) => ({ ready_at: at, bytes, claimed_until: null, done: eb.ref('total') }))
    .where('id', '=', id)
    .where('ready_at', 'is', null)
    .where('failed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function markFailed(db: Db, id: number, at: Date): Promise<void> {
  await db
    .updateTable('exports')
    .set({ failed_at: at, claimed_until: null })
    .where('id', '=', id)
    .where('ready_at', 'is', null)
    .execute()
  await db.deleteFrom('export_parts').where('export_id', '=', id).execute()
}

/** Only this session is given the newest copy's address. */
export async function giveExportTo(
  db: Db,
  { id: accountId, sessionId }: { id: number; sessionId: number },
): Promise<void> {
  await db
    .updateTable('exports')
    .set({ session_id: sessionId })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('exports')
        .select((max) => max.fn.max('id').as('id'))
        .where('account_id', '=', accountId),
    )
    .execute()
}

/**
 * A finished export that this session has asked for; undefined if it is another's, or was removed.
 */
export async function readyExport(
  db: Db,
  id: number,
  member: { id: number; sessionId: number },
): Promise<{ bytes: number; readyAt: Date } | undefined> {
  return db
    .selectFrom('exports')
    .select(['bytes', sql<Date>`ready_at`.as('readyAt')])
    .where('id', '=', id)
    .where('account_id', '=', member.id)
    .where('session_id', '=', member.sessionId)
    .where('ready_at', 'is not', null)
    .executeTakeFirst()
}

export async function readPart(db: Db, id: number, part: number): Promise<Uint8Array | null> {
  const row = await db
    .selectFrom('export_parts')
    .select('bytes')
    .where('export_id', '=', id)
    .where('part', '=', part)
    .executeTakeFirst()
  return row?.bytes ?? null
}

/** The part that has a byte of the file, and the number of bytes before it. */
export async function partWith(
  db: Db,
  id: number,
  byte: number,
): Promise<{ part: number; before: number }> {
  if (byte === 0) return { part: 0, before: 0 }
  const sizes = await db
    .selectFrom('export_parts')
    .select(['part', sql<number>`octet_length(bytes)`.as('size')])
    .where('export_id', '=', id)
    .orderBy('part')
    .execute()
  let before = 0
  for (const { part, size } of sizes) {
    if (before + size > byte) return { part, before }
    before += size
  }
  return { part: sizes.length, before }
}

/** Deletes exports that ended before, with their files. */
export function sweepExports(db: Db, before: Date, most: number): Promise<number> {
  return deleteSome(db, 'exports', sql`coalesce(ready_at, failed_at)`, before, most)
}
