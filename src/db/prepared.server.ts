import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

/** Maximum number of prepared statements: the product has some hundred, but an IN list has one for each length. */
const MOST = 500
const SEEN = 3

/**
 * Planning was half of the database's work for a page. PgBouncer in transaction mode needs `max_prepared_statements`.
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

/** Excludes `select *`: a release that adds a column would break the prepared statements of the one that still runs. */
function isLasting(text: string): boolean {
  return !/(?:\bselect |\.)\*/.test(text)
}
