import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createConcurrencyLimit } from '#api/concurrency-limit.server.ts'
import { passwordHashingQueue } from '#api/hashing-queue.server.ts'
import { HOUR } from '#lib/clock.ts'
import { PHOTO_RULES } from '#members/photos/own/photo-rules.ts'
import { app, withApp } from '../support/app.ts'
import { type CastMember, joins, PASSWORD } from '../support/cast.ts'

/** Calls that cost much and are asked for by many at once, or by strangers (assurance 26, 32). */

withApp()
let alice: CastMember
beforeAll(async () => {
  alice = await joins(app, { brand: 'adultcrush', username: 'Alice' })
})
beforeEach(() => app.clock.advance(HOUR))

const addresses = (count: number) =>
  Array.from(
    { length: count },
    (_, index) => `198.51.${100 + Math.floor(index / 250)}.${index % 250}`,
  )

describe('two hundred sign-ins at once, from as many addresses', () => {
  const signIn = (ip: string, login: string, password: string) =>
    app.visitor('adultcrush', { ip }).posts('/site/signin', { login, password })

  test('wait in a short queue or are told to come back; a member’s page is answered meanwhile, and the next sign-in', async () => {
    const finished: string[] = []
    const flood = addresses(200).map(async (ip, index) => {
      const answer = await signIn(ip, `nobody${index}`, 'wrong password')
      finished.push('sign-in')
      return answer
    })
    const page = alice
      .request('/site/getParameters')
      .then((answer) => void finished.push(`member ${answer.status}`))
    const answers = await Promise.all(flood)
    await page
    const busy = answers.filter(({ status }) => status === 503)
    expect(answers.filter(({ status }) => status === 401).length).toBeGreaterThan(0)
    expect(busy.length).toBeGreaterThan(100)
    for (const answer of busy)
      expect([answer.headers.get('Retry-After'), await answer.json()]).toEqual([
        '2',
        expect.objectContaining({ code: 'busy' }),
      ])
    expect(finished.indexOf('member 200')).toBeGreaterThanOrEqual(0)
    expect(finished.indexOf('member 200')).toBeLessThan(finished.length - 20)
    expect((await signIn('203.0.113.200', 'Alice', PASSWORD)).status).toBe(200)
  })

  test('that find the queue full are refused before they are counted as tries, and before anything is looked up', async () => {
    const { promise: over, resolve: end } = Promise.withResolvers<void>()
    const taken = Array.from({ length: 42 }, () => passwordHashingQueue.run('script', () => over))
    await app.db.deleteFrom('rate_limits').execute()
    expect((await signIn('203.0.113.201', 'Alice', PASSWORD)).status).toBe(503)
    expect(await app.db.selectFrom('rate_limits').select('key').execute()).toEqual([])
    end()
    await Promise.all(taken)
    expect((await signIn('203.0.113.201', 'Alice', PASSWORD)).status).toBe(200)
  })
})

test('one customer’s network of /48 has eight times the tries of one of its /64, whichever it uses', async () => {
  // Counted before it is read: what is wrong with it comes after.
  const tryFrom = (ip: string) =>
    app.visitor('adultcrush', { ip }).request('/site/signin', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    })
  const answers: number[] = []
  for (let network = 1; network <= 10; network += 1)
    for (let n = 0; n < 9; n += 1)
      answers.push((await tryFrom(`2001:db8:7:${network}::${n}`)).status)
  expect(answers).toEqual([...Array<number>(80).fill(422), ...Array<number>(10).fill(429)])
  expect((await tryFrom('2001:db8:8::1')).status).toBe(422)
})

