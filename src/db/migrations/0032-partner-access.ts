import { type Kysely, sql } from 'kysely'

/** Access that a billing partner sold or verified; it counts on the partner's brand alone (decisions §1). */
const statements = [
  `create table partner_access (
    account_id bigint not null references accounts on delete cascade,
    brand text not null references brands,
    reference text not null unique,
    granted_at timestamptz,
    until timestamptz,
    changed_at timestamptz,
    created_at timestamptz not null,
    primary key (account_id, brand)
  )`,
  `create trigger announce_insert after insert on partner_access referencing new table as changed
    for each statement execute function announce_changed_rows()`,
  `create trigger announce_update after update on partner_access referencing old table as changed
    for each statement execute function announce_changed_rows()`,
  `create trigger announce_delete after delete on partner_access referencing old table as changed
    for each statement execute function announce_changed_rows()`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
