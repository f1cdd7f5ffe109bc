import { beforeAll, describe, expect, test } from 'vitest'
import { visited } from '#api/visits.server.ts'
import { count } from '#core/figures/counting.sql.ts'
import { foldEntries } from '#core/figures/folding.sql.ts'
import { HOUR, later } from '#lib/clock.ts'
import { brandById } from '#sites/registry.ts'
import { app, setsAccount, withApp } from '#tests/support/app.ts'
import { type CastMember, joins } from '#tests/support/cast.ts'

/** Clocks are put forward in spring and back in autumn: such days have 23 and 25 hours. */

const BRAND = 'adultcrush'
const zone = brandById(BRAND)?.timeZone ?? ''

withApp()
let alice: CastMember
beforeAll(async () => {
  alice = await joins(app, { brand: BRAND, username: 'Alice' })
  await setsAccount(app, alice, { created_at: new Date('2027-01-10T12:00:00Z') })
})

const folds = async () => {
  const fold = () => app.transaction((trx) => foldEntries(trx, 500))
  while ((await fold()) > 0);
}
const countsOf = async (measure: string, brand: string, from: string) => {
  await folds()
  const rows = await app.db
    .selectFrom('brand_days')
    .select(['day', 'count'])
    .where('brand', '=', brand)
    .where('measure', '=', measure)
    .where('source', '=', '')
    .where('day', '>=', from)
    .orderBy('day')
    .limit(3)
    .execute()
  return rows.map(({ day, count: times }) => [day, Number(times)])
}

describe.each([
  // Midnight of the first day, and how many hours the one after it has.
  {
    name: 'forward',
    first: '2027-03-26T22:00:00Z',
    days: ['2027-03-27', '2027-03-28', '2027-03-29'],
    hours: 23,
  },
  {
    name: 'back',
    first: '2027-10-29T21:00:00Z',
    days: ['2027-10-30', '2027-10-31', '2027-11-01'],
    hours: 25,
  },
])('when clocks are put $name', ({ first, days, hours }) => {
  const all = Array.from({ length: 24 + hours + 24 }, (_, hour) =>
    later(new Date(first), hour * HOUR),
  )
  const expected = days.map((day, at) => [day, at === 1 ? hours : 24])

  test('each hour counts once, on the day that it is there', async () => {
    expect(zone).toBe('Asia/Nicosia')
    for (const at of all) await count(app.db, { brand: BRAND, measure: 'arrival', at })
    expect(await countsOf('arrival', BRAND, days[0] ?? '')).toEqual(expected)
    expect(await countsOf('arrival', '', days[0] ?? '')).toEqual(expected)
  })

  test('a member who is there each hour is there once a day', async () => {
    for (const at of all)
      await app.transaction((trx) => app.services.say(trx, visited, [{ accountId: alice.id, at }]))
    expect(await countsOf('active', BRAND, days[0] ?? '')).toEqual(days.map((day) => [day, 1]))
  })
})
