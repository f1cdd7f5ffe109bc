import { type Kysely, sql } from 'kysely'

/**
 * Requests for a new password, from the answer until a job has looked whose address it is: what the answer
 * waits for is then the same for every address. The address may be that of somebody who never joined, so it
 * is sealed, and gone with its row a moment later.
 */
const statements = [
  `create table reset_requests (
    id bigint generated always as identity primary key,
    brand text not null references brands,
    email text not null,
    requested_at timestamptz not null
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
