import { sql } from 'kysely'
import type { Db } from '#db/connection.server.ts'
import type { Cursor } from '#lib/cursor.ts'

export type MoneyEvent = {
  /** Tells rows of one moment apart; not the number of anything. */
  id: number
  at: Date
  what: 'order' | 'charge' | 'refund' | 'chargeback'
  order: number
  brand: string
  amount: number
  currency: string
  /**
   * Of an order what it is for, of a charge its kind, of a refund why nothing goes back: `failed`
   * or `dropped`.
   */
  kind: string | null
  reference: string | null
  /** Of an order that was paid, of a refund that its processor confirmed. */
  isDone: boolean
}

/** What an account ordered, was charged and got back, the latest first. */
export async function moneyBefore(
  db: Db,
  accountId: number,
  before: Cursor,
  most: number,
): Promise<MoneyEvent[]> {
  const { rows } = await sql<MoneyEvent>`
    select * from (
      select id * 4 as id, created_at as at, 'order' as what, id as "order", brand, amount, currency::text, keyword as kind, null as reference, paid_at is not null as "isDone"
      from orders where account_id = ${accountId}
      union all
      select id * 4 + 1, charged_at, 'charge', order_id, brand, amount, currency, kind, reference, true
      from payments where account_id = ${accountId}
      union all
      select refunds.id * 4 + 2, asked_at, 'refund', orders.id, brand, refunds.amount, refunds.currency::text,
        case when refunds.dropped_at is not null then 'dropped' when refunds.failed_at is not null then 'failed' end, payment_reference, confirmed_at is not null
      from orders join refunds on refunds.order_id = orders.id where orders.account_id = ${accountId}
      union all
      select orders.id * 4 + 3, at, 'chargeback', orders.id, brand, chargebacks.amount, chargebacks.currency::text, null, payment_reference, true
      from chargebacks join orders on orders.id = order_id where chargebacks.account_id = ${accountId}
    ) as money
    where (at, id) < (${before.at}::timestamptz, ${before.id}::bigint)
    order by at desc, id desc limit ${sql.lit(most)}`.execute(db)
  return rows
}
