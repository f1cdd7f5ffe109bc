import { sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'
import { HOUR, later } from '#lib/clock.ts'
import type { GatewayEvent } from '../processors/gateway/webhook.contract.ts'
import type { Provider } from './providers.ts'

/** How long a claim lasts; also the pause after an answer that was none. */
const LEASE = HOUR

/** Claims the order that waits longest for a comparison with its processor. */
export async function claimOrder(db: Db, at: Date): Promise<number | null> {
  const row = await db
    .updateTable('orders')
    .set({ compare_at: later(at, LEASE) })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('orders')
        .select('id')
        .where('compare_at', '<=', at)
        .orderBy('compare_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** `compareAt` null: it is not compared any more. */
export async function compareAgain(
  db: Db | Trx,
  order: number,
  compareAt: Date | null,
): Promise<void> {
  await db.updateTable('orders').set({ compare_at: compareAt }).where('id', '=', order).execute()
}

/**
 * Keeps what was found as if it had been reported, so that a late report of the same is known by
 * it.
 */
export async function keepFound(
  db: Db,
  provider: Provider,
  event: GatewayEvent,
  at: Date,
): Promise<void> {
  const { id, type, order, subscription, reference } = event
  await db
    .insertInto('processor_reports')
    .values({
      provider,
      event_id: id,
      kind: type,
      subscription,
      order_id: order,
      report: JSON.stringify({
        eventId: id,
        kind: type,
        order,
        subscription,
        payment: reference,
        at: event.occurredAt,
      }),
      received_at: at,
      next_at: null,
      outcome: 'applied',
      closed_at: at,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
    .execute()
}

type Slice = { provider: Provider; night: Date; checked: number; differences: number; at: Date }

/** A night's comparison comes in slices, which are added up. */
export async function noteSlice(
  db: Db,
  { provider, night, checked, differences, at }: Slice,
): Promise<void> {
  await db
    .insertInto('reconciliations')
    .values({ provider, night, covered_until: at, checked, differences, finished_at: at })
    .onConflict((conflict) =>
      conflict.columns(['provider', 'night']).doUpdateSet({
        checked: sql`reconciliations.checked + excluded.checked`,
        differences: sql`reconciliations.differences + excluded.differences`,
        covered_until: at,
        finished_at: at,
      }),
    )
    .execute()
}
