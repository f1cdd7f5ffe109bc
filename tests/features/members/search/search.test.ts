import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Given } from '#api/contract.ts'
import { distanceBand } from '#core/places/distances.ts'
import { placeById, townsOf } from '#core/places/places.server.ts'
import { cellOf, distanceKm } from '#core/places/places.ts'
import { NAMED_FROM, placeColumns } from '#core/places/towns.server.ts'
import { DAY, later, MINUTE } from '#lib/clock.ts'
import { CENTRES_A_DAY } from '#members/search/distance/centres.server.ts'
import { searchCountriesOf } from '#members/search/search-countries.ts'
import { countUsers, searchUsers } from '#members/search/search.contract.ts'
import { countInWords } from '#members/search/search.ts'
import {
  chipsOf,
  everything,
  type Filters,
  inWords,
  queryOf,
  widerSearch,
} from '#members/search/search.ts'
import { genderValues } from '#sites/genders.ts'
import { brands } from '#sites/registry.ts'
import { app, setsAccount, setsProfile, withApp } from '#tests/support/app.ts'
import { alice, blocks, bob, type CastMember, joins, likes } from '#tests/support/cast.ts'

withApp()
let a: CastMember

beforeAll(async () => {
  a = await alice(app)
})
// A search costs nothing but patience: the limit is per minute.
beforeEach(() => app.clock.advance(MINUTE))

const NEW_YORK = 5128581
const search = (who: CastMember, query: Given<typeof searchUsers>['query'] = {}) =>
  who.calls(searchUsers, { query })
const names = async (who: CastMember, query: Given<typeof searchUsers>['query'] = {}) =>
  (await search(who, query)).members.map((member) => member.username)

async function change(member: CastMember, columns: Record<string, unknown>): Promise<void> {
  await setsProfile(app, member, columns)
}

async function livesIn(member: CastMember, placeId: number): Promise<void> {
  const place = placeById(placeId)
  if (!place) throw new Error(`no place ${placeId}`)
  await change(member, placeColumns(place))
}

describe('who is found', () => {
  let b: CastMember

  beforeAll(async () => {
    b = await bob(app)
    await joins(app, { brand: 'adultcrush', username: 'Couple', gender: 'couple' })
  })

  test('is whom one looks for, on the whole network', async () => {
    expect(await names(a)).toEqual(['Bob'])
    expect(await names(b)).toEqual(['Alice'])
  })

  test('is whom one asks for', async () => {
    expect(await names(a, { gender: ['couple'] })).toEqual(['Couple'])
    expect((await names(a, { gender: ['couple', 'man'] })).toSorted()).toEqual(['Bob', 'Couple'])
  })

  test('is of the age asked for, to the day', async () => {
    const at = app.clock.now()
    const birthday = (years: number, days: number) =>
      later(
        new Date(Date.UTC(at.getUTCFullYear() - years, at.getUTCMonth(), at.getUTCDate())),
        days * DAY,
      )
        .toISOString()
        .slice(0, 10)
    for (const [born, age] of [
      [birthday(30, 0), 30],
      [birthday(31, 1), 30],
      [birthday(31, 0), 31],
      [birthday(30, 1), 29],
    ] as const) {
      await change(b, { birthday: born })
      expect([born, await names(a, { ageFrom: '30', ageTo: '30' })]).toEqual([
        born,
        age === 30 ? ['Bob'] : [],
      ])
    }
    expect(await names(a, { ageFrom: '40', ageTo: '20' })).toEqual(['Bob'])
  })

  test('is online, or has a photo, where that matters', async () => {
    app.clock.advance(5 * MINUTE)
    expect(await names(a, { online: 'on' })).toEqual([])
    await change(b, { last_seen_at: later(app.clock.now(), -4 * MINUTE) })
    expect(await names(a, { online: 'on' })).toEqual(['Bob'])
    expect(await names(a, { withPhoto: 'on' })).toEqual([])
    await change(b, { has_photo: true })
    expect(await names(a, { withPhoto: 'on' })).toEqual(['Bob'])
  })

  test('is neither blocked nor blocking, banned, hidden, nor shown on their own brand alone', async () => {
    await blocks(a, b)
    expect(await names(a)).toEqual([])
    expect(await names(b)).toEqual([])
    await blocks(a, b, 'unblock')
    expect(await names(a)).toEqual(['Bob'])

    await change(b, { hidden_at: app.clock.now() })
    expect(await names(a)).toEqual([])
    await change(b, { hidden_at: null, shown_on_other_brands: false })
    expect(await names(a)).toEqual([])
    await change(b, { shown_on_other_brands: true })
    await setsAccount(app, b, { banned_at: app.clock.now() })
    expect(await names(a)).toEqual([])
    await setsAccount(app, b, { banned_at: null })
  })

  test('is shown as a card, and no nearer than a band says', async () => {
    app.clock.advance(5 * MINUTE)
    await livesIn(b, 5101798)
    await likes(a, b)
    const { members } = await search(a)
    expect(members).toEqual([
      {
        id: b.id,
        username: 'Bob',
        age: 29,
        placeName: 'Newark',
        distance: '6–15 miles',
        visiting: null,
        isOnline: false,
        isNew: true,
        headline: '',
        picture: null,
        verifiedAt: null,
        isLiked: true,
        isMatched: false,
      },
    ])
    const response = await a.request('/search/users')
    expect(await response.text()).not.toMatch(/latitude|longitude|birthday|example\.org|-7[34]\.\d/)
  })
})

