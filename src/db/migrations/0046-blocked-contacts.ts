import { type Kysely, sql } from 'kysely'

/**
 * Addresses of people whom a member does not want to meet here, kept as keyed hashes. A block made for one has its
 * id in `contact_id`; 0 is a block that the member chose on a profile, and each is lifted apart from the other.
 */
const statements = [
  `create table blocked_contacts (
    id bigint generated always as identity primary key,
    account_id bigint not null references accounts on delete cascade,
    contact_hash bytea not null,
    created_at timestamptz not null,
    unique (account_id, contact_hash)
  )`,
  `create index blocked_contacts_hash on blocked_contacts (contact_hash)`,
  `alter table blocks
    add column contact_id bigint not null default 0,
    drop constraint blocks_pkey,
    add primary key (blocker_id, blocked_id, contact_id)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
