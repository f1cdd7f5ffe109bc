import { type RawBuilder, sql } from 'kysely'

/**
 * A parameter's values as rows with one text column `value`, to join with. The limit, the next power of four, says
 * about how many rows there are: for `unnest` the planner takes the number of values into account, and so plans the
 * statement anew at each execution.
 */
export function rowsOf(values: readonly (string | number)[]): RawBuilder<{ value: string }> {
  return rowsIn(JSON.stringify(values), mostOf(values))
}

/** As `rowsOf`, of values that are JSON, for a statement that is compiled once for each number of rows. */
export function rowsIn(json: string, most: number): RawBuilder<{ value: string }> {
  return sql`(select value from json_array_elements_text(${json}::json) limit ${sql.lit(most)})`
}

/** About how many values there are: a power of four. */
export function mostOf(values: readonly unknown[]): number {
  return 4 ** Math.max(1, Math.ceil(Math.log(values.length) / Math.log(4)))
}
