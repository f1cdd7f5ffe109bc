import { type ExpressionBuilder, sql } from 'kysely'
import type { Scope } from '#api/member.server.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import type { Database } from '#db/schema.ts'
import { SECOND } from '#lib/clock.ts'
import type { Order } from '../orders/orders.sql.ts'
import { providerOf } from '../orders/providers.ts'
import { reminderOf } from './ending/reminders.ts'

const isCalled = (reference: string) => (where: ExpressionBuilder<Database, 'subscriptions'>) =>
  where.and([
    where('provider', '=', providerOf(reference)),
    where('provider_reference', '=', reference),
  ])

type Period = { from: Date; until: Date; amount: number; days: number }

/** The first period inserts the row, unless the cancellation arrived before it. */
export async function extendSubscription(
  trx: Trx,
  order: Order,
  reference: string,
  { from, until, amount, days }: Period,
): Promise<{ id: number; endOn: string | null }> {
  const charge = { paid_until: until, period_from: from, order_id: order.id }
  const row = await trx
    .insertInto('subscriptions')
    .values({
      account_id: order.accountId,
      brand: order.brand,
      provider: providerOf(reference),
      provider_reference: reference,
      plan: order.keyword,
      started_at: from,
      ...charge,
    })
    .onConflict((conflict) =>
      conflict.columns(['provider', 'provider_reference']).doUpdateSet(charge),
    )
    .returning(['id', 'started_at as startedAt', 'reminded_at as remindedAt', 'end_on as endOn'])
    .executeTakeFirstOrThrow()
  const remindAt = reminderOf({
    isTrial: amount === 0,
    days,
    since: row.remindedAt ?? row.startedAt,
    until,
  })
  await trx
    .updateTable('subscriptions')
    .set({ remind_at: remindAt })
    .where('id', '=', row.id)
    .execute()
  return { id: row.id, endOn: row.endOn }
}

/** It renews until that day; each renewal looks whether it is the last. */
export async function endOnDay(trx: Trx, id: number, day: string): Promise<void> {
  await trx.updateTable('subscriptions').set({ end_on: day }).where('id', '=', id).execute()
}

export type Renewing = {
  id: number
  order: number | null
  /** Of its last charge. */
  chargedAt: Date | null
  chargedAmount: number | null
  isOver: boolean
}

