import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { type EventHub, notifyMember, openEventHub } from '#core/live/event-hub.server.ts'
import { eventsBetween, eventsOfMember, presentSnapshot } from '#core/live/member-events.sql.ts'
import type { MemberEvent } from '#core/live/member-events.ts'
import { type OpenDatabase, openPostgres } from '#db/connection.server.ts'
import { watchStatements } from '#tests/support/plans.ts'
import { copyOfTemplate } from '#tests/support/template.ts'

let address: string
/** Two processes of the product. */
let here: OpenDatabase
let there: OpenDatabase
let hubs: EventHub[]
let heard: MemberEvent[][]
const MEMBER = 7
beforeEach(async () => {
  address = await copyOfTemplate(inject('postgresUrl'), `t_${randomUUID().replaceAll('-', '')}`)
  ;[here, there] = [await openPostgres(address, 4), await openPostgres(address, 4)]
  const clock = { now: () => new Date() }
  hubs = [await openEventHub(here, clock), await openEventHub(there, clock)]
  heard = hubs.map((hub) => {
    const events: MemberEvent[] = []
    hub.subscribe(MEMBER, (event) => void events.push(event))
    return events
  })
})
afterEach(async () => {
  await Promise.all(hubs.map((hub) => hub.close()))
  await Promise.all([here.close(), there.close()])
})

const message = (n: number): MemberEvent => ({ type: 'message', otherId: n })
const messages = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => message(from + n))
const inBoth = (events: MemberEvent[]) => [events, events]

test('transactions that commit in another order than they wrote are each heard once, in both processes', async () => {
  const early = Promise.withResolvers<void>()
  const hasWritten = Promise.withResolvers<void>()
  const slow = here.db.transaction().execute(async (trx) => {
    await notifyMember(trx, MEMBER, message(1))
    hasWritten.resolve()
    await early.promise
  })
  await hasWritten.promise
  await there.db.transaction().execute((trx) => notifyMember(trx, MEMBER, message(2)))
  await expect.poll(() => heard).toEqual(inBoth([message(2)]))
  await notifyMember(here.db, MEMBER, message(3))
  await expect.poll(() => heard).toEqual(inBoth([message(2), message(3)]))
  early.resolve()
  await slow
  await expect.poll(() => heard).toEqual(inBoth([message(2), message(3), message(1)]))
})

test('while one transaction is long, what was heard since is not read again', async () => {
  const isBegun = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const long = here.db.transaction().execute(async (trx) => {
    await notifyMember(trx, MEMBER, message(1))
    isBegun.resolve()
    await end.promise
  })
  await isBegun.promise
  await sql`insert into member_events (member_id, event)
    select ${MEMBER + 1}, '{"type":"tickers"}' from generate_series(1, 3000)`.execute(there.db)
  const seen = await presentSnapshot(there.db)
  await notifyMember(there.db, MEMBER, message(2))
  const present = await presentSnapshot(there.db)
  const watch = await watchStatements(address, { most: 100, strict: true })
  const between = { seen, present }
  try {
    const found = await watch.during('live', () => eventsBetween(there.db, between, 5000))
    expect(found).toEqual([{ memberId: MEMBER, event: message(2) }])
    const hers = { ...between, memberId: MEMBER + 1 }
    expect(await watch.during('live', () => eventsOfMember(there.db, hers, 5000))).toEqual([])
  } finally {
    watch.stop()
    end.resolve()
    await long
  }
  expect(watch.explained.map(({ rows, faults }) => ({ rows, faults }))).toEqual([
    { rows: 1, faults: [] },
    { rows: 0, faults: [] },
  ])
  const after = { seen: present, present: await presentSnapshot(there.db) }
  expect(await eventsBetween(there.db, after, 5000)).toEqual([
    { memberId: MEMBER, event: message(1) },
  ])
})

test('what is rolled back is not heard, and everything of many writers at once is, once', async () => {
  const broken = here.db.transaction().execute(async (trx) => {
    await notifyMember(trx, MEMBER, message(0))
    throw new Error('no')
  })
  await expect(broken).rejects.toThrow('no')
  const writers = messages(1, 40).map((event, n) =>
    (n % 2 === 0 ? here : there).db.transaction().execute(async (trx) => {
      await notifyMember(trx, MEMBER, event)
      await sql`select pg_sleep(${(n % 7) / 500})`.execute(trx)
    }),
  )
  await Promise.all(writers)
  const numbers = (events: MemberEvent[]) =>
    events.map((event) => ('otherId' in event ? event.otherId : 0)).toSorted((a, b) => a - b)
  const all = Array.from({ length: 40 }, (_, n) => n + 1)
  await expect.poll(() => heard.map(numbers)).toEqual([all, all])
})

test('a process that ends between its commit and the announcement is heard all the same', async () => {
  await sql`insert into member_events (member_id, event) values (${MEMBER}, ${JSON.stringify(message(1))})`.execute(
    here.db,
  )
  await expect.poll(() => heard).toEqual(inBoth([message(1)]))
})

test('nothing is missed while the connections that listen are cut', async () => {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and query like '%pg_notify%'`.execute(
    here.db,
  )
  for (const event of messages(1, 5)) await notifyMember(here.db, MEMBER, event)
  await expect.poll(() => heard).toEqual(inBoth(messages(1, 5)))
})

test('the process that wrote knows it at once, before it has read it', async () => {
  const before = Date.now()
  await vi.waitFor(() => expect(hubs[0]?.hadEventSince(MEMBER, Date.now())).toBe(false))
  await notifyMember(here.db, MEMBER, message(1))
  expect(hubs[0]?.hadEventSince(MEMBER, before)).toBe(true)
  expect(hubs[0]?.hadEventSince(MEMBER + 1, Date.now())).toBe(false)
})