describe('where people are found', () => {
  let c: CastMember

  beforeAll(async () => {
    c = await joins(app, { brand: 'adultcrush', username: 'Wanderer', gender: 'nonbinary' })
  })
  const near = (query: Given<typeof searchUsers>['query']) =>
    names(a, { gender: ['nonbinary'], ...query })

  test('is within the radius around one’s own place, or around another', async () => {
    await livesIn(c, 4560349) // Philadelphia, some 130 km away
    expect(await near({ radius: '100' })).toEqual([])
    expect(await near({ radius: '250' })).toEqual(['Wanderer'])
    expect(await near({ radius: '25', placeId: '4560349' })).toEqual(['Wanderer'])
    expect(await near({ radius: '25', place: 'philadelphia' })).toEqual(['Wanderer'])
    expect(await near({ radius: '25', place: '4560349' })).toEqual(['Wanderer'])
    expect(await near({ radius: '25', place: 'Boston' })).toEqual([])
  })

  test('is the whole country where nobody near is found and no radius was asked for', async () => {
    await livesIn(c, 5368361) // Los Angeles
    const { members, filters } = await search(a, { gender: ['nonbinary'] })
    expect(members.map((member) => member.username)).toEqual(['Wanderer'])
    expect(filters).toMatchObject({ radius: null, country: 'US', place: null })
  })

  test('is another country, or anywhere', async () => {
    await livesIn(c, 2643743) // London
    expect(await near({ radius: 'any' })).toEqual([])
    expect(await near({ country: 'GB' })).toEqual(['Wanderer'])
    expect(await near({ country: 'GB', radius: '10' })).toEqual(['Wanderer'])
    expect(await near({ country: 'GB', place: 'Leeds', radius: '10' })).toEqual([])
    expect(await near({ country: 'any', radius: 'any' })).toEqual(['Wanderer'])
  })

  test('reaches over borders and over the date line', async () => {
    await livesIn(c, 2947421) // Bocholt, Germany, 17 km from Winterswijk
    expect(await near({ country: 'NL', place: 'Winterswijk', radius: '25' })).toEqual(['Wanderer'])
    await change(c, { country: 'FJ', ...cellOf({ latitude: -16.7, longitude: -179.95 }) })
    await change(a, { country: 'FJ', ...cellOf({ latitude: -16.7, longitude: 179.95 }) })
    expect(await near({ radius: '50' })).toEqual(['Wanderer'])
    await livesIn(a, NEW_YORK)
  })
})