export function subscriptionCalled(trx: Trx, reference: string): Promise<Renewing | undefined> {
  return trx
    .selectFrom('subscriptions')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('payments')
          .select(['charged_at as chargedAt', 'amount as chargedAmount'])
          .whereRef('payments.subscription_id', '=', 'subscriptions.id')
          .orderBy('payments.id', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .select([
      'subscriptions.id',
      'subscriptions.order_id as order',
      'last.chargedAt',
      'last.chargedAmount',
    ])
    .select(sql<boolean>`(cancelled_at is not null or ended_at is not null)`.as('isOver'))
    .where(isCalled(reference))
    .executeTakeFirst()
}

/** The reference of the subscription that a payment is for; null where it is for none. */
export async function subscriptionPaidBy(db: Db | Trx, payment: string): Promise<string | null> {
  const row = await db
    .selectFrom('payments')
    .innerJoin('subscriptions', 'subscriptions.id', 'payments.subscription_id')
    .select('provider_reference as reference')
    .where('payments.reference', '=', payment)
    .executeTakeFirst()
  return row?.reference ?? null
}

export async function isOfOtherAccount(
  trx: Trx,
  reference: string,
  accountId: number,
): Promise<boolean> {
  const row = await trx
    .selectFrom('subscriptions')
    .select('id')
    .where(isCalled(reference))
    .where('account_id', '!=', accountId)
    .executeTakeFirst()
  return row !== undefined
}

/** By which the gateway knows a member's last subscription on a brand; null before it gave one. */
export async function gatewayNumberOf(
  db: Db,
  { brand, member }: Pick<Scope, 'brand' | 'member'>,
): Promise<string | null> {
  const row = await db
    .selectFrom('subscriptions')
    .select('provider_reference as reference')
    .where('account_id', '=', member.id)
    .where('brand', '=', brand.id)
    .where('provider', '=', 'gateway')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.reference ?? null
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
    .select([
      'brand',
      'plan',
      'started_at as startedAt',
      'paid_until as paidUntil',
      'cancelled_at as cancelledAt',
      'ended_at as endedAt',
    ])
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .execute()
}

/**
 * Inserts the row where it is cancelled before its first payment is known; `id` null: it belongs to
 * no contract.
 */
export async function cancelSubscription(
  trx: Trx,
  order: Pick<Order, 'accountId' | 'brand' | 'keyword'> & { id: number | null },
  reference: string,
  at: Date,
): Promise<number> {
  const { id } = await trx
    .insertInto('subscriptions')
    .values({
      account_id: order.accountId,
      brand: order.brand,
      provider: providerOf(reference),
      provider_reference: reference,
      plan: order.keyword,
      started_at: at,
      paid_until: at,
      cancelled_at: at,
      order_id: order.id,
    })
    .onConflict((conflict) =>
      conflict.columns(['provider', 'provider_reference']).doUpdateSet({ cancelled_at: at }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The processor renews it no more; what is paid for stays. */
export async function noteExpired(trx: Trx, id: number, at: Date): Promise<void> {
  const first = (column: string) => sql<Date>`coalesce(${sql.ref(column)}, ${at}::timestamptz)`
  await trx
    .updateTable('subscriptions')
    .set({ cancelled_at: first('cancelled_at'), cancel_confirmed_at: first('cancel_confirmed_at') })
    .where('id', '=', id)
    .execute()
}

/** Takes a cancellation back; false if there is none, or the subscription has ended. */
export async function resumeSubscription(trx: Trx, reference: string): Promise<boolean> {
  const row = await trx
    .updateTable('subscriptions')
    .set({ cancelled_at: null, cancel_asked_at: null, cancel_confirmed_at: null })
    .where(isCalled(reference))
    .where('cancelled_at', 'is not', null)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Null for one that is unknown or has ended. */
export async function paidUntilOf(trx: Trx, reference: string): Promise<Date | null> {
  const row = await trx
    .selectFrom('subscriptions')
    .select('paid_until as until')
    .where(isCalled(reference))
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row?.until ?? null
}

export async function setPaidUntil(trx: Trx, reference: string, until: Date): Promise<void> {
  await trx
    .updateTable('subscriptions')
    .set({ paid_until: until })
    .where(isCalled(reference))
    .execute()
}

/** The rest of a subscription's paid time: `unused` milliseconds that end at `until`. */
export type PaidRest = { unused: number; until: Date }

export async function endSubscription(trx: Trx, reference: string, at: Date): Promise<PaidRest> {
  const found = await trx
    .selectFrom('subscriptions')
    .select(['id', 'account_id as accountId', 'started_at as startedAt', 'paid_until as until'])
    .select(sql<Date>`coalesce(period_from, started_at)`.as('periodFrom'))
    .where(isCalled(reference))
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (!found) return { unused: 0, until: at }
  const { id, accountId, startedAt, periodFrom, until } = found
  await trx
    .updateTable('subscriptions')
    .set({ ended_at: at, paid_until: at })
    .where('id', '=', id)
    .execute()
  // Between two periods of one plan may lie another plan's, which is not this one's to take back.
  const from = (await hasOtherPlan(trx, accountId, id, at)) ? periodFrom : startedAt
  return { unused: Math.max(0, until.getTime() - Math.max(at.getTime(), from.getTime())), until }
}

async function hasOtherPlan(trx: Trx, accountId: number, id: number, at: Date): Promise<boolean> {
  const other = await trx
    .selectFrom('subscriptions')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '!=', id)
    .where('ended_at', 'is', null)
    .where('paid_until', '>', at)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/**
 * Moves the periods of other plans, which were to begin at `from` or later, so that they begin
 * earlier.
 */
export async function bringForward(
  trx: Trx,
  accountId: number,
  { from, by }: { from: Date; by: number },
): Promise<void> {
  const time = sql`${by / SECOND} * interval '1 second'`
  await trx
    .updateTable('subscriptions')
    .set({
      started_at: sql`case when started_at >= ${from} then started_at - ${time} else started_at end`,
      period_from: sql`period_from - ${time}`,
      paid_until: sql`paid_until - ${time}`,
      remind_at: sql`remind_at - ${time}`,
    })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .where('period_from', '>=', from)
    .execute()
}
