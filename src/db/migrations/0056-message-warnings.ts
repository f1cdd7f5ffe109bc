import { type Kysely, sql } from 'kysely'

/** Which rule a message fits that was sent all the same, and when its recipient was fine with it; counts without texts. */
const statements = [
  `alter table messages add column warning text, add column calmed_at timestamptz`,
  `create table message_questions (
    rule text not null, event text not null check (event in ('asked', 'sent', 'fine')), day date not null,
    count bigint not null, primary key (rule, event, day)
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
