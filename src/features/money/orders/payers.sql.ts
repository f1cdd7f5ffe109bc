import { sql } from 'kysely'
import type { Db } from '#db/connection.server.ts'
import { providerOf } from './providers.ts'

/** Who made an order, on one brand where that is given. */
export async function payerOfOrder(
  db: Db,
  order: number,
  brand: string | null,
): Promise<number | null> {
  const row = await db
    .selectFrom('orders')
    .select('account_id as id')
    .where('id', '=', order)
    .$if(brand !== null, (query) => query.where('brand', '=', brand))
    .executeTakeFirst()
  return row?.id ?? null
}

/** Whose payment or subscription has one of these references. */
export async function payersByReference(db: Db, all: readonly string[]): Promise<number[]> {
  const [payments, subscriptions] = await Promise.all([
    db
      .selectFrom('payments')
      .select('account_id as id')
      .where('reference', 'in', all)
      .limit(sql.lit(all.length))
      .execute(),
    db
      .selectFrom('subscriptions')
      .select('account_id as id')
      .where((eb) =>
        eb.or(
          all.map((one) =>
            eb.and([eb('provider', '=', providerOf(one)), eb('provider_reference', '=', one)]),
          ),
        ),
      )
      .limit(sql.lit(all.length))
      .execute(),
  ])
  return [...payments, ...subscriptions].map(({ id }) => id)
}
