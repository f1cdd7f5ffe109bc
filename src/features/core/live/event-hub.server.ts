import { setTimeout as pause } from 'node:timers/promises'
import { announce } from '#db/announcements.server.ts'
import type { Db, OpenDatabase, Trx } from '#db/connection.server.ts'
import { type Clock, MINUTE, SECOND } from '#lib/clock.ts'
import {
  eventsBetween,
  eventsOfMember,
  insertEvent,
  presentSnapshot,
  type Snapshot,
} from './member-events.sql.ts'
import type { MemberEvent } from './member-events.ts'

/** Says that there are events; to this process also for whom. */
const CHANNEL = 'member_events'
/** Typing is over before anybody could come back for it, so that it is passed on without a row. */
const TYPING_CHANNEL = 'typing'

/**
 * How long the hub knows when a member's latest event came, in milliseconds, and for how many
 * members.
 */
const REMEMBERED_FOR = 5 * MINUTE
const MAX_REMEMBERED = 20_000

const READ_PERIOD = SECOND / 20
/**
 * Reads also when nobody announces anything: a process may have ended between its commit and the
 * announcement.
 */
const LOOK_PERIOD = SECOND
/** While a look takes longer, the hub cannot know what came. */
const LONG_LOOK = 5 * SECOND
/** Who has not looked for so long may have missed rows that are deleted (event-sweep.server.ts). */
const MAX_ABSENCE = 5 * MINUTE
const MAX_EVENTS = 5000

/**
 * `position` is what the member has been told when this event is heard; null if more of them come
 * at the same time.
 */
type Hearer = (event: MemberEvent, position: Snapshot | null) => void

export type EventHub = {
  subscribe(memberId: number, onEvent: Hearer): () => void
  /**
   * Whether an event may have come for the member since `time`, in milliseconds; true where the hub
   * cannot know.
   */
  hadEventSince(memberId: number, time: number): boolean
  /** Whoever subscribes now is told of everything that is not in this snapshot. */
  position(): Snapshot
  /** What came for a member between two positions, in order; null if not all of it is kept. */
  eventsBetween(
    memberId: number,
    seen: Snapshot,
    present: Snapshot,
    most: number,
  ): Promise<MemberEvent[] | null>
  close(): Promise<void>
}

/** Notifies a member's open streams; inside a transaction, after the commit. */
export async function notifyMember(
  trx: Db | Trx,
  memberId: number,
  event: MemberEvent,
): Promise<void> {
  if (event.type === 'typing') {
    const payload = JSON.stringify({ memberId, event })
    return announce(trx, { channel: TYPING_CHANNEL, here: payload, elsewhere: payload })
  }
  await insertEvent(trx, { memberId, event: JSON.stringify(event) })
  await announceEvent(trx, memberId)
}

/** For an event that a statement has added by itself (`eventTo`). */
export async function announceEvent(trx: Db | Trx, memberId: number): Promise<void> {
  await announce(trx, { channel: CHANNEL, here: String(memberId), elsewhere: '' })
}

export async function openEventHub(database: OpenDatabase, clock: Clock): Promise<EventHub> {
  const { db } = database
  const streams = new Map<number, Set<Hearer>>()
  /** When each member's latest event came, in milliseconds, oldest first. */
  const latest = new Map<number, number>()
  let knowsSince = 0
  let seen = await presentSnapshot(db)
  let lookedAt = performance.now()
  let lookingSince: number | null = null
  let hasFailed = false
  let isWanted = false
  let isClosed = false
  let reading: Promise<void> | undefined

  function remember(memberId: number): void {
    const now = clock.now().getTime()
    latest.delete(memberId)
    latest.set(memberId, now)
    for (const [oldest, at] of latest) {
      if (latest.size <= MAX_REMEMBERED && at > now - REMEMBERED_FOR) return
      latest.delete(oldest)
      knowsSince = Math.max(knowsSince, at + 1)
    }
  }

  function forgetAll(): void {
    latest.clear()
    knowsSince = clock.now().getTime() + 1
  }

  /** A process alone on its database has written everything itself. */
  function isBlind(): boolean {
    if (database.kind === 'pglite') return false
    return hasFailed || (lookingSince !== null && performance.now() - lookingSince > LONG_LOOK)
  }

  function tell(memberId: number, event: MemberEvent, position: Snapshot | null): void {
    for (const onEvent of streams.get(memberId) ?? []) onEvent(event, position)
  }

  async function look(): Promise<void> {
    const startedAt = performance.now()
    const present = await presentSnapshot(db)
    const rows = present === seen ? [] : await eventsBetween(db, { seen, present }, MAX_EVENTS)
    const isCertain =
      rows.length < MAX_EVENTS &&
      startedAt - lookedAt < MAX_ABSENCE &&
      nextOf(present) >= nextOf(seen)
    seen = present
    lookedAt = startedAt
    if (!isCertain) {
      forgetAll()
      for (const memberId of streams.keys()) tell(memberId, { type: 'reload' }, present)
      return
    }
    const lasts = new Map(rows.map(({ memberId }, n) => [memberId, n]))
    for (const [n, { memberId, event }] of rows.entries()) {
      remember(memberId)
      tell(memberId, event as MemberEvent, lasts.get(memberId) === n ? present : null)
    }
  }

  async function lookWhileWanted(): Promise<void> {
    while (isWanted && !isClosed) {
      isWanted = false
      const startedAt = performance.now()
      lookingSince = startedAt
      // A database that does not answer is asked again a second later.
      hasFailed = await look().then(
        () => false,
        () => true,
      )
      lookingSince = null
      // Where looking is slow, it takes half of the time at most.
      const took = performance.now() - startedAt
      // It may have changed during the await, which the compiler does not know.
      // oxlint-disable-next-line typescript/no-unnecessary-condition
      if (isWanted) await pause(Math.max(READ_PERIOD - took, took))
    }
    reading = undefined
  }

  function lookSoon(): void {
    isWanted = true
    reading ??= lookWhileWanted()
  }

  const stops = await Promise.all([
    database.listen(
      CHANNEL,
      (memberId) => {
        if (memberId !== '') remember(Number(memberId))
        lookSoon()
      },
      lookSoon,
    ),
    database.listen(TYPING_CHANNEL, (payload) => {
      const { memberId, event } = JSON.parse(payload) as { memberId: number; event: MemberEvent }
      remember(memberId)
      tell(memberId, event, null)
    }),
  ])
  const timer = setInterval(lookSoon, LOOK_PERIOD).unref()
  forgetAll()
  return {
    subscribe(memberId, onEvent) {
      const known = streams.get(memberId) ?? new Set()
      streams.set(memberId, known.add(onEvent))
      return () => {
        known.delete(onEvent)
        if (known.size === 0 && streams.get(memberId) === known) streams.delete(memberId)
      }
    },
    hadEventSince: (memberId, time) =>
      time < knowsSince || isBlind() || (latest.get(memberId) ?? 0) >= time,
    position: () => seen,
    async eventsBetween(memberId, from, to, most) {
      const rows = await eventsOfMember(db, { memberId, seen: from, present: to }, most + 1)
      return rows.length > most ? null : rows.map(({ event }) => event as MemberEvent)
    },
    async close() {
      isClosed = true
      clearInterval(timer)
      await Promise.all(stops.map((stop) => stop()))
      await reading
    },
  }
}

/**
 * The number of the next transaction: a smaller one is of a database that has lost what came after.
 */
function nextOf(snapshot: Snapshot): bigint {
  return BigInt(snapshot.split(':')[1] ?? 0)
}
