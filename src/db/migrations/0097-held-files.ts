import { type Kysely, sql } from 'kysely'

/**
 * Voice messages and photos for one view that were withheld with a first message, in the order of their messages, which
 * are gone: an objection that is right sends them. `findings` has had what `found` had since 0085.
 */
const statements = [
  `create table held_files (
    key text primary key,
    held_id bigint not null references held_letters on delete cascade,
    message_id bigint not null,
    kind text not null check (kind in ('voice', 'viewOnce')),
    body text not null,
    facts jsonb not null
  )`,
  `create index held_files_held on held_files (held_id)`,
  `alter table view_once_photos drop column found`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
