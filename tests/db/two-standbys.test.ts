import { type DatabaseConnection, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '../../src/db/connection.server.ts'
import { readingFrom } from '../../src/db/replica.server.ts'

type Row = Record<string, unknown>

/** Connections to servers by turns, as a balancer gives them; `answers` are what each says to a statement. */
function balanced(answers: ReadonlyArray<(text: string) => Row>): Db {
  let turn = 0
  async function acquireConnection(): Promise<DatabaseConnection> {
    const answer = answers[turn % answers.length]
    turn += 1
    return {
      executeQuery: async (query) => ({ rows: [answer?.(query.sql)] as never[] }),
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

const standby = (name: string, hasAll: boolean) => (text: string) => (text.includes('replay_lsn') ? { hasAll } : { name })

test('of two standbys behind one address, the one that is asked whether it has everything is the one that is read', async () => {
  const replica = balanced([standby('has all', true), standby('behind', false)])
  const primary = balanced([(text) => (text.includes('wal_lsn') ? { lsn: '0/10' } : { name: 'primary' })])
  const read = readingFrom(replica, primary)
  const named = sql<{ name: string }>`select name`
  const names = new Set<unknown>()
  for (let turn = 0; turn < 12; turn += 1) {
    // As lists do: more than one statement.
    const answers = await read(async (db) => [await named.execute(db), await named.execute(db)])
    for (const { rows } of answers) names.add(rows[0]?.name)
  }
  expect([...names].toSorted()).toEqual(['has all', 'primary'])
})
