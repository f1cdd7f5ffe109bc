import type { Db, Trx } from '#db/connection.server.ts'
import { rowsOf } from '#db/rows-of.ts'
import type { GatewayEvent } from '../processors/gateway/webhook.contract.ts'

export type Outcome =
  | 'applied'
  | 'settledBefore'
  | 'paidTwice'
  | 'unknownOrder'
  | 'unknownType'
  | 'unknownProduct'
  | 'wrongAmount'
  | 'otherOrder'
  | 'otherShop'
  | 'unknownSubscription'

/** Its events move access, not money: nothing that an operator could refund. */
const PARTNER = 'partner'

type Event = { id: string; type: string; occurredAt: string }

/** False if already stored; a concurrent duplicate waits for the first transaction to commit. */
export async function keepEvent(
  trx: Trx,
  provider: string,
  event: Event,
  at: Date,
): Promise<boolean> {
  const kept = await trx
    .insertInto('webhook_events')
    .values({
      provider,
      event_id: event.id,
      type: event.type,
      payload: JSON.stringify(event),
      occurred_at: new Date(event.occurredAt),
      received_at: at,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
    .returning('event_id')
    .executeTakeFirst()
  return kept !== undefined
}

export async function noteOutcome(
  trx: Trx,
  provider: string,
  eventId: string,
  outcome: string,
  at: Date,
): Promise<void> {
  await trx
    .updateTable('webhook_events')
    .set({ outcome, applied_at: outcome === 'applied' ? at : null })
    .where('provider', '=', provider)
    .where('event_id', '=', eventId)
    .execute()
}

export type OpenEvent = {
  eventId: string
  receivedAt: Date
  outcome: string | null
  event: GatewayEvent
}

/**
 * Returns events that should have changed data but did not, newest first; an operator decides about
 * them.
 */
export async function openEvents(db: Db, most: number): Promise<OpenEvent[]> {
  const rows = await db
    .selectFrom('webhook_events')
    .select(['event_id as eventId', 'received_at as receivedAt', 'outcome', 'payload'])
    .where('applied_at', 'is', null)
    .where('provider', '<>', PARTNER)
    .where((where) =>
      where.or([
        where('outcome', 'is', null),
        where('outcome', 'not in', [
          'settledBefore',
          'unknownType',
          'paidTwice',
        ] satisfies Outcome[]),
      ]),
    )
    .orderBy('received_at', 'desc')
    .orderBy('event_id')
    .limit(most)
    .execute()
  return rows.map(({ payload, ...row }) => ({ ...row, event: payload as GatewayEvent }))
}

type KeptEvent = Pick<GatewayEvent, 'type' | 'order' | 'reference' | 'amount' | 'currency'>

export async function keptEvents(
  db: Db,
  provider: string,
  ids: readonly string[],
): Promise<Map<string, KeptEvent>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('webhook_events')
    .select(['event_id as id', 'payload'])
    .where('provider', '=', provider)
    .where('event_id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, payload }) => [id, payload as KeptEvent]))
}

/** What was reported to have happened in this time, by event id. */
export async function eventsBetween(
  db: Db,
  provider: string,
  from: Date,
  until: Date,
): Promise<Map<string, KeptEvent>> {
  const rows = await db
    .selectFrom('webhook_events')
    .select(['event_id as id', 'payload'])
    .where('provider', '=', provider)
    .where('occurred_at', '>=', from)
    .where('occurred_at', '<', until)
    .execute()
  return new Map(rows.map(({ id, payload }) => [id, payload as KeptEvent]))
}

/** When each who reports was heard last: the time of its report. */
export function lastHeard(db: Db, providers: readonly string[]) {
  return db.selectFrom(rowsOf(providers).as('named')).select((eb) => [
    'named.value as provider',
    eb
      .selectFrom('webhook_events')
      .select((of) => of.fn.max('occurred_at').as('at'))
      .whereRef('provider', '=', 'named.value')
      .as('at'),
  ])
}
