import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Db, OpenDatabase, Trx } from '../../db/connection.server.ts'
import type { MemberEvent } from './member-events.ts'

const CHANNEL = 'member_events'

export type EventHub = {
  subscribe(memberId: number, onEvent: (event: MemberEvent) => void): () => void
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

export async function openEventHub(database: OpenDatabase): Promise<EventHub> {
  const streams = new Map<number, Set<(event: MemberEvent) => void>>()
  const stop = await database.listen(CHANNEL, (payload) => {
    const { memberId, event } = JSON.parse(payload) as { memberId: number; event: MemberEvent }
    for (const onEvent of streams.get(memberId) ?? []) onEvent(event)
  })
  return {
    subscribe(memberId, onEvent) {
      const known = streams.get(memberId) ?? new Set()
      streams.set(memberId, known.add(onEvent))
      return () => {
        known.delete(onEvent)
        if (known.size === 0 && streams.get(memberId) === known) streams.delete(memberId)
      }
    },
    close: stop,
  }
}
