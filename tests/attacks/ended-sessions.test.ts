import { beforeEach, describe, expect, test } from 'vitest'
import { app, setsAccount, type Visitor, withApp } from '../support/app.ts'
import { type CastMember, joins, PASSWORD, worksAs } from '../support/cast.ts'

/**
 * Whoever holds a session that ended opens nothing with it, however often it was used just before
 * (assurance 4, 10).
 */

withApp()
let alice: CastMember
let thief: Visitor
let number = 0
beforeEach(async () => {
  number += 1
  alice = await joins(app, { brand: 'adultcrush', username: `Alice${number}` })
  const here = app.visitor('adultcrush', { ip: `198.51.100.${number}` })
  await signIn(here)
  thief = app.visitor('adultcrush')
  thief.cookies.set('session', here.cookies.get('session') as string)
})

const signIn = (visitor: Visitor, password = PASSWORD) =>
  visitor.posts('/site/signin', { login: alice.username, password })

/** What a session opens: each door by the status that it answers. */
async function opens(visitor: Visitor): Promise<number[]> {
  const calls = [
    '/event/tickers',
    '/profile/currentCreditsInfo',
    '/message/index',
    '/search/users',
    '/widget/home',
    '/profile/sessions',
  ]
  const answers = [
    ...(await Promise.all(calls.map((path) => visitor.request(path)))),
    await visitor.visit('/dashboard'),
  ]
  return answers.map(({ status }) => status)
}
const open = [200, 200, 200, 200, 200, 200, 200]
const closed = [401, 401, 401, 401, 401, 401, 302]

const account = () => app.db.updateTable('accounts').where('id', '=', alice.id)

describe('a session that was stolen, and used until', () => {
  test.each<[string, () => Promise<unknown>]>([
    [
      'its member signs it out elsewhere',
      () => alice.posts('/profile/endSession', { id: 'others' }),
    ],
    [
      'its member changes the password',
      () =>
        alice.posts('/profile/changePassword', {
          currentPassword: PASSWORD,
          password: 'another password of Alice',
          passwordRepeat: 'another password of Alice',
        }),
    ],
    ['it signs out itself', () => thief.request('/site/signout')],
    ['staff ban the account', () => account().set({ banned_at: app.clock.now() }).execute()],
    ['the account is deleted', () => account().set({ deleted_at: app.clock.now() }).execute()],
  ])('%s, opens nothing from then on', async (_, ends) => {
    for (let turn = 0; turn < 3; turn += 1) expect(await opens(thief)).toEqual(open)
    const answer = await ends()
    if (answer instanceof Response) expect(answer.status).toBe(200)
    for (let turn = 0; turn < 2; turn += 1) expect(await opens(thief)).toEqual(closed)
  })

  test('the second factor was revoked, has no staff access any more', async () => {
    const Eve = await worksAs(app, `Eve${number}`)
    const staff = () => Eve.visit('/staff/tickets')
    expect((await staff()).status).toBe(200)
    await app.db
      .updateTable('sessions')
      .set({ second_factor_at: null })
      .where('account_id', '=', Eve.id)
      .execute()
    expect((await staff()).status).not.toBe(200)
    await setsAccount(app, Eve, { staff_since: null })
    expect((await staff()).status).toBe(404)
  })
})
