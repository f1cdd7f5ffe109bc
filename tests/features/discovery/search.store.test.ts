import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Client, useClient } from '../../../src/api/client.ts'
import { $isSearching, $refusal, $results, search } from '../../../src/features/discovery/search.store.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { alice, bob, type CastMember, joins } from '../../support/cast.ts'

let app: TestApp
let a: CastMember
let slowest: Array<() => void>

beforeAll(async () => {
  app = await startApp()
  a = await alice(app)
  await bob(app)
  await joins(app, { brand: 'adultcrush', username: 'Couple', gender: 'couple' })
})
afterAll(() => app.close())
beforeEach(() => {
  slowest = []
  useClient(a)
  $results.set(null)
  $refusal.set(null)
})

const fields = (query: string) => new URLSearchParams(query)
const found = () => $results.get()?.members.map((member) => member.username)

test('searches by the fields of the form, the repeated one too', async () => {
  expect(await search(fields('gender=man&gender=couple&ageFrom=18'))).toBe(true)
  expect(found()?.toSorted()).toEqual(['Bob', 'Couple'])
  expect($isSearching.get()).toBe(false)
})

test('keeps what was found, and says what is wrong, when a search is refused', async () => {
  await search(fields('gender=man'))
  expect(await search(fields('gender=man&place=Nowhere at all'))).toBe(false)
  expect(found()).toEqual(['Bob'])
  expect($refusal.get()?.errors).toEqual([{ field: 'place', message: 'We do not know this place. Please choose the nearest larger town.' }])
  await search(fields('gender=couple'))
  expect($refusal.get()).toBeNull()
})

test('shows the newest search, whichever is answered last', async () => {
  const slow: Client = {
    ...a,
    send: async (route, given, options) => {
      const answer = await a.send(route, given, options)
      await new Promise<void>((resolve) => slowest.push(resolve))
      options?.signal?.throwIfAborted()
      return answer
    },
  }
  useClient(slow)
  const first = search(fields('gender=man'))
  const second = search(fields('gender=couple'))
  await expect.poll(() => slowest.length).toBe(2)
  slowest[1]?.()
  expect(await second).toBe(true)
  slowest[0]?.()
  expect(await first).toBe(false)
  expect(found()).toEqual(['Couple'])
  expect($isSearching.get()).toBe(false)
})
