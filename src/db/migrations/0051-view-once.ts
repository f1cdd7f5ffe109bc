import { type Kysely, sql } from 'kysely'

/**
 * A photo of a message that the other sees once. The file is kept until `file_until`, and none is left where that is
 * null. What a report keeps of it has a file of its own.
 */
const statements = [
  `alter table messages drop constraint messages_kind_check`,
  `alter table messages add constraint messages_kind_check check (kind in ('text', 'magic', 'voice', 'viewOnce')) not valid`,
  `create table view_once_photos (
    message_id bigint primary key references messages on delete cascade,
    account_id bigint not null references accounts on delete cascade,
    key text not null unique,
    width integer not null check (width > 0),
    height integer not null check (height > 0),
    ends_at timestamptz not null,
    approved_at timestamptz,
    refused_at timestamptz,
    seen_at timestamptz,
    withdrawn_at timestamptz,
    file_until timestamptz
  )`,
  `create index view_once_photos_account on view_once_photos (account_id)`,
  `create index view_once_photos_file on view_once_photos (file_until) where file_until is not null`,
  `create table report_photos (
    report_id bigint primary key references reports on delete cascade,
    key text not null unique
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
