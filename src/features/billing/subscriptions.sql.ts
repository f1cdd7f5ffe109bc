import type { Db, Trx } from '../../db/connection.server.ts'
import type { Order } from './orders.sql.ts'

type Period = { from: Date; until: Date }
const PROVIDER = 'gateway'

/** The first period inserts the row, unless the cancellation arrived before it. */
export async function extendSubscription(trx: Trx, order: Order, reference: string, { from, until }: Period): Promise<void> {
  await trx
    .insertInto('subscriptions')
    .values({
      account_id: order.accountId,
      brand: order.brand,
      provider: PROVIDER,
      provider_reference: reference,
      plan: order.keyword,
      started_at: from,
      paid_until: until,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'provider_reference']).doUpdateSet({ paid_until: until }))
    .execute()
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
