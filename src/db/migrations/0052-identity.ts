import { type Kysely, sql } from 'kysely'

/** How members say who they are, in their own order, and whether they want no more hints at what their profile lacks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table profiles
      add column identity jsonb not null default '{"words": [], "ownWord": "", "pronouns": [], "ownPronouns": ""}',
      add column hint_hidden_at timestamptz`.execute(db)
}
