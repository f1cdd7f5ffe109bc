import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isPushEndpoint, publicLookup } from '#core/notifications/push-transport.server.ts'
import { DAY, HOUR, later, MINUTE } from '#lib/clock.ts'
import {
  postbackJobOver,
  postbackSweepJob,
} from '#money/affiliates/postbacks/postback-delivery.server.ts'
import {
  postbackTransport,
  type PostbackTransport,
} from '#money/affiliates/postbacks/postback-transport.server.ts'
import {
  addressOf,
  decimalSum,
  pauses,
  postbackUrlProblem,
} from '#money/affiliates/postbacks/postbacks.ts'
import { stoppedReading } from '#money/affiliates/stopped-reading.server.ts'
import { moneyReturned, paymentTaken } from '#money/orders/money-events.ts'
import { createPostbackReceiver } from '#sandbox/affiliate.server.ts'
import { tellMany } from '#tests/faults/postbacks.ts'
import {
  affiliateSeen,
  changesAffiliate,
  hasAffiliate,
  twoOwners,
  workOn,
} from '#tests/support/affiliates.ts'
import { app, runJob, setsAccount, withApp } from '#tests/support/app.ts'
import { type CastMember, joins } from '#tests/support/cast.ts'
import { startTlsServer } from '#tests/support/postbacks.ts'

/** What affiliates' servers are told: signed, once, and only on the internet. */

withApp()
let owners: [CastMember, CastMember]
beforeAll(async () => {
  owners = await twoOwners(app)
})
beforeEach(async () => {
  app.clock.advance(MINUTE)
  await workOn(app, owners)
})

/** More than what the buffers of both sides hold. */
const LONG = 30_000_000
/** Ten thousand by `npm run faults -- postbacks`. */
const MANY = 2000
const URL_OF_THEIRS =
  'https://tracker.example/in?s={subid}&c={campaign}&e={event}&p={sum}&u={currency}&id={id}&st={state}'

/** An affiliate that is told, and a member of theirs. */
async function told(code: string, more: Record<string, unknown> = {}) {
  const id = await hasAffiliate(owners, code)
  await changesAffiliate(owners[0], { act: 'postbackUrl', id, url: URL_OF_THEIRS, ...more })
  const member = await joins(app, { brand: 'adultcrush', username: `Sent-${code}` })
  await setsAccount(app, member, { source: code, subid: 'click/1' })
  const { secret } = await affiliateSeen(owners[0], code)
  return { id, secret, member }
}
const charge = (accountId: number, reference: string, amount = 2000) => ({
  ...{ orderId: 1, accountId, brand: 'adultcrush', amount, currency: 'USD', reference },
  processor: 'gateway' as never,
  at: app.clock.now(),
})
const pays = (accountId: number, reference: string, amount?: number) =>
  app.transaction((trx) =>
    app.services.say(trx, paymentTaken, {
      ...charge(accountId, reference, amount),
      ...{ paymentId: 1, kind: 'renewal', isFirst: false },
    }),
  )
const sends = (post: PostbackTransport) => runJob(app, postbackJobOver(post))
/** The sample, behind an address that is counted. */
function receiverOf(secret: string) {
  const receiver = createPostbackReceiver(secret, () => app.clock.now())
  const asked: URL[] = []
  const post: PostbackTransport = async (url, { headers, body }) => {
    asked.push(url)
    return (await receiver.take(new Request(url, { method: 'POST', headers, body }))).status
  }
  return { ...receiver, asked, post }
}

describe('the address', () => {
  test.each([
    ['http://tracker.example/', 'https'],
    ['https://127.0.0.1/', 'internet'],
    ['https://[::1]/', 'internet'],
    ['https://localhost/', 'internet'],
    ['https://printer.local/', 'internet'],
    ['https://user:word@tracker.example/', 'internet'],
    ['https://tracker.example:8443/', 'internet'],
    ['https://{subid}.example/', 'internet'],
    ['https://tracker.example/?x={email}', 'There is no {email}'],
    [`https://tracker.example/?${'x'.repeat(1000)}`, 'at most 1000'],
  ])('%s is refused in words', (url, words) => {
    expect(postbackUrlProblem(url, isPushEndpoint)).toContain(words)
  })

  test('gets what it asks for, encoded, and no other host by it', () => {
    const url = addressOf(URL_OF_THEIRS, {
      subid: 'a/b=c&d',
      campaign: '@evil.example/',
      event: 'share',
      sum: decimalSum(-1250, 'USD'),
      currency: 'USD',
      id: '1',
      state: 'pending',
    })
    expect(url.host).toBe('tracker.example')
    expect(url.searchParams.get('s')).toBe('a/b=c&d')
    expect(url.searchParams.get('p')).toBe('-12.50')
    expect(decimalSum(1250, 'JPY')).toBe('1250')
  })
})

