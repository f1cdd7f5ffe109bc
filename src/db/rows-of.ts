import { type RawBuilder, sql } from 'kysely'

/**
 * A parameter's values as rows with one text column `value`. By the limit, the next power of four,
 * the planner knows about how many there are; with `unnest` it would plan each execution anew.
 */
export function rowsOf(values: readonly (string | number)[]): RawBuilder<{ value: string }> {
  return rowsIn(JSON.stringify(values), mostOf(values))
}

/**
 * As `rowsOf`, of values that are JSON, for a statement that is compiled once for each number of
 * rows.
 */
export function rowsIn(json: string, most: number): RawBuilder<{ value: string }> {
  return sql`(select value from json_array_elements_text(${json}::json) limit ${sql.lit(most)})`
}

/** About how many values there are: a power of four. */
export function mostOf(values: readonly unknown[]): number {
  return 4 ** Math.max(1, Math.ceil(Math.log(values.length) / Math.log(4)))
}
