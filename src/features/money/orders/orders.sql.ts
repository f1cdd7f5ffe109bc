import { sql } from 'kysely'
import type { Scope } from '#api/member.server.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import { DAY, HOUR, later } from '#lib/clock.ts'
import type { OrderState } from '../checkout/orders.contract.ts'
import { isTrial, type Product } from '../prices/offers.ts'
import { providerOf } from './providers.ts'

export type Order = {
  id: number
  accountId: number
  brand: string
  keyword: string
  amount: number
  currency: string
  paidAt: Date | null
  /** Of the payment that it was paid with. */
  paymentReference: string | null
  failedAt: Date | null
  refundedAt: Date | null
  chargedBackAt: Date | null
  withdrawnAt: Date | null
  isTrial: boolean
  renewalAmount: number
  promoCode: string | null
}

const columns = [
  'id',
  'account_id as accountId',
  'brand',
  'keyword',
  'amount',
  'currency',
  'paid_at as paidAt',
  'gateway_reference as paymentReference',
  'failed_at as failedAt',
  'refunded_at as refundedAt',
  'charged_back_at as chargedBackAt',
  'withdrawn_at as withdrawnAt',
  'is_trial as isTrial',
  sql<number>`coalesce(renewal_amount, amount)`.as('renewalAmount'),
  'promo_code as promoCode',
] as const

