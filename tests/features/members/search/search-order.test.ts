import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Given } from '#api/contract.ts'
import { placeById } from '#core/places/places.server.ts'
import { cellOf, distanceKm, type Point } from '#core/places/places.ts'
import { ageOn, DAY, later, MINUTE } from '#lib/clock.ts'
import { searchUsers } from '#members/search/search.contract.ts'
import { PAGE_SIZE } from '#members/search/search.ts'
import { type Gender, genderValues } from '#sites/genders.ts'
import { app, withApp } from '#tests/support/app.ts'
import { alice, type CastMember } from '#tests/support/cast.ts'

/**
 * A search reads by tile and gender, each a little at first, and guesses how much. Here it is
 * compared with everybody in one plain order, also where its guess is wrong.
 */
const MEMBERS = 500
const placeOf = (id: number) => {
  const place = placeById(id)
  if (!place) throw new Error(`no place ${id}`)
  return place
}
const london = placeOf(2643743)
const cities = [london, ...[2655603, 2653822, 2644688, 2641673, 2640729].map(placeOf)]

type Person = Point & {
  id: number
  gender: Gender
  birthday: string
  country: string
  hasPhoto: boolean
  seenAt: Date
  joinedAt: Date
  stay: Point | null
}
type Wish = {
  gender: Gender[]
  ages: [number, number]
  city: (typeof cities)[number]
  radius: 10 | 25 | 50 | 100 | 250 | null
  online: boolean
  withPhoto: boolean
  sort: 'lastSeen' | 'newest'
  page: number
}

withApp()
let viewer: CastMember
let people: Person[]
beforeAll(async () => {
  viewer = await alice(app)
  await addMembers()
  people = await everybody()
})

let seed = 7
/** From 0 to 1, the same in each run: a linear congruential generator. */
function chance(): number {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
  return seed / 2 ** 32
}
const oneOf = <T>(values: readonly T[]): T => values[Math.floor(chance() * values.length)] as T

/**
 * A third live in London. Some are hidden, taking a break, shown on their own brand alone, blocked,
 * or visit another city.
 */
async function addMembers(): Promise<void> {
  const { db } = app
  const at = app.clock.now()
  await sql`
    insert into accounts (brand, username, username_key, username_look, email, email_key, password_hash, sensitive_data_accepted_at, created_at)
    select 'megaflirt', 'One' || n, 'one' || n, 'one' || n, 'one' || n || '@example.org', 'one' || n, '', ${at}, ${at} from generate_series(1, ${sql.lit(MEMBERS)}) n
  `.execute(db)
  const { rows } = await sql<{
    id: number
  }>`select id from accounts where username like 'One%' order by id`.execute(db)
  const profiles = rows.map(({ id }) => {
    const city = chance() < 0.3 ? london : oneOf(cities)
    // Minutes, so that several were seen, or joined, at the same moment.
    const ago = (most: number) => later(at, -Math.floor(chance() ** 2 * most) * MINUTE)
    return {
      account_id: id,
      brand: 'megaflirt',
      gender: oneOf([...genderValues, 'woman', 'man'] as const),
      looking_for: ['woman' as const],
      birthday: `${1950 + Math.floor(chance() * 55)}-0${1 + Math.floor(chance() * 9)}-15`,
      country: 'GB',
      place_id: city.id,
      place_name: city.name,
      region: city.region,
      ...cellOf(around(city, 90)),
      has_photo: chance() < 0.6,
      hidden_at: chance() < 0.03 ? at : null,
      paused_at: chance() < 0.03 ? at : null,
      shown_on_other_brands: chance() < 0.97,
      last_seen_at: ago(600),
      created_at: ago(3000),
    }
  })
  await db.insertInto('profiles').values(profiles).execute()
  const blockers = rows.filter(() => chance() < 0.04)
  await db
    .insertInto('blocks')
    .values(blockers.map(({ id }) => ({ blocker_id: id, blocked_id: viewer.id, created_at: at })))
    .execute()
  const day = (days: number) =>
    later(at, days * DAY)
      .toISOString()
      .slice(0, 10)
  const stays = rows
    .filter(() => chance() < 0.15)
    .map(({ id }) => {
      const city = oneOf(cities)
      const ahead = chance() < 0.8 ? 0 : 3
      const place = {
        country: 'GB',
        place_id: city.id,
        place_name: city.name,
        region: city.region,
        ...cellOf(around(city, 20)),
      }
      return {
        account_id: id,
        ...place,
        from_day: day(ahead),
        until_day: day(ahead + 5),
        created_at: at,
      }
    })
  await db.insertInto('stays').values(stays).execute()
}

function around({ latitude, longitude }: Point, km: number): Point {
  return {
    latitude: latitude + ((chance() - 0.5) * km) / 55,
    longitude: longitude + ((chance() - 0.5) * km) / 35,
  }
}

