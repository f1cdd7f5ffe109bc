import type { Compilable, CompiledQuery } from 'kysely'
import type { Db, Trx } from './connection.server.ts'

class Placeholder {
  readonly name: PropertyKey

  constructor(name: PropertyKey) {
    this.name = name
  }
}

/**
 * A query that is compiled at its first use, for what every request or poll asks: Kysely takes longer to build and
 * compile a look-up than to run it. `build` gets placeholders, so it can only pass its values on to the query.
 */
export function compiledOnce<Given extends Record<string, unknown>, Row>(
  build: (db: Db | Trx, given: Given) => Compilable<Row>,
): (db: Db | Trx, given: Given) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined
  return async (db, given) => {
    compiled ??= build(db, new Proxy({} as Given, { get: (_, name) => new Placeholder(name) })).compile()
    const parameters = compiled.parameters.map((value) => (value instanceof Placeholder ? given[value.name as keyof Given] : value))
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters })
    return rows
  }
}
