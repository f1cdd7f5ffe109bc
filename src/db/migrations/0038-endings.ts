import { type Kysely, sql } from 'kysely'

/** Section 312k BGB: a cancellation says of which kind it is, and by which day the contract is to end. */
const statements = [
  `alter table declarations
    add column ending text check (ending in ('ordinary', 'extraordinary')),
    add column end_on date`,
  `update declarations set ending = 'ordinary' where kind = 'cancellation'`,
  `alter table subscriptions add column end_on date`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