describe('the countries of a brand (searchcountries) and one’s own', () => {
  let lister: CastMember
  let abroad: CastMember
  const near = (query: Given<typeof searchUsers>['query'] = {}) =>
    names(lister, { gender: ['nonbinary'], radius: 'any', country: 'any', ...query })
  const listed = async (path: string) =>
    (
      (await (await lister.request(path)).json()) as { members: Array<{ username: string }> }
    ).members.map(({ username }) => username)

  beforeAll(async () => {
    // Searches in GB, IE, AU and NZ; she lives in the US.
    lister = await joins(app, {
      brand: 'localhussies',
      username: 'Lister',
      lookingFor: ['nonbinary'],
    })
    abroad = await joins(app, { brand: 'megaflirt', username: 'Abroad', gender: 'nonbinary' })
  })
  afterAll(() => change(abroad, { hidden_at: app.clock.now() }))

  test.each([
    ['GB', 2643743, true],
    ['AU', 2147714, true],
    ['US', NEW_YORK, true],
    ['CA', 6167865, false],
    ['DE', 2950159, false],
  ])('bound a search of any country and one of %s', async (country, placeId, isFound) => {
    await livesIn(abroad, placeId)
    expect((await near()).includes('Abroad')).toBe(isFound)
    for (const query of [
      `country=${country}`,
      `country=${country}&placeId=${placeId}`,
      `country=any&placeId=${placeId}`,
    ]) {
      for (const path of ['/search/users', '/search/count']) {
        const response = await lister.request(`${path}?${query}&gender=nonbinary`)
        expect([path, query, response.status]).toEqual([path, query, isFound ? 200 : 422])
        if (isFound) continue
        const problem = (await response.json()) as {
          errors: Array<{ field: string; message: string }>
        }
        expect(problem.errors).toEqual([
          {
            field: query.includes('any') ? 'place' : 'country',
            message: expect.stringMatching(
              /^LocalHussies does not search in (Canada|Germany)\./,
            ) as string,
          },
        ])
      }
    }
  })

  test('bound a circle over the border, and the list of those near', async () => {
    await change(lister, { country: 'NL', ...cellOf({ latitude: 51.97, longitude: 6.72 }) })
    await livesIn(abroad, 2947421) // Bocholt, Germany, 17 km from Winterswijk
    expect(await near({ country: undefined, radius: '25' })).toEqual([])
    expect(await listed('/widget/nearYou/page/1/count/48')).toEqual([])
    await change(abroad, { country: 'NL' })
    expect((await near({ country: undefined, radius: '25' })).includes('Abroad')).toBe(true)
    expect(await listed('/widget/nearYou/page/1/count/48')).toEqual(['Abroad'])
    await livesIn(lister, NEW_YORK)
  })

  test('do not hide whom one has met', async () => {
    await livesIn(abroad, 2950159) // Berlin
    await likes(abroad, lister)
    await likes(lister, abroad)
    expect(await listed('/widget/matches/page/1/count/48')).toEqual(['Abroad'])
    expect((await lister.request(`/profile/view/id/${abroad.id}`)).status).toBe(200)
  })

  test('are what the parameters serve, brand by brand', async () => {
    for (const brand of brands) {
      const { searchcountries } = (await (
        await app.visitor(brand.id).request('/site/getParameters')
      ).json()) as { searchcountries: Array<{ code: string }> }
      expect(searchCountriesOf({ brand, member: { country: 'FJ' } }).toSorted()).toEqual(
        [...searchcountries.map(({ code }) => code), 'FJ'].toSorted(),
      )
    }
  })
})

