import {
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type { Db } from '#db/connection.server.ts'

type Answer = (text: string) => ReadonlyArray<Record<string, unknown>>

/**
 * In the place of PostgreSQL, for what no test can make a real one do: its connections lead to the
 * servers by turns, and each answers a statement by its text.
 */
export function answering(servers: readonly Answer[]): Db {
  let turn = 0
  async function acquireConnection(): Promise<DatabaseConnection> {
    const answer = servers[turn % servers.length]
    turn += 1
    return {
      executeQuery: async (query) => ({ rows: [...(answer?.(query.sql) ?? [])] as never[] }),
      streamQuery() {
        throw new TypeError('nothing streams here')
      },
    }
  }
  const nothing = async () => undefined
  return new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createDriver: () => ({
        init: nothing,
        acquireConnection,
        releaseConnection: nothing,
        beginTransaction: nothing,
        commitTransaction: nothing,
        rollbackTransaction: nothing,
        destroy: nothing,
      }),
    },
  })
}
