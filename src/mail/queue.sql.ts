import { type Selectable, sql } from 'kysely'
import type { Db, Trx } from '../db/connection.server.ts'
import { deleteSome } from '../db/delete-some.server.ts'
import type { Database } from '../db/schema.ts'
import { later, MINUTE } from '../lib/clock.ts'

export type QueuedMail = Selectable<Database['mails']>

/** Much longer than a try's timeout: an expired claim means that its process has ended. */
const CLAIM_LIFETIME = 5 * MINUTE

/** Claims up to `most` due mails, so that no other worker sends them at the same time. */
export async function claimDue(db: Db, most: number, at: Date): Promise<QueuedMail[]> {
  return db
    .updateTable('mails')
    .set((eb) => ({ claimed_until: later(at, CLAIM_LIFETIME), tries: eb('tries', '+', 1) }))
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('mails')
        .select('id')
        .where('sent_at', 'is', null)
        .where('failed_at', 'is', null)
        .where('next_try_at', '<=', at)
        .where((or) => or.or([or('claimed_until', 'is', null), or('claimed_until', '<=', at)]))
        .orderBy('next_try_at')
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute()
}

/** Deletes the content of a sent mail for privacy; the row stays until it is swept. */
export async function markSent(db: Db, id: number, at: Date): Promise<void> {
  await db
    .updateTable('mails')
    .set({
      sent_at: at,
      claimed_until: null,
      last_error: null,
      text_body: '',
      html_body: '',
      pictures: '[]',
    })
    .where('id', '=', id)
    .execute()
}

export async function markForLater(
  db: Db,
  id: number,
  nextTryAt: Date,
  error: string,
): Promise<void> {
  await db
    .updateTable('mails')
    .set({ next_try_at: nextTryAt, claimed_until: null, last_error: error })
    .where('id', '=', id)
    .execute()
}

export async function markDead(db: Db, id: number, at: Date, error: string): Promise<void> {
  await db
    .updateTable('mails')
    .set({
      failed_at: at,
      claimed_until: null,
      last_error: error,
      text_body: '',
      html_body: '',
      pictures: '[]',
    })
    .where('id', '=', id)
    .execute()
}

const MOST_COUNTED = 10_000

/** How many mails wait, of the first ten thousand, and when the first of them is due. */
export async function waitingMails(db: Db): Promise<{ waiting: number; dueAt: Date | null }> {
  const unsent = sql`from mails where sent_at is null and failed_at is null order by next_try_at`
  const { rows } = await sql<{ waiting: number; dueAt: Date | null }>`
    select (select count(*)::int from (select ${unsent} limit ${sql.lit(MOST_COUNTED)}) counted) as waiting,
      (select next_try_at ${unsent} limit 1) as "dueAt"`.execute(db)
  return rows[0] ?? { waiting: 0, dueAt: null }
}

export function sweepMails(db: Db, before: Date, most: number): Promise<number> {
  return deleteSome(db, 'mails', sql`coalesce(sent_at, failed_at)`, before, most)
}

/** Mails of these kinds that were queued before a time and are not sent yet. */
export async function unsentMails(
  db: Db | Trx,
  kinds: readonly string[],
  before: Date,
  most: number,
): Promise<Array<{ id: number; accountId: number | null; queuedAt: Date }>> {
  return db
    .selectFrom('mails')
    .select(['id', 'account_id as accountId', 'queued_at as queuedAt'])
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('kind', 'in', kinds)
    .where('queued_at', '<=', before)
    .orderBy('next_try_at')
    .limit(sql.lit(most))
    .execute()
}