describe('pages', () => {
  let reader: CastMember

  beforeAll(async () => {
    reader = await joins(app, { brand: 'adultcrush', username: 'Reader', lookingFor: ['couple'] })
    const seen = app.clock.now()
    for (let n = 0; n < 59; n += 1) {
      const one = await joins(app, { brand: 'megaflirt', username: `Pair${n}`, gender: 'couple' })
      // Three at a time were seen at the same moment.
      await change(one, {
        last_seen_at: later(seen, -Math.floor(n / 3) * MINUTE),
        country: 'NZ',
        ...cellOf({ latitude: -41.3, longitude: 174.8 }),
      })
    }
  })
  const couples = (page: string) => names(reader, { gender: ['couple'], country: 'NZ', page })

  test('hold 24 people each, everybody once, whoever was seen last first', async () => {
    const pages = [await couples('1'), await couples('2'), await couples('3')]
    expect(pages.map((page) => page.length)).toEqual([24, 24, 11])
    expect(new Set(pages.flat()).size).toBe(59)
    expect(pages.flat().slice(0, 6)).toEqual(['Pair2', 'Pair1', 'Pair0', 'Pair5', 'Pair4', 'Pair3'])
    expect((await search(reader, { gender: ['couple'], country: 'NZ', page: '2' })).hasMore).toBe(
      true,
    )
    expect((await search(reader, { gender: ['couple'], country: 'NZ', page: '3' })).hasMore).toBe(
      false,
    )
  })

  test('hold the same people in a circle as in the country they fill', async () => {
    const inCircle = await names(reader, {
      gender: ['couple'],
      country: 'NZ',
      place: 'Wellington',
      radius: '100',
      page: '2',
    })
    expect(inCircle).toEqual(await couples('2'))
  })

  test('end: what comes after is empty, and is no error', async () => {
    for (const page of ['4', '100', '101', '99999999']) {
      expect(await search(reader, { gender: ['couple'], country: 'NZ', page })).toMatchObject({
        members: [],
        hasMore: false,
      })
    }
  })
})

describe('the order', () => {
  const made: CastMember[] = []
  let there: CastMember
  const couples = (query: Given<typeof searchUsers>['query'] = {}) =>
    names(there, { gender: ['couple'], country: 'IS', place: 'Reykjavik', radius: 'any', ...query })

  beforeAll(async () => {
    there = await joins(app, { brand: 'megaflirt', username: 'Icelander', lookingFor: ['couple'] })
    await livesIn(there, 3413829)
    const seen = later(app.clock.now(), -DAY)
    // From the nearest to the farthest, of whom the farthest was seen last and the nearest joined
    // last.
    for (const [index, [username, placeId]] of [
      ['Near', 3413829],
      ['Bay', 3415212],
      ['North', 2627309],
    ].entries()) {
      const one = await joins(app, {
        brand: 'megaflirt',
        username: username as string,
        gender: 'couple',
      })
      await livesIn(one, placeId as number)
      await change(one, {
        last_seen_at: later(seen, index * MINUTE),
        created_at: later(seen, -index * DAY),
      })
      made.push(one)
    }
  })

  test('is by the last visit, by the band of distance, or by the day of joining', async () => {
    expect(await couples()).toEqual(['North', 'Bay', 'Near'])
    // Near and Bay are in one band: of them the one seen last is first.
    expect(await couples({ sort: 'nearest' })).toEqual(['Bay', 'Near', 'North'])
    expect(await couples({ sort: 'nearest', radius: '25' })).toEqual(['Bay', 'Near'])
    expect(await couples({ sort: 'newest' })).toEqual(['Near', 'Bay', 'North'])
    expect(await couples({ sort: 'newest', radius: '100' })).toEqual(['Near', 'Bay'])
  })

  test('has those without a photo last, in a list of members as well', async () => {
    await change(made[0] as CastMember, { has_photo: true })
    expect(await couples()).toEqual(['Near', 'North', 'Bay'])
    expect(await couples({ sort: 'newest' })).toEqual(['Near', 'Bay', 'North'])
    expect(await couples({ sort: 'nearest' })).toEqual(['Near', 'Bay', 'North'])
    for (const one of made) await change(one, { last_seen_at: app.clock.now() })
    expect(await couples({ online: 'on' })).toEqual(['Near', 'North', 'Bay'])
    expect(await couples({ online: 'on', sort: 'newest' })).toEqual(['Near', 'Bay', 'North'])
    expect(
      await there.calls(countUsers, { query: { country: 'IS', radius: 'any', online: 'on' } }),
    ).toEqual({
      count: null,
      isMore: false,
    })
    const listed = await there.request('/widget/onlineNow/page/1/count/5')
    expect(
      ((await listed.json()) as { members: Array<{ username: string }> }).members.map(
        ({ username }) => username,
      ),
    ).toEqual(['Near', 'North', 'Bay'])
  })

  test('goes on over the pages from one band to the next, everybody once', async () => {
    const crowd = await joins(app, {
      brand: 'megaflirt',
      username: 'Crowd',
      lookingFor: ['couple'],
    })
    await livesIn(crowd, 2179537)
    const found = await Promise.all(
      ['1', '2', '3', '4'].map((page) =>
        names(crowd, { gender: ['couple'], country: 'any', radius: 'any', sort: 'nearest', page }),
      ),
    )
    expect(found.map((page) => page.length)).toEqual([24, 24, 12, 0])
    expect(new Set(found.flat()).size).toBe(60)
    // Wellington's couples first, by their last visit; then the rest of the brand's countries.
    expect(found.flat().slice(0, 2)).toEqual(['Pair2', 'Pair1'])
  })
})

