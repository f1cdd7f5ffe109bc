import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

/** Maximum number of prepared statements: the product has some hundred, but an IN list has one for each length. */
const MOST = 500
/** A statement is prepared from this use on. */
const SEEN = 3

/**
 * Marks a statement that PostgreSQL plans at each execution, because its best plan depends on the values:
 * `query.modifyFront(sql.raw(PLANNED_ANEW))`.
 */
export const PLANNED_ANEW = '/* planned anew */'

/**
 * A pool whose connections use prepared statements for repeated queries. At 50,000 members, planning was half of the
 * database's work for a page (tests/bench/search.bench.ts). PgBouncer in transaction mode needs version 1.21 or later,
 * with `max_prepared_statements` set.
 */
export function preparing(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>()
  const uses = new Map<string, number>()
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()

  function nameOf(text: string): string | undefined {
    const known = names.get(text)
    if (known !== undefined || names.size >= MOST || !isLasting(text)) return known
    const count = (uses.get(text) ?? 0) + 1
    if (count < SEEN) {
      if (uses.size > MOST) uses.clear()
      uses.set(text, count)
      return undefined
    }
    uses.delete(text)
    names.set(text, `s${names.size}`)
    return names.get(text)
  }

  function withNames(client: pg.PoolClient): PostgresPoolClient {
    function query(text: unknown, values?: readonly unknown[]): unknown {
      if (typeof text !== 'string') throw new TypeError('cursors are not used here')
      const name = values === undefined || values.length === 0 ? undefined : nameOf(text)
      return client.query({ text, values: [...(values ?? [])], ...(name === undefined ? {} : { name }) })
    }
    return {
      query: query as PostgresPoolClient['query'],
      release: (destroy) => client.release(destroy),
      ...('processID' in client ? { processID: Number(client.processID) } : {}),
    }
  }

  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      const known = clients.get(client) ?? withNames(client)
      clients.set(client, known)
      return known
    },
  }
}

/**
 * Excludes `select *`: if a migration of a new release adds a column, PostgreSQL refuses the prepared statements of
 * the old release, which still runs.
 */
function isLasting(text: string): boolean {
  return !/(?:\bselect |\.)\*/.test(text) && !text.includes(PLANNED_ANEW)
}
