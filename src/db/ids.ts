import { type Expression, type RawBuilder, sql } from 'kysely'

/**
 * To compare an id with: each is looked up. For ids that are `in` a query of many rows, PostgreSQL
 * would read the whole table.
 */
export function anyOf(query: Expression<{ id: number }>): RawBuilder<number> {
  return sql`any(array(${query}))`
}

/** A query for ids in order, to be run alone or with others in one statement. */
export type IdQuery = Expression<{ id: number }> & { execute(): Promise<Array<{ id: number }>> }

export async function idsOf(query: IdQuery): Promise<number[]> {
  return (await query.execute()).map(({ id }) => id)
}

/**
 * The ids of each query as one column, as JSON, because the driver reads an array of bigint as
 * strings.
 */
export function columnsOfIds(queries: Record<string, IdQuery>) {
  return Object.entries<IdQuery>(queries).map(([name, query]) =>
    sql<number[]>`to_json(array(${query}))`.as(name),
  )
}