describe('the number of those who fit', () => {
  const count = (query: Given<typeof countUsers>['query'] = {}) => a.calls(countUsers, { query })

  test('is true, whatever the page', async () => {
    expect(await count({ gender: ['couple'], country: 'NZ' })).toEqual({ count: 59, isMore: false })
    expect(
      await count({ gender: ['couple'], country: 'NZ', place: 'Wellington', radius: '25' }),
    ).toEqual({ count: 59, isMore: false })
    expect(await count({ gender: ['couple'], country: 'NZ', withPhoto: 'on' })).toEqual({
      count: null,
      isMore: false,
    })
    expect(await count({ gender: ['couple'], country: 'any', radius: 'any' })).toEqual({
      count: (await everyCouple()).length,
      isMore: false,
    })
  })

  test('comes with the first page of a list that asks for it, but in order of distance', async () => {
    const asked: Array<NonNullable<Given<typeof searchUsers>['query']>> = [
      { gender: ['couple'], country: 'NZ' },
      { gender: ['couple'], country: 'NZ', withPhoto: 'on' },
      { gender: ['couple'], country: 'any', radius: 'any', sort: 'newest' },
    ]
    for (const query of asked) {
      const list = (more: Given<typeof searchUsers>['query'] = {}) =>
        a.calls(searchUsers, { query: { ...query, withTotal: 'on', ...more } })
      const { sort: _, ...counted } = query
      expect((await list()).total).toEqual(await count(counted))
      expect([
        (await list({ page: '2' })).total,
        (await list({ sort: 'nearest' })).total,
        (await list({ withTotal: '' })).total,
      ]).toEqual([null, null, null])
    }
  })

  test('leaves out whom the search leaves out', async () => {
    const pair = await app.db
      .selectFrom('accounts')
      .select('id')
      .where('username', '=', 'Pair0')
      .executeTakeFirstOrThrow()
    await blocks(a, pair)
    expect(await count({ gender: ['couple'], country: 'NZ' })).toEqual({ count: 58, isMore: false })
  })

  test('is refused for the same reasons', async () => {
    const response = await a.request('/search/count?place=Nowhere+at+all')
    expect(response.status).toBe(422)
  })

  async function everyCouple(): Promise<string[]> {
    const pages = await Promise.all(
      ['1', '2', '3', '4'].map((page) =>
        names(a, { gender: ['couple'], country: 'any', radius: 'any', page }),
      ),
    )
    return pages.flat()
  }
})

