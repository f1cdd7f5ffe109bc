import { type Kysely, sql } from 'kysely'

const statements = [
  `alter table orders add column promo_code text`,
  // Each account uses a code once.
  `create index orders_promo on orders (account_id, promo_code) where promo_code is not null and paid_at is not null`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
