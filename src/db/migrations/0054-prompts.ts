import { type Kysely, sql } from 'kysely'

/**
 * Answers to a brand's questions on a profile, three at most, in the member's order. `question` has the words as they
 * were, for a question that the brand no longer asks.
 */
const statements = [
  `create table prompt_answers (
    id bigint generated always as identity primary key,
    account_id bigint not null references accounts on delete cascade,
    position smallint not null check (position between 1 and 3),
    brand text not null,
    prompt text not null,
    question text not null,
    answer text not null,
    created_at timestamptz not null,
    unique (account_id, position) deferrable,
    unique (account_id, brand, prompt)
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