describe('what makes no sense', () => {
  test.each([
    ['page=0', 'page'],
    ['page=abc', 'page'],
    ['page=-1', 'page'],
    ['page=1.5', 'page'],
    ['ageFrom=old', 'ageFrom'],
    ['ageTo=1e999', 'ageTo'],
    ['gender=robot', 'gender.0'],
    ['gender=man&gender=man&gender=man&gender=man&gender=man', 'gender'],
    ['country=Atlantis', 'country'],
    ['radius=7', 'radius'],
    ['radius=-5', 'radius'],
    ['place=Nowhere at all', 'place'],
    ['place=London&country=any', 'place'],
    ['placeId=1', 'place'],
    ['placeId=x', 'placeId'],
    ['online=maybe', 'online'],
    ['sort=cheapest', 'sort'],
  ])('%s is refused with a sentence at %s', async (query, field) => {
    const response = await a.request(`/search/users?${query}`)
    const problem = (await response.json()) as { errors: Array<{ field: string }> }
    expect([response.status, problem.errors[0]?.field]).toEqual([422, field])
  })

  test('is put right where the meaning is plain', async () => {
    const { filters } = await search(a, { ageFrom: '3', ageTo: '200', gender: ['man', 'man'] })
    expect(filters).toMatchObject({ ageFrom: 18, ageTo: 99, gender: ['man'] })
  })

  test('is the same as nothing where a form sends its empty fields', async () => {
    const response = await a.request(
      '/search/users?gender=&ageFrom=&ageTo=&country=&place=&placeId=&radius=&page=',
    )
    expect(response.status).toBe(200)
    expect(((await response.json()) as { filters: Filters }).filters).toMatchObject({
      gender: ['man', 'woman'],
      ageFrom: 18,
      country: 'US',
    })
  })
})

describe('the place of somebody', () => {
  test('is never known better than its cell, however often one asks (assurance 23)', async () => {
    const hidden = await joins(app, {
      brand: 'adultcrush',
      username: 'Hidden',
      gender: 'nonbinary',
    })
    const town = placeById(5103086) // Ramsey, New Jersey, 39 km from New York
    if (!town) throw new Error('no such town')
    await livesIn(hidden, town.id)
    // Everybody who might live where the answers point to: points all over the cell.
    const cell = cellOf(town)
    const suspects = Array.from({ length: 200 }, (_, n) => ({
      latitude: cell.latitude + (((n * 0.618) % 1) - 0.5) * 0.0449,
      longitude: cell.longitude + (((n * 0.7548) % 1) - 0.5) * 0.0449,
    })).filter((point) => distanceKm(cellOf(point), cell) === 0)
    expect(suspects.length).toBeGreaterThan(150)

    const probes = townsOf('US')
      .filter((place) => distanceKm(place, town) < 40 && place.population >= NAMED_FROM)
      .slice(0, CENTRES_A_DAY)
    app.clock.advance(DAY)
    for (const [index, probe] of probes.entries()) {
      app.clock.advance(MINUTE)
      for (const radius of ['5', '10', '25'] as const) {
        const { members } = await search(a, {
          gender: ['nonbinary'],
          placeId: String(probe.id),
          radius,
        })
        const isFound = members.some((member) => member.id === hidden.id)
        const wouldBe = new Set(
          suspects.map((point) => distanceKm(cellOf(probe), cellOf(point)) <= Number(radius)),
        )
        expect([index, radius, [...wouldBe]]).toEqual([index, radius, [isFound]])
      }
    }
    app.clock.advance(DAY)
    const bands = new Set(
      suspects.map((point) => distanceBand(distanceKm(cell, cellOf(point)), 'km')),
    )
    expect(bands.size).toBe(1)
  })
})

