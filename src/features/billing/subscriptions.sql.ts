import { sql } from 'kysely'
import type { Db, Trx } from '../../db/connection.server.ts'
import { reminderOf } from './ending/reminders.ts'
import type { Order } from './orders.sql.ts'

/** A paid period: `at` is the moment of the charge. */
type Period = { from: Date; until: Date; at: Date; amount: number; payment: string; days: number }
const PROVIDER = 'gateway'

/** The first period inserts the row, unless the cancellation arrived before it. */
export async function extendSubscription(trx: Trx, order: Order, reference: string, { from, until, at, amount, payment, days }: Period): Promise<void> {
  const charge = { paid_until: until, period_from: from, charged_at: at, charged_amount: amount, charged_reference: payment, order_id: order.id }
  const row = await trx
    .insertInto('subscriptions')
    .values({
      account_id: order.accountId,
      brand: order.brand,
      provider: PROVIDER,
      provider_reference: reference,
      plan: order.keyword,
      started_at: from,
      ...charge,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'provider_reference']).doUpdateSet(charge))
    .returning(['id', 'started_at as startedAt', 'reminded_at as remindedAt'])
    .executeTakeFirstOrThrow()
  const remindAt = reminderOf({ isTrial: amount === 0, days, since: row.remindedAt ?? row.startedAt, until })
  await trx.updateTable('subscriptions').set({ remind_at: remindAt }).where('id', '=', row.id).execute()
}

export type Renewing = { id: number; chargedAt: Date | null; chargedAmount: number | null; isOver: boolean }

export function subscriptionCalled(trx: Trx, reference: string): Promise<Renewing | undefined> {
  return trx
    .selectFrom('subscriptions')
    .select(['id', 'charged_at as chargedAt', 'charged_amount as chargedAmount'])
    .select(sql<boolean>`(cancelled_at is not null or ended_at is not null)`.as('isOver'))
    .where('provider', '=', PROVIDER)
    .where('provider_reference', '=', reference)
    .executeTakeFirst()
}

export async function isOfOtherAccount(trx: Trx, reference: string, accountId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('subscriptions')
    .select('id')
    .where('provider', '=', PROVIDER)
    .where('provider_reference', '=', reference)
    .where('account_id', '!=', accountId)
    .executeTakeFirst()
  return row !== undefined
}

export type Subscription = {
  brand: string
  plan: string
  startedAt: Date
  paidUntil: Date
  cancelledAt: Date | null
  endedAt: Date | null
}

export function subscriptionsOf(db: Db, accountId: number): Promise<Subscription[]> {
  return db
    .selectFrom('subscriptions')
    .select(['brand', 'plan', 'started_at as startedAt', 'paid_until as paidUntil', 'cancelled_at as cancelledAt', 'ended_at as endedAt'])
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .execute()
}

export async function cancelSubscription(trx: Trx, order: Order, reference: string, at: Date): Promise<void> {
  await trx
    .insertInto('subscriptions')
    .values({
      account_id: order.accountId,
      brand: order.brand,
      provider: PROVIDER,
      provider_reference: reference,
      plan: order.keyword,
      started_at: at,
      paid_until: at,
      cancelled_at: at,
      order_id: order.id,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'provider_reference']).doUpdateSet({ cancelled_at: at }))
    .execute()
}

export async function endSubscription(trx: Trx, reference: string, at: Date): Promise<number> {
  const found = await trx
    .selectFrom('subscriptions')
    .select(['id', 'started_at as from', 'paid_until as until'])
    .where('provider', '=', PROVIDER)
    .where('provider_reference', '=', reference)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (!found) return 0
  await trx.updateTable('subscriptions').set({ ended_at: at, paid_until: at }).where('id', '=', found.id).execute()
  return Math.max(0, found.until.getTime() - Math.max(at.getTime(), found.from.getTime()))
}
