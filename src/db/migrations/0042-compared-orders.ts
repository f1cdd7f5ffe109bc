import { type Kysely, sql } from 'kysely'

const statements = [
  // When a processor without a list of payments is asked about an order again; null: no more.
  `alter table orders add column compare_at timestamptz`,
  `create index orders_to_compare on orders (compare_at) where compare_at is not null`,
  `update orders set compare_at = now() where gateway_reference like 'ccbill:%' or gateway_reference like 'verotel:%'`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
