import { beforeAll, describe, expect, test } from 'vitest'
import { MINUTE } from '#lib/clock.ts'
import { mayPrefetch } from '#sites/prefetched-pages.ts'
import { pageRoutes } from '#sites/routes.ts'
import { app, withApp } from '#tests/support/app.ts'
import { type CastMember, joins } from '#tests/support/cast.ts'

/**
 * Pages that a browser fetches before a click. That they leave every row as it was:
 * tests/e2e/prefetch.spec.ts.
 */

withApp()
let member: CastMember
beforeAll(async () => {
  member = await joins(app, { brand: 'adultcrush', username: 'Ana' })
})

const fetched = (path: string, purpose = 'prefetch') =>
  member.visit(path, { headers: { 'Sec-Purpose': purpose } })

describe('the server', () => {
  test.each(pageRoutes.map(({ pattern }) => pattern))(
    'prepares %s only where nothing is recorded',
    async (pattern) => {
      const path = pattern.replaceAll(/\/:\w+\?/g, '').replaceAll(/:\w+/g, '1')
      const recordsNothing = /^\/(messages|search|plist|profile\/edit)\b/.test(path)
      expect((await fetched(path)).status).toBe(recordsNothing ? 200 : 503)
      expect(mayPrefetch(new URL(path, 'http://x.invalid'))).toBe(recordsNothing)
      expect((await fetched(path, 'prefetch;prerender')).status).toBe(503)
    },
  )

  test.each([
    ['/messages?with=1', 503],
    ['/search?token=x', 503],
    ['/search?back=/messages', 503],
    ['/q/summer', 503],
    ['/search/2?ageFrom=30', 200],
    ['/wivesnow/search', 200],
  ])('answers the prefetch of %s by %d', async (path, status) => {
    expect((await fetched(path)).status).toBe(status)
  })

  test('prepares no sign-out and no export', async () => {
    for (const path of ['/site/signout', '/profile/export']) {
      const answer = await member.request(path, { headers: { 'Sec-Purpose': 'prefetch' } })
      expect(answer.status).toBe(503)
    }
    expect((await member.visit('/messages')).status).toBe(200)
  })
})

test('a prefetch is no visit; what the page then asks for is', async () => {
  const { db } = app
  const seen = async () => ({
    session: await db
      .selectFrom('sessions')
      .select(['last_seen_at', 'expires_at'])
      .where('account_id', '=', member.id)
      .execute(),
    profile: await db
      .selectFrom('profiles')
      .select('last_seen_at')
      .where('account_id', '=', member.id)
      .executeTakeFirstOrThrow(),
  })
  await member.visit('/messages')
  const before = await seen()
  app.clock.advance(10 * MINUTE)
  expect((await fetched('/messages')).status).toBe(200)
  expect(await seen()).toEqual(before)
  await member.request('/event/tickers')
  expect((await seen()).profile.last_seen_at).toEqual(app.clock.now())
})
