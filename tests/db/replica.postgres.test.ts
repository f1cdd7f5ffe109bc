import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkDatabase } from '#cli/doctor/database.ts'
import { type Db, type OpenDatabase, openPostgres } from '#db/connection.server.ts'
import { migrate } from '#db/migrate.server.ts'
import { widget } from '#members/search/lists/lists.contract.ts'
import type { ListName } from '#members/search/lists/lists.ts'
import { searchUsers } from '#members/search/search.contract.ts'
import { readSettings } from '#settings.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { alice, blocks, type CastMember, dan, likes } from '../support/cast.ts'
import { hasPostgresPrograms, startPair } from '../support/standby.ts'

/** Lists from a real standby, whose replay can be held up. */
const isThere = hasPostgresPrograms()
if (!isThere)
  process.stdout.write('postgresql-15 is not installed: no list was read from a standby\n')

let pair: Awaited<ReturnType<typeof startPair>>
let app: TestApp
let standby: pg.Client
let [a, d]: CastMember[] = []
beforeAll(async () => {
  if (!isThere) return
  pair = await startPair()
  const database = await openPostgres(pair.url, 10, { replicaUrl: pair.standbyUrl })
  await migrate(database.db)
  app = await startApp({}, database)
  a = await alice(app)
  d = await dan(app)
  standby = new pg.Client({ connectionString: pair.standbyUrl })
  standby.on('error', () => undefined)
  await standby.connect()
})
afterAll(async () => {
  if (!isThere) return
  await standby.end()
  await app.close()
  await pair.stop()
})

const isReadFromStandby = async () => {
  const { rows } = await app.services.database.read((db) =>
    sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(db),
  )
  return rows[0]?.is
}
const found = async (who: CastMember) => {
  const { members } = await who.calls(searchUsers, { query: {} })
  return members.map(({ username }) => username)
}
const listed = async (who: CastMember, list: ListName) => {
  const { members } = await who.calls(widget, { params: { list, page: 1, count: 24 } })
  return members.map(({ username }) => username)
}
const nearby = (who: CastMember) => listed(who, 'nearYou')

test('lists come from the standby, until it is behind: a like and a block hold in the next list', async () => {
  if (!isThere) return
  const [alices, dans] = [a as CastMember, d as CastMember]
  await expect.poll(isReadFromStandby).toBe(true)
  expect([await nearby(alices), await found(alices)]).toEqual([['Dan'], ['Dan']])

  await standby.query('select pg_wal_replay_pause()')
  await expect
    .poll(async () => (await standby.query('select pg_get_wal_replay_pause_state() as state')).rows)
    .toEqual([{ state: 'paused' }])
  await likes(alices, dans)
  expect(await listed(alices, 'youLike')).toEqual(['Dan'])
  await blocks(alices, dans)
  expect([await nearby(alices), await found(alices), await nearby(dans)]).toEqual([[], [], []])
  expect(await isReadFromStandby()).toBe(false)

  await standby.query('select pg_wal_replay_resume()')
  await expect.poll(isReadFromStandby).toBe(true)
  expect([await nearby(alices), await nearby(dans)]).toEqual([[], []])
})

test('where the standby is down, the primary answers, and the doctor says so', async () => {
  if (!isThere) return
  await pair.stopStandby()
  expect((await (a as CastMember).request('/search/users')).status).toBe(200)
  expect(await isReadFromStandby()).toBe(false)
  const examined = async (DATABASE_REPLICA_URL: string) =>
    (await checkDatabase(readSettings({ DATABASE_URL: pair.url, DATABASE_REPLICA_URL }))).map(
      ({ says }) => says,
    )
  expect(await examined(pair.standbyUrl)).toContainEqual(
    expect.stringMatching(/cannot be reached at DATABASE_REPLICA_URL/),
  )
  expect(await examined(pair.url)).toContainEqual(expect.stringMatching(/leads to no standby/))
})

test('after a failover a standby that still follows the former primary is not asked, however far on it is; one of the new primary is', async () => {
  if (!isThere) return
  const former = app.db
  const [heirUrl, behindUrl] = [await pair.addStandby(pair.url), await pair.addStandby(pair.url)]
  const heir = await openPostgres(heirUrl, 2, { replicaUrl: behindUrl })
  const behind = await openPostgres(behindUrl, 2)
  const positionOf = async ({ db }: OpenDatabase, word: 'current_wal' | 'last_wal_replay') => {
    const { rows } = await sql<{
      bytes: number
    }>`select ${sql.raw(`pg_${word}_lsn()`)} - '0/0'::pg_lsn as bytes`.execute(db)
    return Number(rows[0]?.bytes)
  }
  try {
    await sql`select pg_promote()`.execute(heir.db)
    // The former primary does not know yet that it is none, and its last standby follows it.
    await sql`insert into kept_settings (name, value) select 'of the former', string_agg(md5(n::text), '') from generate_series(1, 20000) n`.execute(
      former,
    )
    const written = await positionOf(app.services.database, 'current_wal')
    await expect.poll(() => positionOf(behind, 'last_wal_replay')).toBeGreaterThanOrEqual(written)
    await sql`insert into kept_settings (name, value) values ('of the heir', 'x')`.execute(heir.db)
    expect(await positionOf(heir, 'current_wal')).toBeLessThan(written)

    const kept = (db: Db) =>
      sql<{ name: string }>`select name from kept_settings where name like 'of the %'`.execute(db)
    expect((await heir.read(kept)).rows).toEqual([{ name: 'of the heir' }])

    // The product's own role may not see the state of replication.
    await sql`create role visitor login in role pg_read_all_data`.execute(heir.db)
    const followerUrl = await pair.addStandby(heirUrl)
    for (const user of ['postgres', 'visitor']) {
      const after = await openPostgres(heirUrl, 2, {
        replicaUrl: followerUrl.replace('postgres@', `${user}@`),
      })
      const isStandby = async () =>
        (
          await after.read((db) =>
            sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(db),
          )
        ).rows
      await expect.poll(isStandby).toEqual([{ is: true }])
      expect((await after.read(kept)).rows).toEqual([{ name: 'of the heir' }])
      await after.close()
    }
  } finally {
    await heir.close()
    await behind.close()
  }
})
