import { describe, expect, test } from 'vitest'
import { setShownTo } from '#core/people/shown-to/shown-to.contract.ts'
import { whereabouts } from '#core/places/bearings.ts'
import { cellOf } from '#core/places/places.ts'
import { ledgerFaults } from '#money/books/ledger-check.sql.ts'
import { revealLocation } from '#money/credits/reveal-location.contract.ts'
import { app, setsAccount, withApp } from '#tests/support/app.ts'
import { blocks, type CastMember, joins, views, writesTo } from '#tests/support/cast.ts'
import { creditsOf, givesCredits } from '#tests/support/credits.ts'

withApp()

let number = 0
/** Boston, seen from Bob's New York: about 306 km to the north-east. */
const boston = cellOf({ latitude: 42.36, longitude: -71.06 })
const mia = () =>
  joins(app, { brand: 'wivesnow', username: `Mia${(number += 1)}`, gender: 'woman', ...boston })

async function bob(credits: number, brand = 'wivesnow'): Promise<CastMember> {
  const member = await joins(app, {
    brand,
    username: `Bob${(number += 1)}`,
    gender: 'man',
    lookingFor: ['woman'],
  })
  if (credits > 0) await givesCredits(app, member, credits)
  return member
}
const reveals = (member: CastMember, other: { id: number }, key?: string) =>
  member.calls(
    revealLocation,
    { body: { id: other.id } },
    key === undefined ? {} : { idempotencyKey: key },
  )
const balance = (member: CastMember) => creditsOf(app, member)

describe('a location that is revealed', () => {
  test('costs what the page said, tells distance and direction, and stays open for good', async () => {
    const [Bob, Mia] = [await bob(5), await mia()]
    expect((await views(Bob, Mia)).location).toEqual({ price: 2, words: null })
    expect(await reveals(Bob, Mia)).toEqual({
      location: 'About 190 miles to the north-east of you',
      currentCredits: 3,
      next: `/profile/view/id/${Mia.id}#location`,
    })
    expect((await views(Bob, Mia)).location).toEqual({
      price: 2,
      words: 'About 190 miles to the north-east of you',
    })
    expect((await views(Mia, Bob)).location).toEqual({ price: 2, words: null })
    expect(await reveals(Bob, Mia)).toMatchObject({ currentCredits: 3 })
    expect(await ledgerFaults(app.db, app.clock.now(), 100)).toEqual([])
  })

  test('is paid once with one key, with two keys, and in twenty tabs at once', async () => {
    const [Bob, Mia, Zoe] = [await bob(20), await mia(), await mia()]
    const same = await Promise.all(Array.from({ length: 10 }, () => reveals(Bob, Mia, 'one-key')))
    expect(new Set(same.map(({ currentCredits }) => currentCredits))).toEqual(new Set([18]))
    await Promise.all(Array.from({ length: 20 }, (_, tab) => reveals(Bob, Zoe, `tab-${tab}`)))
    expect(await balance(Bob)).toBe(16)
    await expect(reveals(Bob, Zoe, 'one-key')).rejects.toMatchObject({ code: 'conflict' })
  })

  test('is refused with too few credits, and then nothing is taken or shown', async () => {
    const [Bob, Mia] = [await bob(1), await mia()]
    await expect(reveals(Bob, Mia)).rejects.toMatchObject({
      status: 402,
      message: 'This costs 2 credits, and you have 1. Buy some to go on.',
    })
    expect(await balance(Bob)).toBe(1)
    expect((await views(Bob, Mia)).location).toEqual({ price: 2, words: null })
  })

  test('is not for sale on a brand without credits', async () => {
    const [Bob, Mia] = [await bob(5, 'adultcrush'), await mia()]
    expect((await views(Bob, Mia)).location).toBeNull()
    await expect(reveals(Bob, Mia)).rejects.toMatchObject({
      code: 'forbidden',
      message: 'Locations are not for sale on AdultCrush.',
    })
    expect(await balance(Bob)).toBe(5)
  })
})