export async function insertOrder(
  trx: Trx,
  { brand, member, at }: Scope,
  product: Product,
  promoCode: string | null,
): Promise<number> {
  const { keyword, price, gives } = product
  const renewal = gives.kind === 'premium' ? (gives.then?.amount ?? null) : null
  const order = {
    account_id: member.id,
    brand: brand.id,
    keyword,
    amount: price.amount,
    currency: price.currency,
    renewal_amount: renewal,
    created_at: at,
  }
  const { id } = await trx
    .insertInto('orders')
    .values({ ...order, is_trial: isTrial(product), promo_code: promoCode })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * The newest order of the same product at the same price by the same code that nobody has paid,
 * made since then.
 */
export async function openOrder(
  trx: Trx,
  { brand, member }: Scope,
  { product, promoCode }: { product: Product; promoCode: string | null },
  since: Date,
): Promise<number | null> {
  const { keyword, price, gives } = product
  const renewal = gives.kind === 'premium' ? (gives.then?.amount ?? null) : null
  const row = await trx
    .selectFrom('orders')
    .select('id')
    .where('account_id', '=', member.id)
    .where('brand', '=', brand.id)
    .where('keyword', '=', keyword)
    .where('amount', '=', price.amount)
    .where('currency', '=', price.currency)
    .where('renewal_amount', 'is not distinct from', renewal)
    .where('promo_code', 'is not distinct from', promoCode)
    .where('paid_at', 'is', null)
    .where('refunded_at', 'is', null)
    .where('charged_back_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('created_at', '>', since)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

export async function hasUsedCode(
  db: Db | Trx,
  accountId: number,
  promoCode: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('orders')
    .select('id')
    .where('account_id', '=', accountId)
    .where('promo_code', '=', promoCode)
    .where('paid_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The one order of a free trial of an account, whatever came of it. */
export function trialOrder(
  trx: Db | Trx,
  accountId: number,
): Promise<{ id: number; brand: string; paidAt: Date | null } | undefined> {
  return trx
    .selectFrom('orders')
    .select(['id', 'brand', 'paid_at as paidAt'])
    .where('account_id', '=', accountId)
    .where('is_trial', '=', sql.lit(true))
    .executeTakeFirst()
}

export function ownOrder(
  db: Db | Trx,
  { brand, member }: Scope,
  id: number,
): Promise<Order | undefined> {
  return db
    .selectFrom('orders')
    .select(columns)
    .where('id', '=', id)
    .where('account_id', '=', member.id)
    .where('brand', '=', brand.id)
    .executeTakeFirst()
}

/** Who comes back from a page where it could be paid has made it within these hours. */
const RETURNS_WITHIN = 6 * HOUR

export function lastOwnOrder(db: Db, { brand, member, at }: Scope): Promise<Order | undefined> {
  return db
    .selectFrom('orders')
    .select(columns)
    .where('account_id', '=', member.id)
    .where('brand', '=', brand.id)
    .where('created_at', '>', later(at, -RETURNS_WITHIN))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export function lastOrders(
  db: Db,
  accountId: number,
  most: number,
): Promise<Array<Order & { createdAt: Date }>> {
  return db
    .selectFrom('orders')
    .select([...columns, 'created_at as createdAt'])
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
}

export async function lastPaidKeyword(db: Db, { brand, member }: Scope): Promise<string | null> {
  const row = await db
    .selectFrom('orders')
    .select('keyword')
    .where('account_id', '=', member.id)
    .where('brand', '=', brand.id)
    .where('paid_at', 'is not', null)
    .orderBy('paid_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.keyword ?? null
}

/** Locks the order, so that concurrent webhook events for it are processed one at a time. */
export function lockOrder(trx: Trx, id: number): Promise<Order | undefined> {
  return trx
    .selectFrom('orders')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/**
 * Locks the gateway's ids of a payment until the transaction ends, in sorted order to avoid
 * deadlocks.
 */
export async function lockGatewayIds(trx: Trx, names: readonly string[]): Promise<void> {
  for (const name of [...new Set(names)].toSorted())
    await sql`select pg_advisory_xact_lock(hashtextextended(${`gateway:${name}`}, 0))`.execute(trx)
}

export async function isOfOtherOrder(
  trx: Trx,
  gatewayReference: string,
  id: number,
): Promise<boolean> {
  const row = await trx
    .selectFrom('payments')
    .select('id')
    .where('reference', '=', gatewayReference)
    .where('order_id', '!=', id)
    .executeTakeFirst()
  return row !== undefined
}

export async function markPaid(
  trx: Trx,
  id: number,
  gatewayReference: string,
  at: Date,
): Promise<void> {
  const compareAt = providerOf(gatewayReference) === 'gateway' ? null : later(at, DAY)
  await trx
    .updateTable('orders')
    .set({ paid_at: at, gateway_reference: gatewayReference, compare_at: compareAt })
    .where('id', '=', id)
    .execute()
}

export async function markFailed(trx: Trx, id: number, at: Date): Promise<void> {
  await trx
    .updateTable('orders')
    .set({ failed_at: sql`coalesce(failed_at, ${at}::timestamptz)` })
    .where('id', '=', id)
    .execute()
}

export async function markChargedBack(trx: Trx, id: number, at: Date): Promise<void> {
  await trx
    .updateTable('orders')
    .set({ charged_back_at: at })
    .where('id', '=', id)
    .where('charged_back_at', 'is', null)
    .execute()
}

export async function setRenewalAmount(trx: Trx, id: number, amount: number): Promise<void> {
  await trx.updateTable('orders').set({ renewal_amount: amount }).where('id', '=', id).execute()
}

export async function brandOfOrder(db: Db, id: number): Promise<string | null> {
  const row = await db.selectFrom('orders').select('brand').where('id', '=', id).executeTakeFirst()
  return row?.brand ?? null
}

export async function isPaidBy(db: Db, id: number, gatewayReference: string): Promise<boolean> {
  const row = await db
    .selectFrom('orders')
    .select('id')
    .where('id', '=', id)
    .where('gateway_reference', '=', gatewayReference)
    .executeTakeFirst()
  return row !== undefined
}

export async function markRefunded(trx: Trx, id: number, at: Date): Promise<void> {
  await trx.updateTable('orders').set({ refunded_at: at }).where('id', '=', id).execute()
}

/** A successful payment may follow a declined card, therefore paid takes precedence over failed. */
export function orderStateOf({ paidAt, failedAt, refundedAt, chargedBackAt }: Order): OrderState {
  if (chargedBackAt) return 'chargedBack'
  if (refundedAt) return 'refunded'
  if (paidAt) return 'paid'
  return failedAt ? 'failed' : 'open'
}
