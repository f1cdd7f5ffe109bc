import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type OpenDatabase, openPglite, openPostgres } from '../../src/db/connection.server.ts'
import { migrate } from '../../src/db/migrate.server.ts'
import { up } from '../../src/db/migrations/0015-shown-places.ts'
import { resolvePlace, townsOf } from '../../src/features/core/places/places.server.ts'
import { cellOf } from '../../src/features/core/places/places.ts'
import type { LocatedPlace } from '../../src/features/core/places/towns.server.ts'

/** A database with members in villages, stored as they were before a village's name was kept back. */

let database: OpenDatabase
beforeAll(async () => {
  database = await openEmpty()
  const { db } = database
  await migrate(db)
  await sql`insert into brands (id) values ('adultcrush')`.execute(db)
  const named = [
    ['DE', 'Oberammergau'],
    ['DE', 'Munich'],
    ['AU', 'Coober Pedy'],
    ['IE', 'Dingle'],
  ] as const
  await settle(named.map(([country, name]) => resolvePlace(country, name) as LocatedPlace))
  // More than one batch: half of them are small.
  await settle(townsOf('FR'))
  await up(db as unknown as Kysely<unknown>)
})
afterAll(() => database.close())

/** A member in each place, as it was stored once. */
async function settle(places: readonly LocatedPlace[]): Promise<void> {
  const cells = places.map(cellOf)
  await sql`
    with places as (
      select * from unnest(${places.map(({ id }) => id)}::int[], ${places.map(({ name }) => name)}::text[], ${places.map(({ region }) => region)}::text[],
        ${places.map(({ country }) => country)}::text[], ${cells.map(({ latitude }) => latitude)}::real[], ${cells.map(({ longitude }) => longitude)}::real[])
        as place (id, name, region, country, latitude, longitude)
    ), made as (
      insert into accounts (brand, username, email, email_key, username_key, username_look, password_hash, sensitive_data_accepted_at, created_at)
      select 'adultcrush', 'in' || id, id || '@example.org', id || '@example.org', 'in' || id, 'in' || id, 'x', now(), now() from places returning id, username
    )
    insert into profiles (account_id, brand, gender, looking_for, birthday, country, place_id, place_name, region, latitude, longitude, last_seen_at, created_at)
    select made.id, 'adultcrush', 'woman', '{man}', '1990-01-01', country, places.id, name, region, latitude, longitude, now(), now()
    from places join made on made.username = 'in' || places.id`.execute(database.db)
}

async function openEmpty(): Promise<OpenDatabase> {
  if (process.env['TEST_DATABASE'] !== 'postgres') return openPglite(null)
  const name = `t_${randomUUID().replaceAll('-', '')}`
  const client = new pg.Client({ connectionString: `${inject('postgresUrl')}/postgres` })
  await client.connect()
  await client.query(`create database ${pg.escapeIdentifier(name)}`)
  await client.end()
  return openPostgres(`${inject('postgresUrl')}/${name}`)
}

test.each([
  ['DE', 'Oberammergau', 'Garmisch-Partenkirchen', 'Bavaria'],
  ['DE', 'Munich', 'Munich', 'Bavaria'],
  ['AU', 'Coober Pedy', 'Coober Pedy', 'South Australia'],
  ['IE', 'Dingle', 'Tralee', 'Munster'],
])(
  'who lives in %s %s shows in %s, and has the cell they had',
  async (country, chosen, name, region) => {
    const place = resolvePlace(country, chosen) as LocatedPlace
    const row = await database.db
      .selectFrom('profiles')
      .innerJoin('accounts', 'accounts.id', 'profiles.account_id')
      .select(['place_id', 'place_name', 'region', 'country', 'latitude', 'longitude'])
      .where('username', '=', `in${place.id}`)
      .executeTakeFirstOrThrow()
    const { latitude, longitude } = cellOf(place)
    expect(row).toEqual({
      place_id: resolvePlace(country, `${name}, ${region}`)?.id,
      place_name: name,
      region,
      country,
      latitude: expect.closeTo(latitude, 3),
      longitude: expect.closeTo(longitude, 3),
    })
  },
)

test('nobody of a whole country is named by a village that has a larger town near', async () => {
  const large = new Set(
    townsOf('FR')
      .filter(({ population }) => population >= 15_000)
      .map(({ id }) => id),
  )
  const { rows } = await sql<{
    place_id: number
  }>`select place_id from profiles where country = 'FR'`.execute(database.db)
  expect(rows.length).toBeGreaterThan(8000)
  expect(rows.filter(({ place_id }) => !large.has(place_id)).length).toBeLessThan(200)
})
