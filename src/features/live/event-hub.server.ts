import { sql } from 'kysely'
import type { Db, OpenDatabase, Trx } from '../../db/connection.server.ts'

const CHANNEL = 'member_events'

/** A hint that something changed for a member: only names and ids, no private data. */
export type MemberEvent =
  | { type: 'message'; otherId: number }
  | { type: 'read'; otherId: number }
  | { type: 'match'; otherId: number }
  | { type: 'tickers' }
  | { type: 'credits' }
  | { type: 'signedOut' }

export type EventHub = {
  subscribe(memberId: number, heard: (event: MemberEvent) => void): () => void
  close(): Promise<void>
}

/** Notifies a member's open streams; inside a transaction, after the commit. */
export async function notifyMember(trx: Db | Trx, memberId: number, event: MemberEvent): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${JSON.stringify({ memberId, event })})`.execute(trx)
}

export async function openEventHub(database: OpenDatabase): Promise<EventHub> {
  const streams = new Map<number, Set<(event: MemberEvent) => void>>()
  const stop = await database.listen(CHANNEL, (payload) => {
    const { memberId, event } = JSON.parse(payload) as { memberId: number; event: MemberEvent }
    for (const heard of streams.get(memberId) ?? []) heard(event)
  })
  return {
    subscribe(memberId, heard) {
      const known = streams.get(memberId) ?? new Set()
      streams.set(memberId, known.add(heard))
      return () => {
        known.delete(heard)
        if (known.size === 0 && streams.get(memberId) === known) streams.delete(memberId)
      }
    },
    close: stop,
  }
}
