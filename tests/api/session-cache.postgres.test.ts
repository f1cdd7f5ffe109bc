import { randomUUID } from 'node:crypto'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { startSession } from '#api/sessions.sql.ts'
import { openPostgres } from '#db/connection.server.ts'
import { SECOND } from '#lib/clock.ts'
import { decideTask } from '#staff/decisions/deciding/decide.contract.ts'
import { decisionJob } from '#staff/decisions/deciding/decide.server.ts'
import {
  everythingHeard,
  runJob,
  setsAccount,
  startApp,
  type TestApp,
  type Visitor,
} from '../support/app.ts'
import { type CastMember, joins, PASSWORD, worksAs } from '../support/cast.ts'
import { signIn } from '../support/joining.ts'
import { copyOfTemplate } from '../support/template.ts'

/**
 * Two processes on one database: what one changes holds in the other, also when it hears nothing
 * (assurance 10).
 */

let here: TestApp
let there: TestApp
let bus: Awaited<ReturnType<typeof wire>>
let member: CastMember
let elsewhere: Visitor
beforeEach(async () => {
  const url = await copyOfTemplate(inject('postgresUrl'), `t_${randomUUID().replaceAll('-', '')}`)
  here = await startApp({}, await openPostgres(url))
  bus = await wire(url)
  there = await startApp({}, await openPostgres(bus.url))
  member = await joins(here, { brand: 'adultcrush', username: 'Alice' })
  elsewhere = there.visitor('adultcrush')
  elsewhere.cookies.set('session', member.cookies.get('session') as string)
  await everythingHeard(there)
  expect(await nameOf(elsewhere)).toBe('Alice')
  expect(there.services.sessionCache.size()).toBe(1)
})
afterEach(async () => {
  bus.mend()
  await Promise.all([here.close(), there.close()])
  bus.close()
})

/**
 * A way to PostgreSQL on which the connection that listens can fall silent, as where a firewall
 * drops it: no error, no end.
 */
async function wire(url: string) {
  const { hostname, port } = new URL(url)
  let isCut = false
  const listening = new Set<Socket>()
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const database = connect(Number(port), hostname)
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => [client, database].forEach((end) => end.destroy()))
    }
    client.on('data', (data) => {
      if (data.includes('listen "')) listening.add(database)
      if (!isCut || !listening.has(database)) database.write(data)
      else database.pause()
    })
    database.on('data', (data) => client.write(data))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const through = new URL(url)
  through.port = String((server.address() as AddressInfo).port)
  return {
    url: through.href,
    cut() {
      isCut = true
      for (const socket of listening) socket.pause()
    },
    mend() {
      isCut = false
      for (const socket of listening) socket.resume()
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

async function nameOf(visitor: Visitor): Promise<string | null> {
  const answer = await visitor.request('/site/getParameters')
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { user: { username: string } | null }).user?.username ?? null
}

async function streamOf(visitor: Visitor): Promise<{ isOpen: boolean; text: Promise<string> }> {
  const text = (await visitor.request('/event/stream')).text()
  const stream = { isOpen: true, text }
  const end = (): void => void (stream.isOpen = false)
  void text.then(end, end)
  return stream
}

const ban = () => setsAccount(here, member, { banned_at: here.clock.now() })

describe('in another process', () => {
  test('a sign-out ends the session at once', async () => {
    await member.request('/site/signout')
    await everythingHeard(there)
    expect(await nameOf(elsewhere)).toBeNull()
  })

  test('a ban closes every door within five seconds when the bus is cut', async () => {
    bus.cut()
    const from = performance.now()
    await ban()
    await vi.waitFor(async () => expect(await nameOf(elsewhere)).toBeNull(), {
      timeout: 5 * SECOND,
      interval: 50,
    })
    expect(performance.now() - from).toBeLessThan(5 * SECOND)
    await vi.waitFor(() =>
      expect(performance.now() - there.services.database.heardUntil()).toBeGreaterThan(3 * SECOND),
    )
    // Without the bus, what is read is not remembered.
    const other = await joins(here, { brand: 'adultcrush', username: 'Bob' })
    const others = there.visitor('adultcrush')
    others.cookies.set('session', other.cookies.get('session') as string)
    expect(await nameOf(others)).toBe('Bob')
    expect((await other.request('/site/signout')).status).toBe(200)
    expect(await nameOf(others)).toBeNull()
  })

  test.each([
    ['all brands', { act: 'ban' }, [null, null]],
    [
      'one brand alone',
      { act: 'suspend', days: 3, scope: 'brand', brand: 'wivesnow' },
      ['Alice', null],
    ],
  ] as const)(
    'a decision closes %s, and its open streams, within five seconds of its effect when the bus is cut',
    async (_, act, left) => {
      const Eve = await worksAs(here, 'Eve')
      const sister = there.visitor('wivesnow')
      const session = {
        accountId: member.id,
        brand: 'wivesnow',
        device: 'Phone',
        at: here.clock.now(),
        replaces: null,
      }
      sister.cookies.set('session', await startSession(here.services.db, session))
      const open = async () => [await nameOf(elsewhere), await nameOf(sister)]
      expect(await open()).toEqual(['Alice', 'Alice'])
      const streams = [await streamOf(elsewhere), await streamOf(sister)]
      const because = {
        accountId: member.id,
        policy: 'scam',
        severity: 'critical',
        note: 'You asked for money.',
      } as const
      await Eve.calls(decideTask, { body: { ...because, ...act } })
      for (const app of [here, there]) app.clock.advance(11 * SECOND)
      bus.cut()
      const from = performance.now()
      await runJob(here, decisionJob)
      const isLeft = left.map((name) => name !== null)
      await vi.waitFor(
        async () =>
          expect([await open(), streams.map(({ isOpen }) => isOpen)]).toEqual([left, isLeft]),
        { timeout: 5 * SECOND, interval: 50 },
      )
      expect(performance.now() - from).toBeLessThan(5 * SECOND)
      for (const { isOpen, text } of streams)
        if (!isOpen) expect(await text).toMatch(/data: \{"type":"signedOut"\}\n\n$/)
      const closed = await signIn(there.visitor('wivesnow'), 'Alice', PASSWORD)
      expect(await closed.json()).toMatchObject({
        next: expect.stringMatching(/^\/decision\//) as string,
      })
    },
  )

  test('a ban while the connection was broken is not missed, and the bus hears again', async () => {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and query like '%pg_notify%'`.execute(
      here.services.db,
    )
    await ban()
    await vi.waitFor(async () => expect(await nameOf(elsewhere)).toBeNull())
    const heard: string[] = []
    await there.services.database.listen('test', (payload) => heard.push(payload))
    await vi.waitFor(
      async () => {
        await sql`select pg_notify('test', 'again')`.execute(here.services.db)
        expect(heard).toContain('again')
      },
      { interval: 100 },
    )
  })
})

test('what a transaction writes holds from its commit, not before and not later', async () => {
  const { db } = here.services
  let commit: () => void = () => undefined
  const asked = new Promise<void>((resolve) => (commit = resolve))
  let wrote: () => void = () => undefined
  const written = new Promise<void>((resolve) => (wrote = resolve))
  const banning = db.transaction().execute(async (trx) => {
    await trx
      .updateTable('accounts')
      .set({ banned_at: here.clock.now() })
      .where('id', '=', member.id)
      .execute()
    wrote()
    await asked
  })
  await written
  await everythingHeard(here)
  expect(await nameOf(member)).toBe('Alice')
  expect(here.services.sessionCache.size()).toBe(1)
  commit()
  await banning
  expect(await nameOf(member)).toBeNull()
})
