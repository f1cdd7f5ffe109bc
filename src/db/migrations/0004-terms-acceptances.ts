import { type Kysely, sql } from 'kysely'

/** A row per brand and version, since each brand is a company of its own and its texts change. */
const statements = [
  `create table terms_acceptances (
    account_id bigint not null references accounts on delete cascade,
    brand text not null references brands,
    version text not null,
    accepted_at timestamptz not null,
    primary key (account_id, brand, version)
  )`,
  `insert into terms_acceptances select id, brand, terms_version, terms_accepted_at from accounts`,
  `alter table accounts drop column terms_version, drop column terms_accepted_at`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
