import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'

/**
 * Maximum number of prepared statements: the product has some hundred, but an IN list has one for
 * each length.
 */
const MOST = 500
const SEEN = 3
const READ_ONLY = '25006'

/**
 * Unprepared, planning is half of the database's work for a page. Without `isPreparing` for a
 * pooler that keeps no statements (pooling/README.md).
 */
export function preparing(pool: pg.Pool, isPreparing: boolean): PostgresPool {
  const names = new Map<string, string>()
  const uses = new Map<string, number>()
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  /**
   * Counts the primaries that turned out to be standbys now: what was connected before may be
   * one's.
   */
  let primary = 0
  const primaryOf = new WeakMap<pg.PoolClient, number>()

  function nameOf(text: string): string | undefined {
    const known = names.get(text)
    if (known !== undefined || !isPreparing || names.size >= MOST || !isLasting(text)) return known
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
      return client
        .query({ text, values: [...(values ?? [])], ...(name === undefined ? {} : { name }) })
        .catch((error: unknown) => {
          if (isOfStandby(error)) primary += 1
          throw error
        })
    }
    return {
      query: query as PostgresPoolClient['query'],
      release: (destroy) => client.release(destroy ?? isOfFormer(client)),
      ...('processID' in client ? { processID: Number(client.processID) } : {}),
    }
  }

  function isOfFormer(client: pg.PoolClient): boolean {
    return (primaryOf.get(client) ?? primary) < primary
  }

  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      let client = await pool.connect()
      while (isOfFormer(client)) {
        client.release(true)
        client = await pool.connect()
      }
      if (!primaryOf.has(client)) primaryOf.set(client, primary)
      const known = clients.get(client) ?? withNames(client)
      clients.set(client, known)
      return known
    },
  }
}

/** It refuses to write; the address leads to the primary that there is now, or soon. */
function isOfStandby(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === READ_ONLY
}

/**
 * Excludes `select *`: a release that adds a column would break the prepared statements of the one
 * that still runs.
 */
function isLasting(text: string): boolean {
  return !/(?:\bselect |\.)\*/.test(text)
}
