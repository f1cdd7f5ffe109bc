import { sql } from 'kysely'
import type { Trx } from '../db/connection.server.ts'
import { insertRows } from './insert.server.ts'
import { ledgerOf } from './ledger.ts'
import type { DemoPerson } from './people.ts'
import { hashOf } from './random.ts'
import type { Sent } from './tie-rows.server.ts'

export async function writeLedgers(
  trx: Trx,
  people: readonly DemoPerson[],
  sent: Sent,
  { now, next }: { now: Date; next: { lot: number; order: number } },
): Promise<void> {
  const all = people.flatMap((person) =>
    ledgerOf(person, sent.get(person.id) ?? [], now).map((lot) => ({
      person,
      lot,
      id: next.lot++,
      orderId: lot.order === null ? null : next.order++,
    })),
  )
  const orders = all.flatMap(({ person, lot: { order }, orderId }) =>
    order === null || orderId === null
      ? []
      : [
          {
            id: orderId,
            person,
            order,
            reference: `demo-${orderId}-${hashOf(person.username).toString(36)}`,
          },
        ],
  )
  await insertRows(
    trx,
    'orders',
    {
      id: 'bigint',
      account_id: 'bigint',
      brand: 'text',
      keyword: 'text',
      amount: 'integer',
      currency: 'text',
      gateway_reference: 'text',
      paid_at: 'timestamptz',
      created_at: 'timestamptz',
    },
    orders.map(({ id, person, order, reference }) => ({
      id,
      account_id: person.id,
      brand: person.brand.id,
      keyword: order.keyword,
      amount: order.amount,
      currency: order.currency,
      gateway_reference: reference,
      paid_at: order.at,
      created_at: order.at,
    })),
  )
  await insertRows(
    trx,
    'payments',
    {
      order_id: 'bigint',
      account_id: 'bigint',
      brand: 'text',
      kind: 'text',
      amount: 'integer',
      currency: 'text',
      processor: 'text',
      reference: 'text',
      charged_at: 'timestamptz',
    },
    orders.map(({ id, person, order, reference }) => ({
      order_id: id,
      account_id: person.id,
      brand: person.brand.id,
      kind: 'credits',
      amount: order.amount,
      currency: order.currency,
      processor: 'gateway',
      reference,
      charged_at: order.at,
    })),
  )
  await insertRows(
    trx,
    'credit_lots',
    {
      id: 'bigint',
      account_id: 'bigint',
      source: 'text',
      expires_at: 'timestamptz',
      written_off_at: 'timestamptz',
      reference: 'text',
      created_at: 'timestamptz',
    },
    all.map(({ person, lot, id, orderId }) => ({
      id,
      account_id: person.id,
      source: lot.source,
      expires_at: lot.expiresAt,
      written_off_at: lot.expiresAt <= now ? lot.expiresAt : null,
      reference: referenceOf(person, lot.at, orderId),
      created_at: lot.at,
    })),
  )
  await insertRows(
    trx,
    'credit_entries',
    {
      account_id: 'bigint',
      lot_id: 'bigint',
      amount: 'integer',
      reason: 'text',
      reference: 'text',
      created_at: 'timestamptz',
    },
    all.flatMap(({ person, lot, id, orderId }) =>
      lot.entries.map((entry) => ({
        account_id: person.id,
        lot_id: id,
        amount: entry.amount,
        reason: entry.reason,
        reference:
          entry.reason === 'expiry'
            ? null
            : entry.to === null
              ? referenceOf(person, lot.at, orderId)
              : `to:${entry.to}`,
        created_at: entry.at,
      })),
    ),
  )
}

/**
 * Uses onboarding's reference for welcome credits as idempotency key, so that they are granted
 * once.
 */
function referenceOf(person: DemoPerson, at: Date, orderId: number | null): string {
  if (orderId !== null) return `order:${orderId}`
  return at.getTime() === person.joinedAt.getTime() ? 'welcome' : 'demo'
}

/**
 * A payment notes it, whatever was paid for. For all at once: each statement reads the whole
 * tables.
 */
export async function noteFirstPayments(trx: Trx): Promise<void> {
  await sql`
    update accounts set first_premium_at = paid.at
    from (select account_id, min(paid_at) as at from orders group by account_id) paid
    where accounts.id = paid.account_id and accounts.first_premium_at is null`.execute(trx)
}
