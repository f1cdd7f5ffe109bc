import { type Kysely, sql } from 'kysely'

/** The last charge of a subscription is its last row in `payments`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      'alter table subscriptions drop column charged_at, drop column charged_amount, drop column charged_reference',
    )
    .execute(db)
}
