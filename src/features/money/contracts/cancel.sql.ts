import { sql } from 'kysely'
import { countOf } from '#core/figures/counting.sql.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import { DAY, later, MINUTE } from '#lib/clock.ts'

const RETRY_INTERVAL = 5 * MINUTE
const LATE_RENEWAL = 30 * DAY

export type Cancellation = { id: number; brand: string; reference: string }

/**
 * Subscriptions that were neither cancelled nor ended; the renewal of one that is over may still
 * come.
 */
export function openSubscriptions(
  db: Db | Trx,
  accountId: number,
  at: Date,
): Promise<
  Array<{ id: number; order: number | null; brand: string; plan: string; paidUntil: Date }>
> {
  return db
    .selectFrom('subscriptions')
    .select(['id', 'order_id as order', 'brand', 'plan', 'paid_until as paidUntil'])
    .where('account_id', '=', accountId)
    .where('cancelled_at', 'is', null)
    .where('ended_at', 'is', null)
    .where('paid_until', '>', later(at, -LATE_RENEWAL))
    .orderBy('id')
    .execute()
}

/** Which of them were not cancelled before, also meanwhile. */
export async function askToCancel(trx: Trx, ids: readonly number[], at: Date): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await trx
    .updateTable('subscriptions')
    .set({ cancelled_at: at, cancel_asked_at: at })
    .where('id', 'in', ids)
    .where('cancelled_at', 'is', null)
    .returning(['id', 'account_id', 'brand'])
    .execute()
  for (const row of rows)
    await countOf(trx, row.account_id, { measure: 'cancelled', brand: row.brand, at })
  return rows.map(({ id }) => id)
}

/** Claims the oldest cancellation that the gateway has not confirmed. */
export async function claimCancellation(db: Db, at: Date): Promise<Cancellation | undefined> {
  return db
    .updateTable('subscriptions')
    .set({ cancel_tried_at: at })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('subscriptions')
        .select('id')
        .where('cancel_asked_at', 'is not', null)
        .where('cancel_confirmed_at', 'is', null)
        .where((or) =>
          or.or([
            or('cancel_tried_at', 'is', null),
            or('cancel_tried_at', '<=', later(at, -RETRY_INTERVAL)),
          ]),
        )
        .orderBy('cancel_asked_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'brand', 'provider_reference as reference'])
    .executeTakeFirst()
}

export async function markConfirmed(db: Db, id: number, at: Date): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({ cancel_confirmed_at: at })
    .where('id', '=', id)
    .execute()
}

/** Of a subscription that the processor may still renew; false if it was asked before. */
export async function askProcessor(trx: Trx, id: number, at: Date): Promise<boolean> {
  const asked = await trx
    .updateTable('subscriptions')
    .set({ cancelled_at: sql`coalesce(cancelled_at, ${at}::timestamptz)`, cancel_asked_at: at })
    .where('id', '=', id)
    .where('cancel_asked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return asked !== undefined
}