describe('a postback', () => {
  test('says what was earned and what became of it, signed, and nothing of the member', async () => {
    const { secret, member } = await told('tells-1')
    const receiver = receiverOf(secret)
    await pays(member.id, 't-1')
    await sends(receiver.post)
    await app.transaction((trx) =>
      app.services.say(trx, moneyReturned, { ...charge(member.id, 't-1'), kind: 'refund' }),
    )
    await sends(receiver.post)
    const seen = [...receiver.received.values()]
    expect(seen).toMatchObject([
      { event: 'share', state: 'pending', sum: '5.00', currency: 'USD', subid: 'click/1' },
      { event: 'share', state: 'rejected', sum: '5.00' },
    ])
    expect(Object.keys(seen[0] ?? {}).toSorted()).toEqual(
      ['at', 'campaign', 'currency', 'event', 'id', 'state', 'subid', 'sum'].toSorted(),
    )
    expect(seen[0]?.id).toBe(seen[1]?.id)
    expect(receiver.asked[0]?.searchParams.get('st')).toBe('pending')
    const words = JSON.stringify(seen) + receiver.asked.join()
    expect(words).not.toMatch(new RegExp(`Sent-|t-1|example\\.org|"${member.id}"`))
    // The log of staff names no address of the affiliate with its values.
    expect(app.logged.join()).not.toContain('click/1')
  })

  test('comes after what was before it, though that has failed at first', async () => {
    const { secret, member } = await told('tells-in-order')
    const receiver = receiverOf(secret)
    await pays(member.id, 't-in-order')
    await sends(async () => 503)
    await app.transaction((trx) =>
      app.services.say(trx, moneyReturned, { ...charge(member.id, 't-in-order'), kind: 'refund' }),
    )
    await sends(receiver.post)
    expect(receiver.asked).toEqual([])
    app.clock.advance(pauses[0] ?? 0)
    await sends(receiver.post)
    expect(receiver.asked.map(({ searchParams }) => searchParams.get('st'))).toEqual([
      'pending',
      'rejected',
    ])
  })

  test('with another secret, changed on its way or repeated later is not taken by the sample', async () => {
    const { secret, member } = await told('tells-2')
    const taken: Array<{ headers: Record<string, string>; body: string }> = []
    await pays(member.id, 't-2')
    await sends(async (_, message) => {
      taken.push(message)
      return 204
    })
    const [message] = taken
    if (!message) throw new Error('nothing was sent')
    const gives = async (of: string, change: Partial<typeof message>, after = 0) => {
      const receiver = createPostbackReceiver(of, () => later(app.clock.now(), after))
      const request = { ...message, ...change }
      return (
        await receiver.take(new Request('https://tracker.example/', { method: 'POST', ...request }))
      ).status
    }
    expect(await gives(secret, {})).toBe(204)
    expect(await gives('another', {})).toBe(403)
    expect(await gives(secret, { body: message.body.replace('5.00', '9.00') })).toBe(403)
    expect(await gives(secret, {}, HOUR)).toBe(403)
  })

  test('goes once, also by two processes at the same moment', async () => {
    const { secret, member } = await told('tells-3')
    const receiver = receiverOf(secret)
    for (let at = 0; at < 25; at += 1) await pays(member.id, `t-3-${at}`)
    await Promise.all([sends(receiver.post), sends(receiver.post), sends(receiver.post)])
    expect(receiver.asked).toHaveLength(25)
    expect(receiver.received.size).toBe(25)
  })

  test('is tried ten times in 72 hours; then that affiliate is told nothing more, and owners hear of it', async () => {
    const { id, secret, member } = await told('tells-4')
    const other = await told('tells-5')
    await pays(member.id, 't-4')
    const started = app.clock.now().getTime()
    let tries = 0
    for (const pause of [0, ...pauses]) {
      app.clock.advance(pause)
      await sends(async () => {
        tries += 1
        return 500
      })
    }
    expect(tries).toBe(10)
    expect(app.clock.now().getTime() - started).toBeLessThanOrEqual(3 * DAY)
    await workOn(app, owners)
    const seen = await affiliateSeen(owners[0], 'tells-4')
    expect(seen.stoppedAt).not.toBeNull()
    expect(seen.postbacks).toMatchObject([{ is: 'given up', tries: 10, outcome: '500' }])
    const mails = await app.db
      .selectFrom('mails')
      .select(['recipient', 'kind'])
      .where('kind', '=', 'postbacksStopped')
      .execute()
    expect(mails.map(({ recipient }) => recipient).toSorted()).toEqual([
      'olga@example.org',
      'otto@example.org',
    ])
    expect(app.logged.join()).toContain('an affiliate is told nothing more')
    const stopped = async () => (await stoppedReading.read(app.services))[0]?.values
    expect(await stopped()).toEqual({ sites_affiliates_stopped: 1 })
    // What comes meanwhile waits, and others are told as before.
    await pays(member.id, 't-4-more')
    await pays(other.member.id, 't-5')
    const theirs = receiverOf(other.secret)
    await sends(theirs.post)
    expect([theirs.received.size, theirs.asked.length]).toEqual([1, 1])
    const again = receiverOf(secret)
    await changesAffiliate(owners[0], { act: 'resume', id })
    expect(await stopped()).toEqual({ sites_affiliates_stopped: 0 })
    await sends(again.post)
    expect(again.received.size).toBe(2)
  })

  test('of a server that takes nothing for three days waits with all others, and is given up after 30', async () => {
    const { member } = await told('tells-6')
    for (let at = 0; at < 30; at += 1) await pays(member.id, `t-6-${at}`)
    const hangs = async () => {
      throw Object.assign(new Error('nothing'), { code: 'ETIMEDOUT' })
    }
    let asked = 0
    await sends(async () => {
      asked += 1
      return hangs()
    })
    expect(asked).toBe(10)
    app.clock.advance(3 * DAY + MINUTE)
    await sends(hangs)
    await workOn(app, owners)
    const seen = await affiliateSeen(owners[0], 'tells-6')
    expect(seen.stoppedAt).not.toBeNull()
    expect(seen.postbacks.some(({ outcome }) => outcome === 'ETIMEDOUT')).toBe(true)
    app.clock.advance(31 * DAY)
    const sweep = postbackSweepJob.start(app.services)
    await sweep.run(new AbortController().signal)
    await workOn(app, owners)
    const { postbacks } = await affiliateSeen(owners[0], 'tells-6')
    expect(new Set(postbacks.map(({ is }) => is))).toEqual(new Set(['given up']))
    app.clock.advance(31 * DAY)
    await sweep.run(new AbortController().signal)
    await workOn(app, owners)
    expect((await affiliateSeen(owners[0], 'tells-6')).postbacks).toEqual([])
  })

  test(`of ${MANY}, to a server that fails every other request, arrives once or is given up aloud`, async () => {
    const { id, secret } = await told('tells-7')
    const { delivered, twice, givenUp, lost } = await tellMany(app, { id, secret }, MANY)
    expect({ twice, lost, all: delivered + givenUp }).toEqual({ twice: 0, lost: 0, all: MANY })
    // Ten failures are bad luck for one in a thousand: those are given up, and nobody overlooks it.
    expect(givenUp).toBeLessThan(MANY / 100)
    await workOn(app, owners)
    const { stoppedAt } = await affiliateSeen(owners[0], 'tells-7')
    expect(stoppedAt !== null).toBe(givenUp > 0)
  }, 60_000)
})

