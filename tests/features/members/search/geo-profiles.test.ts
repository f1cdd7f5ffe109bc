import { beforeAll, beforeEach, expect, test } from 'vitest'
import { placeById } from '#core/places/places.server.ts'
import { cellOf } from '#core/places/places.ts'
import { placeColumns } from '#core/places/towns.server.ts'
import { MINUTE } from '#lib/clock.ts'
import { matchAction } from '#members/likes/likes.contract.ts'
import { geoProfiles } from '#members/search/profile/geo-profiles.contract.ts'
import { app, setsProfile, withApp } from '#tests/support/app.ts'
import { blocks, type CastMember, joins, likes } from '#tests/support/cast.ts'

/** A profile leads on to people around the town that it names. */

const READING = 2639577
const BERLIN = 2950159
withApp()
let alice: CastMember
let bob: CastMember
let near: CastMember

beforeAll(async () => {
  alice = await joins(app, { brand: 'localhussies', username: 'Alice', lookingFor: ['man'] })
  bob = await joins(app, { brand: 'wivesnow', username: 'Bob', gender: 'man' })
  near = await joins(app, { brand: 'megaflirt', username: 'Near', gender: 'man' })
  for (const member of [bob, near]) await livesIn(member, READING)
  await livesIn(
    await joins(app, { brand: 'megaflirt', username: 'Another', gender: 'woman' }),
    READING,
  )
  await joins(app, { brand: 'megaflirt', username: 'Faraway', gender: 'man' })
})
beforeEach(() => app.clock.advance(MINUTE))

async function livesIn(member: CastMember, placeId: number): Promise<void> {
  const place = placeById(placeId)
  if (!place) throw new Error(`no place ${placeId}`)
  await setsProfile(app, member, placeColumns(place))
}
const around = (id?: number) => alice.calls(geoProfiles, { query: { id } })
const names = async (id?: number) => (await around(id)).members.map(({ username }) => username)

test('people around a profile are those whom the viewer looks for there, without the member whose profile it is', async () => {
  const { place, radius, members } = await around(bob.id)
  expect([place, radius]).toEqual([
    { id: READING, name: 'Reading', region: 'England', country: 'GB' },
    50,
  ])
  expect(members.map(({ username }) => username)).toEqual(['Near'])
  expect(await names()).toEqual(['Faraway'])
})

test('people around a profile live around the town that the profile names, wherever its own cell is', async () => {
  await setsProfile(app, bob, cellOf({ latitude: 57.15, longitude: -2.09 }))
  expect(await names(bob.id)).toEqual(['Near'])
  await livesIn(bob, READING)
})

test('people around a profile have not been met: neither liked nor blocked', async () => {
  await likes(alice, near)
  expect(await names(bob.id)).toEqual([])
  await alice.calls(matchAction, { params: { action: 'unlike' }, body: { id: near.id } })
  expect(await names(bob.id)).toEqual(['Near'])
  await blocks(near, alice)
  expect(await names(bob.id)).toEqual([])
  await blocks(near, alice, 'unblock')
})

test('people around a profile are nobody where the brand does not search', async () => {
  for (const member of [bob, near]) await livesIn(member, BERLIN)
  const { place, members } = await around(bob.id)
  expect([place.name, members]).toEqual(['Berlin', []])
  for (const member of [bob, near]) await livesIn(member, READING)
})

test('people around a profile are as many as were asked for, and not more than the row has place for', async () => {
  for (let n = 0; n < 8; n += 1)
    await livesIn(
      await joins(app, { brand: 'megaflirt', username: `Neighbour${n}`, gender: 'man' }),
      READING,
    )
  expect((await around(bob.id)).members).toHaveLength(6)
  const few = (await (await alice.request(`/profile/geoProfiles?id=${bob.id}&count=2`)).json()) as {
    members: unknown[]
  }
  expect(few.members).toHaveLength(2)
  for (const wrong of ['count=0', 'count=x', 'id=0', 'id=x'])
    expect([wrong, (await alice.request(`/profile/geoProfiles?${wrong}`)).status]).toEqual([
      wrong,
      422,
    ])
})
