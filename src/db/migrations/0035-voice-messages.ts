import { type Kysely, sql } from 'kysely'

/** A voice message is a message whose text, often empty, is what its sender typed of what is said. */
const statements = [
  `alter table messages drop constraint messages_kind_check`,
  `alter table messages add constraint messages_kind_check check (kind in ('text', 'magic', 'voice')) not valid`,
  `create table recordings (
    message_id bigint primary key references messages on delete cascade,
    account_id bigint not null references accounts on delete cascade,
    key text not null unique,
    milliseconds integer not null check (milliseconds > 0)
  )`,
  `create index recordings_account on recordings (account_id)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
