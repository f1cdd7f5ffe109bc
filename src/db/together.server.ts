import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from './connection.server.ts'

/**
 * The rows of several queries by one statement, as JSON has them: a date is a text, a bigint a
 * number. A statement of each takes the app longer to send and read than to plan and run them all.
 */
export async function together<Parts extends Record<string, unknown>>(
  db: Db | Trx,
  parts: { [Name in keyof Parts]: RawBuilder<Parts[Name]> },
): Promise<{ [Name in keyof Parts]: Array<Parts[Name]> }> {
  const asked = Object.entries<RawBuilder<unknown>>(parts).map(
    ([name, query]) =>
      sql`(select coalesce(json_agg(part), '[]') from (${query}) as part) as ${sql.id(name)}`,
  )
  const { rows } = await sql<{
    [Name in keyof Parts]: Array<Parts[Name]>
  }>`select ${sql.join(asked)}`.execute(db)
  return rows[0] as (typeof rows)[number]
}
