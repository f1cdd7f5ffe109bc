import { beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '#app.server.ts'
import { HOUR, later, MINUTE } from '#lib/clock.ts'
import { widget } from '#members/search/lists/lists.contract.ts'
import { viewProfile } from '#members/search/profile/profile.contract.ts'
import { searchUsers } from '#members/search/search.contract.ts'
import { countSeen, seenSweepJob } from '#members/search/seen.server.ts'
import { app, refusedWith, runJob, withApp } from '../support/app.ts'
import { type CastMember, joins } from '../support/cast.ts'

/**
 * Assurance 33: whoever reads the network out gets a thousand people an hour, by whichever ways and
 * however many at once.
 */

withApp()
let mallory: CastMember
let members = 0
beforeEach(async () => {
  mallory = await joins(app, { brand: 'adultcrush', username: `Mallory${(members += 1)}` })
})

type Look = { at?: Date; from?: typeof app.services }

/** Looks at these people as a list would; the refusal, or null. */
async function looks(
  ids: readonly number[],
  { at = app.clock.now(), from = app.services }: Look = {},
): Promise<{ wait: number; detail: string } | null> {
  const scope = { at, member: { id: mallory.id } } as Parameters<typeof countSeen>[1]
  try {
    await countSeen(from, scope, ids)
    return null
  } catch (error) {
    const { code, message, headers } = error as {
      code?: string
      message: string
      headers: Record<string, string>
    }
    if (code !== 'tooMany') throw error
    return { wait: Number(headers['Retry-After']), detail: message }
  }
}

/** A page of people, 25 at a time, each page others. */
const page = (number: number) =>
  Array.from({ length: 25 }, (_, index) => 1_000_000 + number * 25 + index)

/**
 * How many different people are shown to whoever asks for page after page until the first refusal.
 */
async function shownAtOnce(from: number, most: number, look: Look = {}): Promise<number> {
  for (let number = from; number < from + most; number += 1)
    if (await looks(page(number), look)) return (number - from) * 25
  return most * 25
}

test('eight hundred are free, the rest of a thousand comes slowly, and then there is a sentence', async () => {
  const start = app.clock.now()
  const free = await shownAtOnce(0, 60)
  expect(free).toBeGreaterThanOrEqual(750)
  expect(free).toBeLessThanOrEqual(850)
  let next = free / 25
  let shown = free
  let slow: string | undefined
  for (let minute = 0; minute < 60; minute += 1) {
    const refusal = await looks(page(next), { at: later(start, minute * MINUTE) })
    slow ??= refusal?.detail
    if (refusal) continue
    next += 1
    shown += 25
  }
  expect(slow).toMatch(
    /^You have seen 800 people in a short time\. We show more of them in \d+ minutes\.$/,
  )
  expect(shown).toBeGreaterThanOrEqual(925)
  expect(shown).toBeLessThanOrEqual(1025)
  const end = await looks([...page(next), ...page(next + 1)], { at: later(start, HOUR - 1000) })
  expect(end?.detail).toMatch(
    /^You have seen 1000 people within an hour, which is as many as we show\. There are more in \d+ minutes\.$/,
  )
})

test('Retry-After is when there is more, not before', async () => {
  const start = app.clock.now()
  const next = (await shownAtOnce(0, 60)) / 25
  const wait = (await looks(page(next)))?.wait ?? 0
  expect(wait).toBeGreaterThan(10)
  expect(await looks(page(next), { at: later(start, (wait - 20) * 1000) })).not.toBeNull()
  expect(await looks(page(next), { at: later(start, wait * 1000) })).toBeNull()
})

test('people seen before cost nothing, when it is over as well', async () => {
  const shown = (await shownAtOnce(0, 60)) / 25
  for (let number = 0; number < shown; number += 1) expect(await looks(page(number))).toBeNull()
  expect(await looks(page(shown))).not.toBeNull()
  expect(await looks(page(0))).toBeNull()
})

test('the end of one hour and the beginning of the next are not two allowances', async () => {
  const start = app.clock.now()
  expect(await looks(page(0))).toBeNull()
  const late = later(start, 58 * MINUTE)
  const before = await shownAtOnce(1, 60, { at: late })
  const after = await shownAtOnce(100, 60, { at: later(start, 62 * MINUTE) })
  expect(before).toBeGreaterThanOrEqual(950)
  expect(before + after).toBeLessThanOrEqual(1050)
  // Whoever rests has all of it again.
  expect(await shownAtOnce(200, 60, { at: later(start, 4 * HOUR) })).toBeGreaterThanOrEqual(750)
})

test('forty pages at once, asked of two processes, are no more than one after the other', async () => {
  const other = await createApp({
    settings: app.services.settings,
    database: { ...app.services.database, close: async () => undefined },
    clock: app.clock,
    log: app.services.log,
  })
  const refusals = await Promise.all(
    Array.from({ length: 60 }, (_, number) =>
      looks(page(number), { from: number % 2 === 0 ? app.services : other.services }),
    ),
  )
  await other.close()
  const shown = refusals.filter((refusal) => refusal === null).length * 25
  expect(shown).toBeGreaterThanOrEqual(750)
  expect(shown).toBeLessThanOrEqual(850)
})

describe('over the API', () => {
  test('search, lists and profiles count together, and say when there will be more', async () => {
    const people = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        joins(app, { brand: 'adultcrush', username: `Person${index}`, gender: 'man' }),
      ),
    )
    // All but a handful of the allowance is used up elsewhere.
    for (let number = 0; number < 30; number += 1) await looks(page(number))
    await looks(page(30).slice(0, 20))
    for (let one = 0; (await looks([2_000_000 + one])) === null; one += 1);
    const asked = [
      mallory.calls(searchUsers, { query: { radius: 'any' } }),
      mallory.calls(widget, { params: { list: 'onlineNow', page: 1, count: 24 } }),
      mallory.calls(viewProfile, { params: { id: people[0]?.id } }),
    ]
    for (const one of await Promise.all(asked.map(refusedWith))) {
      expect([one?.code, one?.status, one?.retryAfter]).toEqual([
        'tooMany',
        429,
        expect.any(Number),
      ])
      expect(one?.message).toMatch(/people/)
    }
    // A visit that was refused counts as none: nobody was told of it.
    expect(
      await app.db
        .selectFrom('views')
        .select('viewed_id')
        .where('viewer_id', '=', mallory.id)
        .execute(),
    ).toEqual([])
    app.clock.advance(3 * HOUR)
    expect(
      await refusedWith(mallory.calls(viewProfile, { params: { id: people[0]?.id } })),
    ).toBeNull()
  })

  test('widgets have a limit of their own, whoever is in them', async () => {
    const ask = () => mallory.request('/widget/onlineNow/page/1/count/24')
    const statuses = []
    for (let count = 0; count < 125; count += 1) statuses.push((await ask()).status)
    expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([
      120, 429,
    ])
  })
})

test('what is long over is forgotten', async () => {
  await looks(page(0))
  const kept = async () =>
    (
      await app.db
        .selectFrom('people_seen')
        .select('account_id')
        .where('account_id', '=', mallory.id)
        .execute()
    ).length
  const sweep = () => runJob(app, seenSweepJob)
  await sweep()
  expect(await kept()).toBe(1)
  app.clock.advance(3 * HOUR)
  await sweep()
  expect(await kept()).toBe(0)
})
