import { type Kysely, sql } from 'kysely'

/** A mailed link is kept by the browser that followed it, in a cookie: no table says which session that was. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop table link_offers`.execute(db)
}
