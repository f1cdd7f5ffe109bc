import { type Expression, sql } from 'kysely'
import type { Db, Trx } from './connection.server.ts'

/** A row as JSON has it: a date is a text, which `new Date` reads. */
export type JsonRow<Row> = {
  [Name in keyof Row]: Date extends Row[Name] ? Exclude<Row[Name], Date> | string : Row[Name]
}

/**
 * The rows of several queries by one statement, as JSON has them: a bigint is a number. A statement
 * of each takes the app longer to send and read than to plan and run them all.
 */
export async function together<Parts extends Record<string, unknown>>(
  db: Db | Trx,
  parts: { [Name in keyof Parts]: Expression<Parts[Name]> },
): Promise<{ [Name in keyof Parts]: Array<JsonRow<Parts[Name]>> }> {
  const asked = Object.entries<Expression<unknown>>(parts).map(
    ([name, query]) =>
      sql`(select coalesce(json_agg(part), '[]') from (${query}) as part) as ${sql.id(name)}`,
  )
  const { rows } = await sql<{
    [Name in keyof Parts]: Array<JsonRow<Parts[Name]>>
  }>`select ${sql.join(asked)}`.execute(db)
  return rows[0] as (typeof rows)[number]
}
