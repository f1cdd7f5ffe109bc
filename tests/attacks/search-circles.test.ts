import { beforeAll, expect, test } from 'vitest'
import type { Given } from '#api/contract.ts'
import { placeById, townsOf } from '#core/places/places.server.ts'
import { distanceKm } from '#core/places/places.ts'
import { placeColumns, shownTown } from '#core/places/towns.server.ts'
import { DAY, MINUTE } from '#lib/clock.ts'
import { countUsers, searchUsers } from '#members/search/search.contract.ts'
import { countInWords } from '#members/search/search.ts'
import { app, setsProfile, withApp } from '../support/app.ts'
import { type CastMember, joins } from '../support/cast.ts'

/** Who searches around many places to find in which cell somebody lives. */

const MONSCHAU = 2869449
withApp()
let Mallory: CastMember
let Nora: CastMember
beforeAll(async () => {
  Mallory = await joins(app, { brand: 'adultcrush', username: 'Mallory' })
  Nora = await joins(app, { brand: 'adultcrush', username: 'Nora', gender: 'nonbinary' })
  const home = placeById(MONSCHAU)
  if (!home) throw new Error('the gazetteer has no Monschau')
  await setsProfile(app, Nora, placeColumns(home))
})

const filters = (placeId: number, radius: string) => ({
  gender: ['nonbinary' as const],
  country: 'DE',
  placeId: String(placeId),
  radius,
})
const answerOf = async (path: string, query: Record<string, unknown>) => {
  const response = await Mallory.request(
    `${path}?${new URLSearchParams(query as Record<string, string>).toString()}`,
  )
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

test('120 counts around small places near somebody tell nothing, and are around few towns', async () => {
  const { latitude, longitude } = placeById(MONSCHAU) as { latitude: number; longitude: number }
  const near = townsOf('DE')
    .filter((place) => place.population < 15_000 && distanceKm({ latitude, longitude }, place) < 60)
    .slice(0, 40)
  expect(near).toHaveLength(40)
  const answers = new Set<string>()
  let calls = 0
  for (const place of near) {
    for (const radius of ['10', '25', '50']) {
      if ((calls += 1) % 100 === 0) app.clock.advance(MINUTE)
      const { status, body } = await answerOf('/search/count', filters(place.id, radius))
      answers.add(status === 200 ? JSON.stringify(body) : String(status))
    }
  }
  expect([...answers].filter((answer) => answer !== '429')).toEqual([
    '{"count":null,"isMore":false}',
  ])
  expect(countInWords({ count: null, isMore: false })).toBe('Fewer than ten people')
  // Each of them stands for its town: the list of a place is the list of the town.
  const [village] = near as [(typeof near)[0]]
  app.clock.advance(DAY + MINUTE)
  const list = (placeId: number): Given<typeof searchUsers>['query'] => filters(placeId, '25')
  const of = async (placeId: number) => Mallory.calls(searchUsers, { query: list(placeId) })
  const town = shownTown(village)
  expect(town.population).toBeGreaterThanOrEqual(15_000)
  expect(await of(village.id)).toEqual(await of(town.id))
  expect((await of(village.id)).filters.place?.id).toBe(town.id)
})

test('thirty different towns a day are searched around, by list and by number together', async () => {
  app.clock.advance(2 * DAY)
  const towns = townsOf('DE').slice(0, 40)
  const statuses: number[] = []
  for (const [index, { id }] of towns.entries()) {
    const path = index % 2 === 0 ? '/search/users' : '/search/count'
    statuses.push((await answerOf(path, filters(id, '10'))).status)
  }
  expect(statuses).toEqual(towns.map((_, index) => (index < 30 ? 200 : 429)))
  const [first, , last] = [towns[0], towns[1], towns[39]] as Array<{ id: number }>
  expect((await answerOf('/search/users', filters(first?.id ?? 0, '50'))).status).toBe(200)
  const refused = await answerOf('/search/users', filters(last?.id ?? 0, '10'))
  const message = expect.stringContaining('30 different places') as string
  expect([refused.status, refused.body['detail'], refused.body['errors']]).toEqual([
    429,
    message,
    [{ field: 'place', message }],
  ])
  // Around one's own place, and everywhere, as before.
  await Mallory.calls(countUsers, { query: { gender: ['nonbinary'] } })
  app.clock.advance(DAY)
  expect((await answerOf('/search/users', filters(last?.id ?? 0, '10'))).status).toBe(200)
})

test('of more towns at the same moment, thirty are searched around', async () => {
  app.clock.advance(2 * DAY)
  const towns = townsOf('DE').slice(100, 140)
  const statuses = await Promise.all(
    towns.map(async ({ id }) => (await answerOf('/search/count', filters(id, '10'))).status),
  )
  expect(statuses.filter((status) => status === 200)).toHaveLength(30)
})
