import { type RawBuilder, sql } from 'kysely'

/**
 * A parameter's values as rows with one text column `value`, to join with. The limit, the next power of four, says
 * about how many rows there are: for `unnest` the planner takes the number of values into account, and so plans the
 * statement anew at each execution.
 */
export function rowsOf(values: readonly (string | number)[]): RawBuilder<{ value: string }> {
  const most = 4 ** Math.max(1, Math.ceil(Math.log(values.length) / Math.log(4)))
  return sql`(select value from json_array_elements_text(${JSON.stringify(values)}::json) limit ${sql.lit(most)})`
}
