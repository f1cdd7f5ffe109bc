import { beforeEach, describe, expect, test } from 'vitest'
import { askUnlock } from '#core/accounts/app-lock/app-lock.contract.ts'
import { askProof, askPasskey, listPasskeys } from '#core/accounts/passkeys/passkeys.contract.ts'
import { HOUR, MINUTE } from '#lib/clock.ts'
import { app, withApp } from '../support/app.ts'
import { creates, type Passkey, signs, type Wrong } from '../support/authenticator.ts'
import { type CastMember, joins, PASSWORD } from '../support/cast.ts'

/**
 * Somebody finds Alice's telephone open: her session alone gives nobody her data, her address or
 * her account.
 */

withApp()
let alice: CastMember
let passkey: Passkey
let id: number
let number = 0
beforeEach(async () => {
  app.clock.advance(HOUR)
  number += 1
  alice = await joins(app, { brand: 'adultcrush', username: `Alice-${number}` })
  passkey = await adds(alice)
  id = (await alice.calls(listPasskeys)).passkeys[0]?.id ?? 0
})

async function adds(who: CastMember): Promise<Passkey> {
  const made = creates(await who.calls(askPasskey, { body: {} }), `http://${who.host}`)
  expect(
    (await who.posts('/profile/addPasskey', { name: 'Phone', response: made.response })).status,
  ).toBe(200)
  return made.passkey
}

async function proves(who: CastMember, by: Passkey, wrong: Wrong = {}): Promise<string> {
  const { challenge } = await who.calls(askProof, { body: {} })
  return JSON.stringify(signs(by, challenge, `http://${who.host}`, wrong))
}

const acts: ReadonlyArray<[string, string, () => Record<string, unknown>]> = [
  ['a copy of all data', '/profile/export', () => ({})],
  ['the removal of a passkey', '/profile/removePasskey', () => ({ id })],
  [
    'a change of the address',
    '/site/saveEmailAddress',
    () => ({ email: `new-${number}@example.org` }),
  ],
  ['the deletion of the account', '/profile/deleteAccount', () => ({})],
]

describe.each(acts)('%s', (_, path, body) => {
  const asks = async (proof: Record<string, unknown>, who = alice) =>
    (await who.posts(path, { ...body(), ...proof })).status

  test('asks for the password or a passkey, also right after signing in', async () => {
    for (const proof of [{}, { password: '' }, { passkey: '' }, { password: 'not my password' }])
      expect(await asks(proof)).toBe(422)
    app.clock.advance(MINUTE)
    expect(await asks({ password: PASSWORD })).toBe(200)
  })

  test('takes a passkey in place of the password, once', async () => {
    const proof = { passkey: await proves(alice, passkey) }
    expect(await asks(proof)).toBe(200)
    expect([422, 401]).toContain(await asks(proof))
  })

  test('takes no passkey that is wrong, somebody else’s, or signed for something else', async () => {
    const mallory = await joins(app, { brand: 'adultcrush', username: `Mallory-${number}` })
    const hers = await adds(mallory)
    const { challenge } = await alice.calls(askUnlock, { body: {} })
    const signed = signs(passkey, challenge, `http://${alice.host}`)
    for (const forged of [
      await proves(alice, hers),
      await proves(alice, passkey, { origin: 'http://www.wivesnow.localhost:4321' }),
      await proves(alice, passkey, { isVerified: false }),
      JSON.stringify(signed),
      'nonsense',
      '{}',
      'null',
    ]) {
      expect(await asks({ passkey: forged })).toBe(422)
    }
    const stolen = await proves(alice, passkey)
    expect(await asks({ passkey: stolen }, mallory)).toBe(422)
  })
})

test('the password is asked for ten times in a quarter of an hour over all of them, not ten times each', async () => {
  app.clock.advance(15 * MINUTE)
  const statuses: number[] = []
  for (let round = 0; round < 3; round += 1) {
    for (const [, path, body] of acts)
      statuses.push((await alice.posts(path, { ...body(), password: `guess ${round}` })).status)
  }
  expect(statuses).toEqual([...Array<number>(10).fill(422), 429, 429])
})

test('who has neither password nor passkey yet is not locked out of their own data', async () => {
  const nora = await joins(app, {
    brand: 'adultcrush',
    username: `Nora-${number}`,
    steps: ['oneClick'],
  })
  expect((await nora.posts('/profile/export', {})).status).toBe(200)
})
