import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { useClient } from '#api/client.ts'
import { endMatch } from '#members/likes/end-match.store.ts'
import { matchAction } from '#members/likes/likes.contract.ts'
import { $liked, $matched, $passed, like, unlike } from '#members/likes/likes.store.ts'
import {
  $match,
  announceMatch,
  dismissMatch,
  type LikedPerson,
} from '#members/likes/matches.store.ts'
import { pass } from '#members/likes/pass.store.ts'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { alice, bob, type CastMember, dan } from '#tests/support/cast.ts'
import { $question } from '#ui/confirm.store.ts'
import { $toasts } from '#ui/toasts.store.ts'

let app: TestApp
let a: CastMember, b: CastMember, d: CastMember
const calls: string[] = []

beforeAll(async () => {
  app = await startApp()
  ;[a, b, d] = [await alice(app), await bob(app), await dan(app)]
})
afterAll(() => app.close())

beforeEach(() => {
  calls.length = 0
  $liked.set({})
  $toasts.set([])
  useClient({
    ...a,
    send: (route, given, options) => {
      calls.push(String((given as unknown as { params: { action: string } }).params.action))
      return a.send(route, given, options)
    },
  })
})

const person = ({ id, username }: CastMember): LikedPerson => ({ id, username, picture: null })

test('the store shows the heart before the server has answered', async () => {
  const answered = like(person(b))
  expect($liked.get()[b.id]).toBe(true)
  await answered
  expect($liked.get()[b.id]).toBe(true)
  expect($match.get()).toBeNull()
})

test('the store calls once for two clicks that want the same', async () => {
  await Promise.all([like(person(d)), like(person(d))])
  expect(calls).toEqual(['like'])
})

test('the store ends with what was wished last, however fast the clicks come', async () => {
  await Promise.all([unlike(person(d)), like(person(d)), unlike(person(d))])
  expect($liked.get()[d.id]).toBe(false)
  const likes = await app.db
    .selectFrom('likes')
    .select('liked_id')
    .where('liker_id', '=', a.id)
    .execute()
  expect(likes.map((row) => row.liked_id)).not.toContain(d.id)
  expect(calls.length).toBeLessThanOrEqual(3)
})

test('the store takes the heart back when the server refuses, and says why', async () => {
  const nobody = { id: 999_999, username: 'Nobody', picture: null }
  await like(nobody)
  expect($liked.get()[nobody.id]).toBe(false)
  expect($toasts.get().map((toast) => toast.text)).toEqual(['This member is no longer available.'])
})

test('the store announces a match once, whether the answer or the event stream brings it', async () => {
  await app.db
    .insertInto('likes')
    .values({ liker_id: d.id, liked_id: a.id, created_at: app.clock.now() })
    .execute()
  await like(person(d))
  announceMatch(person(d))
  expect($match.get()?.username).toBe('Dan')
  dismissMatch()
  expect($match.get()).toBeNull()
})

test('the store shows one match after the other, and not the same one again after a change of heart of a moment', async () => {
  announceMatch({ id: 1, username: 'First', picture: null })
  announceMatch({ id: 2, username: 'Second', picture: null })
  dismissMatch()
  expect($match.get()?.username).toBe('Second')
  dismissMatch()
  const ended = endMatch(person(d))
  $question.get()?.answer(true)
  await ended
  await like(person(d))
  expect($match.get()).toBeNull()
})

test('the store ends a match only once it is sure, and undo makes it the same match, which is no news', async () => {
  await d.calls(matchAction, { params: { action: 'like' }, body: { id: a.id } })
  await like(person(d))
  dismissMatch()
  const doubted = endMatch(person(d))
  $question.get()?.answer(false)
  await doubted
  expect($liked.get()[d.id]).toBe(true)

  const ended = endMatch(person(d))
  $question.get()?.answer(true)
  await ended
  expect($liked.get()[d.id]).toBe(false)
  $toasts.get()[0]?.action?.act?.()
  await expect.poll(() => calls.at(-1)).toBe('like')
  expect($liked.get()[d.id]).toBe(true)
  expect($match.get()).toBeNull()
})

test('the store ends no match of which the page has not heard, and says that it is one', async () => {
  await like(person(d))
  $matched.set({})
  await unlike(person(d))
  expect([$liked.get()[d.id], $matched.get()[d.id]]).toEqual([true, true])
  expect($toasts.get().at(-1)?.text).toMatch(/^You like each other\. /)
})

test('the store shows nobody who was passed, until it is taken back; whom one likes it cannot pass', async () => {
  await unlike(person(b))
  $toasts.set([])
  await pass(person(b))
  expect($passed.get()[b.id]).toBe(true)
  $toasts.get()[0]?.action?.act?.()
  await expect.poll(() => calls.at(-1)).toBe('unpass')
  expect($passed.get()[b.id]).toBe(false)

  await like(person(b))
  await pass(person(b))
  expect($passed.get()[b.id]).toBe(false)
  expect($toasts.get().at(-1)?.text).toBe('You like this member. Take the like back first.')
})