describe('nothing is spent', () => {
  const standings: ReadonlyArray<
    readonly [string, (Bob: CastMember, Mia: CastMember) => Promise<unknown>, RegExp]
  > = [
    [
      'on who is taking a break',
      (_, Mia) => Mia.calls(setShownTo, { body: { to: 'nobody' } }),
      /taking a break|no longer available/,
    ],
    [
      'on who is taking a break, and is known from a conversation',
      async (Bob, Mia) => {
        await writesTo(Bob, Mia)
        await Mia.calls(setShownTo, { body: { to: 'nobody' } })
      },
      /^They are taking a break/,
    ],
    [
      'on who is shown only to people they like, and is known from a conversation',
      async (Bob, Mia) => {
        await writesTo(Bob, Mia)
        await Mia.calls(setShownTo, { body: { to: 'liked' } })
      },
      /^They show where they are only to people they like/,
    ],
    ['on who has blocked one', (Bob, Mia) => blocks(Mia, Bob), /no longer available/],
    ['on whom one has blocked', (Bob, Mia) => blocks(Bob, Mia), /no longer available/],
    [
      'on who is banned',
      (_, Mia) => setsAccount(app, Mia, { banned_at: app.clock.now() }),
      /no longer available/,
    ],
  ]
  test.each(standings)('%s', async (_, comesAbout, words) => {
    const [Bob, Mia] = [await bob(5), await mia()]
    await comesAbout(Bob, Mia)
    const before = await balance(Bob)
    const refusal = await reveals(Bob, Mia).catch((error: unknown) => error)
    expect(refusal).toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(words) as string,
    })
    expect((refusal as Error).message).toMatch(/nothing was spent/i)
    expect(await balance(Bob)).toBe(before)
  })

  test('on oneself', async () => {
    const Bob = await bob(5)
    await expect(reveals(Bob, Bob)).rejects.toMatchObject({ code: 'unavailable' })
    expect(await balance(Bob)).toBe(5)
  })
})

test('a message and a location at once, with credits for one, are never both paid', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [Bob, Mia, Zoe] = [await bob(2), await mia(), await mia()]
    const tries = await Promise.allSettled([
      reveals(Bob, Mia),
      reveals(Bob, Zoe),
      writesTo(Bob, Mia),
    ])
    const paid = tries.reduce(
      (sum, { status }, index) => sum + (status === 'fulfilled' ? ([2, 2, 1][index] as number) : 0),
      0,
    )
    for (const one of tries)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'noCredits' })
    expect(paid).toBeGreaterThan(0)
    expect(await balance(Bob)).toBe(2 - paid)
  }
  expect(await ledgerFaults(app.db, app.clock.now(), 100)).toEqual([])
})

describe('what is shown', () => {
  const here = cellOf({ latitude: 51.5, longitude: -0.12 })
  test.each([
    [
      'the same area',
      { latitude: 51.501, longitude: -0.121 },
      'In the same area as you, which is about 5 km wide',
    ],
    ['the next area', { latitude: 51.55, longitude: -0.12 }, 'About 5 km to the north-east of you'],
    ['Brighton', { latitude: 50.83, longitude: -0.14 }, 'About 80 km to the south of you'],
    ['Bristol', { latitude: 51.45, longitude: -2.6 }, 'About 170 km to the west of you'],
    ['Paris', { latitude: 48.86, longitude: 2.35 }, 'About 350 km to the south-east of you'],
    [
      'Auckland, the other way round the date line',
      { latitude: -36.85, longitude: 174.76 },
      /^About 18,\d50 km|^About 18,\d00 km/,
    ],
  ])('of %s is no finer than an area of 5 km', (_, there, words) => {
    expect(whereabouts(here, cellOf(there), 'km')).toMatch(words)
  })

  test('is the same for everybody in an area, from wherever one looks', () => {
    const corners = [
      { latitude: here.latitude + 0.02, longitude: here.longitude + 0.03 },
      { latitude: here.latitude - 0.02, longitude: here.longitude - 0.03 },
    ].map(cellOf)
    for (const from of [
      { latitude: 51.4, longitude: 0.3 },
      { latitude: 51.9, longitude: -0.6 },
      { latitude: 50.7, longitude: -1.9 },
    ].map(cellOf)) {
      expect(new Set(corners.map((corner) => whereabouts(from, corner, 'km'))).size).toBe(1)
    }
  })
})