describe('turns', () => {
  test('are taken by as many as may at once, in the order in which they came, and given back by who fails', async () => {
    const turns = createConcurrencyLimit({ atOnce: 2, mostWaiting: 2, retryAfter: 7 })
    const order: number[] = []
    const ends: Array<() => void> = []
    const work = (number: number) => () => {
      order.push(number)
      return new Promise<void>(
        (resolve, reject) =>
          void ends.push(number === 1 ? () => reject(new Error('failed')) : resolve),
      )
    }
    const first = [1, 2, 3, 4].map((number) => turns.run(work(number)))
    await expect(turns.run(work(5))).rejects.toMatchObject({
      code: 'busy',
      headers: { 'Retry-After': '7' },
    })
    expect(order).toEqual([1, 2])
    ends[0]?.()
    await expect(first[0]).rejects.toThrow('failed')
    expect(order).toEqual([1, 2, 3])
    const sixth = turns.run(work(6))
    while (ends.length < 5) {
      ends.at(-1)?.()
      await Promise.race(first.slice(1))
      await Promise.resolve()
    }
    for (const end of ends) end()
    await Promise.all([...first.slice(1), sixth])
    expect(order).toEqual([1, 2, 3, 4, 6])
  })
})

describe('documents that anybody may read', () => {
  test.each(['/openapi.json', '/'])(
    '%s comes compressed, and not at all to who has it',
    async (path) => {
      const headers = { 'Accept-Encoding': 'br', 'X-Requested-With': undefined, Origin: undefined }
      const answer = await alice.request(path, { headers })
      expect([answer.status, answer.headers.get('Content-Encoding')]).toEqual([200, 'br'])
      const again = await alice.request(path, {
        headers: { ...headers, 'If-None-Match': answer.headers.get('ETag') ?? '' },
      })
      expect([again.status, await again.text()]).toEqual([304, ''])
    },
  )

  test('a search of the answers may be asked for a hundred and twenty times a minute, on the page and by the API together', async () => {
    const who = app.visitor('adultcrush', { ip: '198.51.100.9' })
    for (let n = 0; n < 60; n += 1) {
      expect((await who.request('/help/index?q=zzz')).status).toBe(200)
      expect((await who.visit('/help?q=zzz')).status).toBe(200)
    }
    expect((await who.request('/help/index?q=zzz')).status).toBe(429)
    expect((await who.visit('/help?q=zzz')).status).toBe(429)
    expect((await who.visit('/help')).status).not.toBe(429)
  })
})

describe('a picture', () => {
  async function upload(
    photo: Uint8Array<ArrayBuffer>,
    who: CastMember = alice,
  ): Promise<{ status: number; text: string }> {
    const form = new FormData()
    form.set('photo', new File([photo], 'photo.avif', { type: 'image/avif' }))
    form.set('rules', PHOTO_RULES)
    const answer = await who.request('/image/upload', { method: 'POST', body: form })
    return { status: answer.status, text: await answer.text() }
  }
  const flat = (side: number) =>
    sharp({ create: { width: side, height: side, channels: 3, background: '#888' } })

  test('in AVIF of very many pixels is refused by what it says of itself', async () => {
    expect(await upload(new Uint8Array(await flat(2900).avif({ effort: 0 }).toBuffer()))).toEqual({
      status: 422,
      text: expect.stringContaining('up to 8 megapixels'),
    })
  })

  test('in AVIF of next to no bytes is none, however many pixels it claims', async () => {
    expect(await upload(new Uint8Array(await flat(2000).avif({ effort: 0 }).toBuffer()))).toEqual({
      status: 422,
      text: expect.stringContaining('next to nothing in it'),
    })
  })

  test('is the third of one account at once: two are prepared, and another member’s meanwhile', async () => {
    const photo = new Uint8Array(await flat(900).jpeg().toBuffer())
    const bob = await joins(app, { brand: 'adultcrush', username: 'Bob' })
    const answers = await Promise.all([
      upload(photo),
      upload(photo),
      upload(photo),
      upload(photo, bob),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 503])
    expect(answers[3].status).toBe(200)
    expect(answers.find(({ status }) => status === 503)?.text).toContain(
      'Two of your photos are still being prepared.',
    )
    expect((await upload(photo)).status).toBe(200)
  })
})