async function everybody(): Promise<Person[]> {
  const { rows } = await sql<
    Omit<Person, 'stay'> & { visitsLatitude: number | null; visitsLongitude: number | null }
  >`
    select people.account_id as id, gender, birthday, people.country, people.latitude, people.longitude, has_photo as "hasPhoto",
      last_seen_at as "seenAt", people.created_at as "joinedAt",
      stays.latitude as "visitsLatitude", stays.longitude as "visitsLongitude"
    from visible_profiles people
    left join stays on stays.account_id = people.account_id and ${app.clock.now()}::date between from_day and until_day
    where viewer_id = ${viewer.id} and seen_on = 'adultcrush'`.execute(app.db)
  return rows.map(({ visitsLatitude, visitsLongitude, ...person }) => ({
    ...person,
    stay:
      visitsLatitude === null || visitsLongitude === null
        ? null
        : { latitude: visitsLatitude, longitude: visitsLongitude },
  }))
}

function plainly({ gender, ages, city, radius, online, withPhoto, sort, page }: Wish): number[] {
  const at = app.clock.now()
  const centre = cellOf(city)
  const isNear = (point: Point | null) =>
    point !== null && distanceKm(centre, point) <= (radius ?? Number.POSITIVE_INFINITY)
  const time = (person: Person) => (sort === 'newest' ? person.joinedAt : person.seenAt).getTime()
  return people
    .filter(
      (person) =>
        gender.includes(person.gender) &&
        ageOn(person.birthday, at) >= ages[0] &&
        ageOn(person.birthday, at) <= ages[1],
    )
    .filter((person) => radius === null || isNear(person) || isNear(person.stay))
    .filter(
      (person) =>
        (!online || person.seenAt > later(at, -5 * MINUTE)) && (!withPhoto || person.hasPhoto),
    )
    .toSorted((a, b) => Number(b.hasPhoto) - Number(a.hasPhoto) || time(b) - time(a) || b.id - a.id)
    .slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
    .map(({ id }) => id)
}

async function searched(wish: Wish): Promise<number[]> {
  const { gender, ages, city, radius, online, withPhoto, sort, page } = wish
  const query: Given<typeof searchUsers>['query'] = {
    gender,
    ageFrom: String(ages[0]),
    ageTo: String(ages[1]),
    country: 'GB',
    placeId: String(city.id),
    radius: radius === null ? 'any' : String(radius),
    ...(online ? { online: 'on' } : {}),
    ...(withPhoto ? { withPhoto: 'on' } : {}),
    sort,
    page: String(page),
  }
  return (await viewer.calls(searchUsers, { query })).members.map(({ id }) => id)
}

const wishes: Wish[] = Array.from({ length: 80 }, () => ({
  gender: oneOf([
    ['woman'],
    ['man', 'woman'],
    ['couple', 'nonbinary'],
    [...genderValues],
  ] as Gender[][]),
  ages:
    chance() < 0.6
      ? [18, 99]
      : oneOf([
          [30, 45],
          [25, 60],
          [50, 99],
        ]),
  city: oneOf(cities),
  radius: oneOf([10, 25, 50, 100, 250, null]),
  online: chance() < 0.15,
  withPhoto: chance() < 0.15,
  sort: chance() < 0.7 ? 'lastSeen' : 'newest',
  page: oneOf([1, 1, 1, 2, 3, 5]),
}))

/**
 * The wishes for which a search has other members than the plain order, or another order, with
 * both.
 */
async function differences(): Promise<unknown[]> {
  const all: unknown[] = []
  let found = 0
  for (const wish of wishes) {
    const [ids, plain] = [await searched(wish), plainly(wish)]
    found += ids.length
    if (ids.join() !== plain.join()) all.push({ ...wish, city: wish.city.name, ids, plain })
  }
  expect(found).toBeGreaterThan(500)
  return all
}

test('the order of a search is that of one plain order of everybody, whatever is searched', async () => {
  expect(people.length).toBeGreaterThan(400)
  expect(await differences()).toEqual([])
})

test('the order of a search is that also where people have moved since the search has learned where they live', async () => {
  // All live where most of the tiles had nobody, and the few who were left out of the first reading
  // are the last seen.
  const { db } = app
  await sql`update profiles set latitude = 53.4, longitude = -2.2 where account_id <> ${viewer.id} and account_id % 3 <> 0`.execute(
    db,
  )
  await sql`update profiles set last_seen_at = ${app.clock.now()} where gender in ('couple', 'nonbinary')`.execute(
    db,
  )
  await sql`update profiles set has_photo = false where account_id % 5 = 0`.execute(db)
  app.clock.advance(MINUTE)
  people = await everybody()
  expect(await differences()).toEqual([])
})
