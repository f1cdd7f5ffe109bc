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
 * compile a look-up than to run it. `build` gets placeholders, so it can only pass its values on to the query. Where its
 * text differs by something else, that is the shape, of which there are few.
 */
export function compiledOnce<Given extends Record<string, unknown>, Row, Shape extends string | number | boolean | void = void>(
  build: (db: Db | Trx, given: Given, shape: Shape) => Compilable<Row>,
): (db: Db | Trx, given: Given, shape: Shape) => Promise<Row[]> {
  const byShape = new Map<Shape, CompiledQuery<Row>>()
  return async (db, given, shape) => {
    let compiled = byShape.get(shape)
    if (!compiled) {
      compiled = build(db, new Proxy({} as Given, { get: (_, name) => new Placeholder(name) }), shape).compile()
      byShape.set(shape, compiled)
    }
    const parameters = compiled.parameters.map((value) => (value instanceof Placeholder ? given[value.name as keyof Given] : value))
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters })
    return rows
  }
}
