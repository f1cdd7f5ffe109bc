import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type OpenDatabase, openPglite, openPostgres } from '../../src/db/connection.server.ts'
import { migrate } from '../../src/db/migrate.server.ts'
import { migrations } from '../../src/db/migrations/index.ts'
import { accountsWithLogin } from '../../src/features/core/accounts/accounts.sql.ts'

/** A database with members, from before names were folded in one place. */

const NAME = '0012-one-spelling'

let database: OpenDatabase
beforeAll(async () => {
  database = await openEmpty()
  const { db } = database
  const before = Object.keys(migrations).filter((name) => name < NAME)
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateTo(before.at(-1) ?? '')
  expect(error).toBeUndefined()
  await sql`insert into brands (id) values ('adultcrush')`.execute(db)
  const members: Array<[username: string, email: string, owns: boolean]> = [
    ['Alice', 'Alice@Example.org', true],
    ['ａｌｉｃｅ', 'wide@example.org', true],
    ['AIice', 'capital@example.org', true],
    ['аlice', 'cyrillic@example.org', true],
    ['www.evil.com', 'dots@example.org', true],
    ['Straße', 'strasse@example.org', true],
    ['Claims', 'alice@example.ORG', false],
  ]
  for (const [username, email, owns] of members) {
    await sql`insert into accounts (brand, username, email, owns_email, password_hash, sensitive_data_accepted_at, created_at)
      values ('adultcrush', ${username}, ${email}, ${owns}, 'x', now(), now())`.execute(db)
  }
  // More than one batch.
  await sql`insert into accounts (brand, username, email, password_hash, sensitive_data_accepted_at, created_at)
    select 'adultcrush', 'Crowd' || n || 'x', 'crowd' || n || '@example.org', 'x', now(), now() from generate_series(1, 6000) n`.execute(
    db,
  )
  await migrate(db)
})
afterAll(() => database.close())

async function openEmpty(): Promise<OpenDatabase> {
  if (process.env['TEST_DATABASE'] !== 'postgres') return openPglite(null)
  const name = `t_${randomUUID().replaceAll('-', '')}`
  const client = new pg.Client({ connectionString: `${inject('postgresUrl')}/postgres` })
  await client.connect()
  await client.query(`create database ${pg.escapeIdentifier(name)}`)
  await client.end()
  return openPostgres(`${inject('postgresUrl')}/${name}`)
}

async function who(login: string): Promise<string[]> {
  const found = await accountsWithLogin(database.db, login)
  const rows = await database.db.selectFrom('accounts').select(['id', 'username']).execute()
  return found.map(({ id }) => rows.find((row) => row.id === id)?.username ?? '')
}

test('everybody is found by the name they had, and by their address', async () => {
  for (const [login, username] of [
    ['alice', 'Alice'],
    ['aiice', 'AIice'],
    ['аlice', 'аlice'],
    ['WWW.evil.com', 'www.evil.com'],
    ['STRASSE', 'Straße'],
    ['crowd6000X', 'Crowd6000x'],
    ['WIDE@example.org', 'ａｌｉｃｅ'],
  ] as const) {
    expect(await who(login)).toEqual([username])
  }
  expect(await who('alice@example.org')).toEqual(['Alice', 'Claims'])
})

test('of those who have one name now, the oldest is found by it', async () => {
  expect(await who('ａｌｉｃｅ')).toEqual(['Alice'])
})

test('the names stay as they were', async () => {
  const rows = await database.db
    .selectFrom('accounts')
    .select(['username', 'username_key', 'username_look'])
    .orderBy('id')
    .limit(4)
    .execute()
  expect(rows).toEqual([
    { username: 'Alice', username_key: 'alice', username_look: 'allce' },
    { username: 'ａｌｉｃｅ', username_key: 'alice#2', username_look: 'allce#2' },
    { username: 'AIice', username_key: 'aiice', username_look: 'allce#3' },
    { username: 'аlice', username_key: 'аlice', username_look: 'allce#4' },
  ])
})
