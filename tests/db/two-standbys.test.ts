import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readingFrom } from '#db/replica.server.ts'
import { answering } from '../support/answering-database.ts'

const standby = (name: string, hasAll: boolean) => (text: string) => [
  text.includes('replay_lsn') ? { hasAll } : { name },
]

test('of two standbys behind one address, the one that is asked whether it has everything is the one that is read', async () => {
  // By turns, as a balancer does.
  const replica = answering([standby('has all', true), standby('behind', false)])
  const primary = answering([
    (text) => [text.includes('wal_lsn') ? { lsn: '0/10', timeline: 1 } : { name: 'primary' }],
  ])
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