describe('the filters in use', () => {
  const own = { lookingFor: ['man', 'woman'], country: 'US', unit: 'miles' } as const
  const london = { id: 2643743, name: 'London', region: 'England', country: 'GB' }
  const none: Filters = { ...everything, gender: ['woman', 'man'], country: 'US', sort: 'newest' }
  const all: Filters = {
    gender: ['couple'],
    ageFrom: 30,
    ageTo: 40,
    country: 'GB',
    place: london,
    radius: 25,
    online: true,
    withPhoto: true,
    verified: false,
    linked: false,
    facts: {},
    sort: 'newest',
  }
  const labels = (filters: Filters) => chipsOf(filters, own).map(({ label }) => label)

  test('have a name each, and removing them one by one leaves none', () => {
    expect(labels(all)).toEqual([
      'Couples',
      'Aged 30 to 40',
      'Within 15 miles',
      'Around London',
      'Online now',
      'With photo',
    ])
    let left = all
    const counts: number[] = []
    for (let [chip] = chipsOf(left, own); chip; [chip] = chipsOf(left, own)) {
      left = chip.without
      counts.push(chipsOf(left, own).length)
    }
    expect(counts).toEqual([5, 4, 3, 2, 1, 0])
    expect(left).toEqual({ ...none, gender: ['man', 'woman'] })
  })

  test('are none where the search is the member’s own', () => {
    expect(labels(none)).toEqual([])
    expect(labels({ ...none, country: null })).toEqual(['All countries'])
    expect(labels({ ...none, country: 'GB' })).toEqual(['United Kingdom'])
  })

  test('come with a number in words', () => {
    const numbers = [null, 0, 1, 140, 200].map((count) =>
      countInWords({ count, isMore: count === 200 }),
    )
    expect(numbers).toEqual([
      'Fewer than ten people',
      'Nobody',
      'One person',
      '140 people',
      '200+ people',
    ])
  })
})

describe('a search that finds nobody', () => {
  const leeds = { placeName: 'Leeds', country: 'GB', unit: 'miles' } as const
  const narrow: Filters = {
    gender: ['woman'],
    ageFrom: 30,
    ageTo: 35,
    country: 'GB',
    place: null,
    radius: 10,
    online: true,
    withPhoto: true,
    verified: false,
    linked: false,
    facts: {},
    sort: 'nearest',
  }

  test('is widened step by step, until nothing is left to widen', () => {
    const labels: string[] = []
    for (let step = widerSearch(narrow, leeds); step; step = widerSearch(step.filters, leeds))
      labels.push(step.label)
    expect(labels).toEqual([
      'Include people who are not online',
      'Look within 30 miles',
      'Look within 60 miles',
      'Look within 150 miles',
      'Look at any distance',
      'Include people without a photo',
      'Include all ages',
      'Look in all countries',
    ])
  })

  test('is said in words', () => {
    const london = { id: 2643743, name: 'London', region: 'England', country: 'GB' }
    const all: Filters = {
      ...narrow,
      gender: [...genderValues],
      ageFrom: 18,
      ageTo: 99,
      radius: null,
      online: false,
      withPhoto: false,
    }
    expect(inWords(narrow, leeds)).toBe(
      'women aged 30 to 35 with a photo who are online within 6 miles of Leeds',
    )
    expect(inWords({ ...all, radius: 50, place: london, ageFrom: 40 }, leeds)).toBe(
      'everybody of 40 and over within 30 miles of London',
    )
    expect(inWords({ ...all, gender: ['man', 'couple', 'woman'] }, leeds)).toBe(
      'women, men and couples in the whole country',
    )
    expect(
      inWords({ ...all, gender: ['man', 'woman'], country: null, ageFrom: 33, ageTo: 33 }, leeds),
    ).toBe('women and men aged 33 in all countries')
  })

  test('can be repeated from its address', async () => {
    const { filters } = await search(a, {
      ...queryOf({
        ...narrow,
        place: { id: 2643743, name: 'London', region: 'England', country: 'GB' },
      }),
    })
    expect(filters).toEqual({
      ...narrow,
      place: { id: 2643743, name: 'London', region: 'England', country: 'GB' },
    })
  })
})
