import { type Kysely, sql } from 'kysely'

/** Counted by day and ad, without saying of whom. */
const statements = [
  `create table ad_counts (brand text not null, ad text not null, event text not null, day date not null, count bigint not null, primary key (brand, ad, event, day))`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
