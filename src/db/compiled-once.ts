import type { Compilable, CompiledQuery } from 'kysely'
import type { Db, Trx } from './connection.server.ts'

class Placeholder {
  readonly path: readonly string[]

  constructor(path: readonly string[]) {
    this.path = path
  }
}

/** So many of one query are kept: members choose filters and pages. */
const MOST_SHAPES = 100

/**
 * A query that is compiled at its first use: Kysely takes longer to compile a look-up than to run
 * it. `build` gets placeholders; what else changes the text is the shape, of which there are few.
 */
export function compiledOnce<
  Given extends object,
  Row,
  Shape extends string | number | boolean | object | void = void,
>(
  build: (db: Db | Trx, given: Given, shape: Shape) => Compilable<Row>,
): (db: Db | Trx, given: Given, shape: Shape) => Promise<Row[]> {
  /** Least recently used first. */
  const byShape = new Map<unknown, CompiledQuery<Row>>()
  return async (db, given, shape) => {
    const key = typeof shape === 'object' ? JSON.stringify(shape) : shape
    const compiled =
      byShape.get(key) ?? withoutTree(build(db, placeholders(given, []), shape).compile())
    byShape.delete(key)
    byShape.set(key, compiled)
    if (byShape.size > MOST_SHAPES) byShape.delete(byShape.keys().next().value)
    const parameters = compiled.parameters.map((value) =>
      value instanceof Placeholder ? valueAt(given, value) : value,
    )
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters })
    return rows
  }
}

function placeholders<Given extends object>(given: Given, path: readonly string[]): Given {
  return new Proxy(given, {
    get: (_, name) => placeholder(Reflect.get(given, name), [...path, String(name)]),
  })
}

function placeholder(value: unknown, path: readonly string[]): unknown {
  if (Array.isArray(value) && value.some(isObject))
    return value.map((one, index) => placeholder(one, [...path, String(index)]))
  return isObject(value) ? placeholders(value, path) : new Placeholder(path)
}

function isObject(value: unknown): value is object {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  )
}

function valueAt(given: object, { path }: Placeholder): unknown {
  return path.reduce<unknown>((value, name) => Reflect.get(value as object, name), given)
}

/**
 * Of the tree, a hundred kilobytes for a long query, only its kind is asked for once it is
 * compiled.
 */
function withoutTree<Row>({
  query: { kind },
  ...compiled
}: CompiledQuery<Row>): CompiledQuery<Row> {
  return { ...compiled, query: { kind } as CompiledQuery<Row>['query'] }
}
