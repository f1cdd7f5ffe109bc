import { beforeAll, expect, test } from 'vitest'
import { useClient } from '#api/client.ts'
import { $search, search, showMore } from '#members/search/search.store.ts'
import { app, withApp } from '#tests/support/app.ts'
import { type CastMember, joins } from '#tests/support/cast.ts'

/** Who was found, and how many there are, whichever is answered first. */

withApp()
let Kim: CastMember
beforeAll(async () => {
  Kim = await joins(app, { brand: 'adultcrush', username: 'Kim' })
  for (let other = 0; other < 25; other += 1)
    await joins(app, { brand: 'adultcrush', username: `Found${other}` })
})

test('how many there are is kept where it was counted while more were asked for', async () => {
  const { promise: isCounted, resolve: counts } = Promise.withResolvers<void>()
  const { promise: isAsked, resolve: asks } = Promise.withResolvers<void>()
  useClient({
    ...Kim,
    send: async (route, given, options) => {
      const answer = await Kim.send(route, given, options)
      if (String(route) === 'GET /search/count') {
        await isAsked
        queueMicrotask(counts)
      }
      if (String(route) !== 'GET /search/users') return answer
      if ($search.get()) {
        asks()
        await isCounted
      }
      // As where the count takes longer than the search.
      return Object.assign(answer as object, { total: null }) as typeof answer
    },
  })
  expect(await search({ radius: 'any' })).toBe(true)
  expect($search.get()).toMatchObject({ hasMore: true, count: null })
  await showMore()
  expect($search.get()?.members.length).toBeGreaterThan(24)
  expect($search.get()?.count).not.toBeNull()
})
