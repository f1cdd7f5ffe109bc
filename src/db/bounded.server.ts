import { CompiledQuery, type DatabaseConnection, type Dialect, type Driver } from 'kysely'

/**
 * Each transaction sets the timeout itself, so that it never remains on a pooled connection.
 * PostgreSQL ends it before a COMMIT waits for a synchronous standby: that wait is as long as
 * everybody's, and no job takes what is committed for failed.
 */
export function bounded(dialect: Dialect, milliseconds: number): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver: () => boundedDriver(dialect.createDriver(), milliseconds),
  }
}

function boundedDriver(inner: Driver, milliseconds: number): Driver {
  const limit = CompiledQuery.raw(`set local statement_timeout = ${milliseconds}`)
  const innerOf = new WeakMap<DatabaseConnection, DatabaseConnection>()
  const inTransaction = new WeakSet<DatabaseConnection>()

  function below(connection: DatabaseConnection): DatabaseConnection {
    const found = innerOf.get(connection)
    if (!found) throw new TypeError('a connection of another driver')
    return found
  }
  async function begin(
    connection: DatabaseConnection,
    settings: Parameters<Driver['beginTransaction']>[1],
  ): Promise<void> {
    await inner.beginTransaction(connection, settings)
    await connection.executeQuery(limit)
  }

  return {
    init: (options) => inner.init(options),
    async acquireConnection(options) {
      const connection = await inner.acquireConnection(options)
      const outer: DatabaseConnection = {
        async executeQuery(query, queryOptions) {
          if (inTransaction.has(outer)) return connection.executeQuery(query, queryOptions)
          await begin(connection, {})
          try {
            const result = await connection.executeQuery<never>(query, queryOptions)
            await inner.commitTransaction(connection)
            return result
          } catch (error) {
            await inner.rollbackTransaction(connection)
            throw error
          }
        },
        streamQuery() {
          throw new TypeError('cursors are not used here')
        },
      }
      innerOf.set(outer, connection)
      return outer
    },
    async beginTransaction(connection, settings) {
      await begin(below(connection), settings)
      inTransaction.add(connection)
    },
    async commitTransaction(connection) {
      inTransaction.delete(connection)
      await inner.commitTransaction(below(connection))
    },
    async rollbackTransaction(connection) {
      inTransaction.delete(connection)
      await inner.rollbackTransaction(below(connection))
    },
    releaseConnection: (connection) => inner.releaseConnection(below(connection)),
    // The pool belongs to another Kysely instance, which closes it.
    destroy: async () => undefined,
  }
}
