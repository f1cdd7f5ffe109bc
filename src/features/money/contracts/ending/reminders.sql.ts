import { sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'

export type DueReminder = {
  accountId: number
  brand: string
  plan: string
  order: number | null
  paidUntil: Date
  isOpen: boolean
}

/** Takes the reminder that is due longest; no other process and no later run finds it again. */
export async function takeReminder(trx: Trx, at: Date): Promise<DueReminder | undefined> {
  return trx
    .updateTable('subscriptions')
    .set({ remind_at: null, reminded_at: at })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('subscriptions')
        .select('id')
        .where('remind_at', '<=', at)
        .orderBy('remind_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning([
      'account_id as accountId',
      'brand',
      'plan',
      'order_id as order',
      'paid_until as paidUntil',
      sql<boolean>`(cancelled_at is null and ended_at is null and paid_until > ${at})`.as('isOpen'),
    ])
    .executeTakeFirst()
}

/** Reminders that were due before a moment and are not made yet. */
export async function overdueReminders(
  db: Db | Trx,
  before: Date,
  most: number,
): Promise<Array<{ id: number; dueAt: Date }>> {
  return db
    .selectFrom('subscriptions')
    .select(['id', sql<Date>`remind_at`.as('dueAt')])
    .where('remind_at', '<=', before)
    .orderBy('remind_at')
    .limit(sql.lit(most))
    .execute()
}
