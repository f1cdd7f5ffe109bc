import type { Trx } from '../../../db/connection.server.ts'
import type { GatewayEvent } from './webhook.contract.ts'

const PROVIDER = 'gateway'

/**
 * Keeps an event; false where it is already there. Of parallel duplicates, one goes on: the others wait here for
 * its commit, and then find it done.
 */
export async function keepEvent(trx: Trx, event: GatewayEvent, at: Date): Promise<boolean> {
  const kept = await trx
    .insertInto('webhook_events')
    .values({
      provider: PROVIDER,
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

export async function markApplied(trx: Trx, eventId: string, at: Date): Promise<void> {
  await trx
    .updateTable('webhook_events')
    .set({ applied_at: at })
    .where('provider', '=', PROVIDER)
    .where('event_id', '=', eventId)
    .execute()
}
