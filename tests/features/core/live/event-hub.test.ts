import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type EventHub, openEventHub } from '#core/live/event-hub.server.ts'
import type { MemberEvent } from '#core/live/member-events.ts'
import type { OpenDatabase } from '#db/connection.server.ts'
import { MINUTE } from '#lib/clock.ts'
import { answering } from '#tests/support/answering-database.ts'

/**
 * What the hub does where it cannot know all that came: whoever listens is told to fetch
 * everything, and counters are read anew.
 */

const MEMBER = 7
let hub: EventHub
let heard: MemberEvent[]
let database: { snapshot: string; rows: Array<{ memberId: number; event: MemberEvent }> }
let look: () => void
beforeEach(async () => {
  database = { snapshot: '100:100:', rows: [] }
  const db = answering([
    (text) =>
      text.includes('pg_current_snapshot') ? [{ snapshot: database.snapshot }] : database.rows,
  ])
  const listen: OpenDatabase['listen'] = async (channel, hear) => {
    if (channel === 'member_events') look = () => hear('')
    return async () => undefined
  }
  hub = await openEventHub({ kind: 'postgres', db, listen } as OpenDatabase, {
    now: () => new Date(),
  })
  heard = []
  hub.subscribe(MEMBER, (event) => void heard.push(event))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await hub.close()
})

/** Something was committed, and the hub has looked. */
async function finds(next: typeof database): Promise<void> {
  database = next
  look()
  await vi.waitFor(() => expect(hub.position()).toBe(next.snapshot))
}
const event = (memberId: number): { memberId: number; event: MemberEvent } => ({
  memberId,
  event: { type: 'tickers' },
})
const knows = async () =>
  vi.waitFor(() => expect(hub.hadEventSince(MEMBER, Date.now())).toBe(false))

test('what is found is told to whom it is for, and nobody else', async () => {
  await finds({ snapshot: '101:101:', rows: [event(MEMBER + 1)] })
  await finds({ snapshot: '102:102:', rows: [event(MEMBER)] })
  expect(heard).toEqual([{ type: 'tickers' }])
})

test.each([
  [
    'a database that has lost what came last, as after a failover',
    { snapshot: '99:99:', rows: [] },
    0,
  ],
  [
    'more than it reads at once',
    { snapshot: '9000:9000:', rows: Array.from({ length: 5000 }, () => event(MEMBER + 1)) },
    0,
  ],
  ['that it has not looked for five minutes', { snapshot: '101:101:', rows: [] }, 5 * MINUTE],
] as const)('where it finds %s, anything may have come', async (_, { snapshot, rows }, pause) => {
  await knows()
  const before = Date.now()
  const from = performance.now()
  if (pause > 0) vi.spyOn(performance, 'now').mockImplementation(() => from + pause)
  await finds({ snapshot, rows: [...rows] })
  expect(heard).toEqual([{ type: 'reload' }])
  expect(hub.hadEventSince(MEMBER, before)).toBe(true)
})