describe('the connection', () => {
  test('is refused where a public name leads into our network, when it is made', async () => {
    const post = postbackTransport({ lookup: publicLookup })
    await expect(post(new URL('https://localhost/'), { headers: {}, body: '{}' })).rejects.toThrow(
      'is not on the internet',
    )
  })

  test('follows no redirect, waits no longer than its time, and reads no long answer', async () => {
    let sent = 0
    const ended = Promise.withResolvers<void>()
    const server = await startTlsServer('tracker.example', (request, response) => {
      if (request.url === '/redirect')
        return response.writeHead(302, { Location: 'https://127.0.0.1/inside' }).end()
      if (request.url === '/hangs') return undefined
      response.writeHead(200)
      response.once('close', ended.resolve)
      const more = () => {
        while (sent < LONG) {
          sent += 65_536
          if (!response.write(Buffer.alloc(65_536))) return void response.once('drain', more)
        }
        response.end()
      }
      return more()
    })
    const message = { headers: {}, body: '{}' }
    const post = postbackTransport({ ...server, timeout: 400 })
    expect(await post(server.url('/redirect'), message)).toBe(302)
    await expect(post(server.url('/hangs'), message)).rejects.toThrow('aborted')
    const patient = postbackTransport({ ...server, timeout: 20_000 })
    expect(await patient(server.url('/long'), message)).toBe(200)
    await ended.promise
    await server.stop()
    expect(sent).toBeLessThan(LONG)
  })
})
