import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createHashingQueue, passwordHashingQueue, type Turn } from '#api/hashing-queue.server.ts'
import { solve } from '#api/proof.client.ts'
import { HOUR, MINUTE } from '#lib/clock.ts'
import { app, type Visitor, withApp } from '../support/app.ts'
import { type CastMember, joins, PASSWORD } from '../support/cast.ts'
import { signIn } from '../support/joining.ts'

/** Strangers who try to sign in without a pause, and everybody else meanwhile (assurance 32). */

withApp()
let alice: CastMember
let addresses = 0
let strangers: Array<Promise<unknown>>
let release: () => void
beforeAll(async () => {
  alice = await joins(app, { brand: 'adultcrush', username: 'Alice' })
  await joins(app, { brand: 'adultcrush', username: 'Bob' })
})
beforeEach(async () => {
  app.clock.advance(HOUR)
  await app.db.deleteFrom('rate_limits').execute()
  fill()
})
afterEach(async () => {
  release()
  await Promise.all(strangers)
})

/** With work that ends once it is released. */
function fill(): void {
  const { promise: over, resolve } = Promise.withResolvers<void>()
  release = resolve
  strangers = Array.from({ length: 42 }, () =>
    passwordHashingQueue.run('script', () => over).catch((error: unknown) => error),
  )
}

function visitor(brand = 'adultcrush'): Visitor {
  addresses += 1
  return app.visitor(brand, { ip: `10.7.${addresses >> 8}.${addresses & 255}` })
}

async function challengeFor(who: Visitor, login = 'Bob', password = PASSWORD): Promise<string> {
  const refused = await signIn(who, login, password)
  expect(refused.status).toBe(503)
  return refused.headers.get('X-Challenge') ?? ''
}

const prove = (who: Visitor, proof: string, login = 'Bob', password = PASSWORD) =>
  who.request('/site/signin', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Proof': proof },
    body: JSON.stringify({ login, password }),
  })

/**
 * The status of an answer that finds the queue full on its way: it gets there before the queue
 * moves.
 */
async function inTheCrowd(asked: Promise<Response>): Promise<number> {
  for (let n = 0; n < 20; n += 1)
    await app.db.selectFrom('accounts').select('id').limit(1).execute()
  release()
  return (await asked).status
}

describe('while strangers fill the queue', () => {
  test('a known device signs in before all of them, without a proof', async () => {
    release()
    await Promise.all(strangers)
    const home = visitor()
    expect((await signIn(home, 'Alice', PASSWORD)).status).toBe(200)
    await home.request('/site/signout')
    fill()
    expect(await inTheCrowd(signIn(home, 'Alice', PASSWORD))).toBe(200)
  })

  test('a known device that signs in without a pause is a stranger from the eleventh time on, and keeps none of them out', async () => {
    release()
    await Promise.all(strangers)
    let device = ''
    const again = async () => {
      const home = visitor()
      home.cookies.set('device', device)
      const answer = await signIn(home, 'Bob', PASSWORD)
      // It has another name after each time.
      device = home.cookies.get('device') ?? ''
      return answer
    }
    for (let n = 0; n <= 10; n += 1) expect((await again()).status).toBe(200)
    fill()
    expect((await again()).status).toBe(503)
    app.clock.advance(16 * MINUTE)
    expect(await inTheCrowd(again())).toBe(200)
  })

  test('a stranger with script solves what the answer asks, and signs in', async () => {
    const bob = visitor()
    const proof = await solve(await challengeFor(bob))
    expect(await inTheCrowd(prove(bob, proof))).toBe(200)
  })

  test('a proof is worth one call, two minutes, and nothing where it was changed', async () => {
    const bob = visitor()
    const challenge = await challengeFor(bob)
    const proof = await solve(challenge)
    const [bits, expiry, ...rest] = proof.split('.')
    for (const wrong of [
      challenge,
      `${challenge}.`,
      proof.slice(0, -1),
      ['0', expiry, ...rest].join('.'),
      [bits, `${Number(expiry) + MINUTE}`, ...rest].join('.'),
      'x',
      '.'.repeat(9_000),
    ]) {
      expect((await prove(bob, wrong)).status).toBe(503)
    }
    const answers = [
      prove(visitor(), proof, 'Bob', 'wrong'),
      prove(visitor(), proof, 'Bob', 'wrong'),
    ]
    expect((await Promise.race(answers)).status).toBe(503)
    release()
    expect((await Promise.all(answers)).map(({ status }) => status).toSorted()).toEqual([401, 503])
  })

  test('a proof that is too old is none', async () => {
    const proof = await solve(await challengeFor(visitor()))
    app.clock.advance(2 * MINUTE + 1)
    expect((await prove(visitor(), proof)).status).toBe(503)
  })

  test('the challenge is the same for who is a member and who is nobody, but for its number', async () => {
    const seen = []
    for (const login of ['Alice', 'alice@example.org', 'nobody', 'nobody@example.org']) {
      const answer = await signIn(visitor(), login, PASSWORD)
      const headers = [...answer.headers].filter(
        ([name]) => !['x-request-id', 'x-challenge'].includes(name),
      )
      seen.push([answer.status, headers, await answer.text()])
    }
    for (const one of seen) expect(one).toEqual(seen[0])
  })

  test('a form without script waits, and whoever has waited longest gives way to it', async () => {
    const answer = visitor().visit('/site/signin', {
      method: 'POST',
      headers: {
        Origin: 'http://www.adultcrush.localhost:4321',
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ login: 'Alice', password: PASSWORD }).toString(),
    })
    expect(await strangers[2]).toMatchObject({ code: 'busy' })
    release()
    expect((await answer).status).toBe(303)
  })

  test('a session of somebody’s, or a device that the account does not know, is a stranger', async () => {
    expect((await signIn(alice, 'Bob', 'wrong')).status).toBe(503)
    const other = visitor()
    other.cookies.set('device', 'made-up')
    expect((await signIn(other, 'Bob', PASSWORD)).status).toBe(503)
    // Nothing was compared, so nothing counts as a guess.
    const hits = await app.db
      .selectFrom('rate_limits')
      .select('hits')
      .where('key', 'like', 'sign-in-failure:%')
      .execute()
    expect(hits.every((row) => row.hits === 0)).toBe(true)
  })

  test('a member’s own password is compared before them', async () => {
    expect(
      await inTheCrowd(
        alice.posts('/site/saveEmailAddress', { email: 'other@example.org', password: 'wrong' }),
      ),
    ).toBe(422)
  })
})

test('turns are taken by known ones first, then by proven ones, then by strangers; the oldest of a full lane gives way', async () => {
  const queue = createHashingQueue({ atOnce: 1, mostWaiting: 2, retryAfter: 7 })
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  const order: string[] = []
  const asked = (
    ['form', 'form', 'form', 'form', 'known', 'proven', 'known', 'known', 'proven'] as Turn[]
  ).map((turn, n) =>
    queue.run(turn, async () => {
      await over
      order.push(`${turn} ${n}`)
    }),
  )
  await expect(queue.run('script', () => over)).rejects.toMatchObject({
    code: 'busy',
    headers: { 'Retry-After': '7' },
  })
  end()
  const settled = await Promise.allSettled(asked)
  expect(order).toEqual([
    'form 0',
    'known 6',
    'known 7',
    'proven 5',
    'proven 8',
    'form 2',
    'form 3',
  ])
  expect(settled.flatMap(({ status }, n) => (status === 'rejected' ? [n] : []))).toEqual([1, 4])
})
