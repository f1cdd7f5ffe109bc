import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Db, OpenDatabase, Trx } from '../../db/connection.server.ts'
import { type Clock, MINUTE } from '../../lib/clock.ts'
import type { MemberEvent } from './member-events.ts'

const CHANNEL = 'member_events'

/** How long the hub knows when a member's latest event came, in milliseconds, and for how many members. */
const REMEMBERED_FOR = MINUTE
const MAX_REMEMBERED = 20_000

export type EventHub = {
  subscribe(memberId: number, onEvent: (event: MemberEvent) => void): () => void
  /** Whether an event may have come for the member since `time`, in milliseconds; true where the hub cannot know. */
  hadEventSince(memberId: number, time: number): boolean
  close(): Promise<void>
}

/** Notifies a member's open streams; inside a transaction, after the commit. */
export async function notifyMember(trx: Db | Trx, memberId: number, event: MemberEvent): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${JSON.stringify({ memberId, event })})`.execute(trx)
}

/** As `notifyMember`, as part of a statement that finds out whom to notify. */
export function notification(memberId: Expression<number>, event: MemberEvent): RawBuilder<unknown> {
  return sql`pg_notify(${CHANNEL}, json_build_object('memberId', ${memberId}, 'event', ${JSON.stringify(event)}::json)::text)`
}

export async function openEventHub(database: OpenDatabase, clock: Clock): Promise<EventHub> {
  const streams = new Map<number, Set<(event: MemberEvent) => void>>()
  /** When each member's latest event came, in milliseconds, oldest first. */
  const latest = new Map<number, number>()
  let knowsSince = 0

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

  const stop = await database.listen(
    CHANNEL,
    (payload) => {
      const { memberId, event } = JSON.parse(payload) as { memberId: number; event: MemberEvent }
      remember(memberId)
      for (const onEvent of streams.get(memberId) ?? []) onEvent(event)
    },
    forgetAll,
  )
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
    hadEventSince: (memberId, time) => time < knowsSince || (latest.get(memberId) ?? 0) >= time,
    close: stop,
  }
}
