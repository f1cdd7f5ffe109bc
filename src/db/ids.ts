import { type Expression, sql } from 'kysely'

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
