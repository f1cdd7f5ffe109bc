import { sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'
import { later, MINUTE } from '#lib/clock.ts'
import type { Provider } from '../orders/providers.ts'
import type { Reported } from './findings.ts'

/**
 * What a processor reported without a signature: kept until it has been asked and it is applied.
 */
type NewReport = {
  provider: Provider
  eventId: string
  kind: string
  subscription: string | null
  order: number | null
  report: unknown
  at: Date
}

/** How long a claim lasts, if its process dies. */
const LEASE = 5 * MINUTE

/** False if it is kept already. */
export async function keepReport(
  trx: Trx,
  { provider, eventId, kind, subscription, order, report, at }: NewReport,
): Promise<boolean> {
  const kept = await trx
    .insertInto('processor_reports')
    .values({
      provider,
      event_id: eventId,
      kind,
      subscription,
      order_id: order,
      report: JSON.stringify(report),
      received_at: at,
      next_at: at,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
    .returning('event_id')
    .executeTakeFirst()
  return kept !== undefined
}

export type DueReport = { eventId: string; tries: number; receivedAt: Date; report: unknown }

/** Claims the one that waits longest. */
export function claimReport(db: Db, provider: Provider, at: Date): Promise<DueReport | undefined> {
  return db
    .updateTable('processor_reports')
    .set((eb) => ({ next_at: later(at, LEASE), tries: eb('tries', '+', 1) }))
    .where('provider', '=', provider)
    .where('event_id', '=', (eb) =>
      eb
        .selectFrom('processor_reports')
        .select('event_id')
        .where('provider', '=', provider)
        .where('next_at', '<=', at)
        .orderBy('next_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['event_id as eventId', 'tries', 'received_at as receivedAt', 'report'])
    .executeTakeFirst()
}

export async function closeReport(
  db: Db,
  provider: Provider,
  eventId: string,
  outcome: string,
  at: Date,
): Promise<void> {
  await db
    .updateTable('processor_reports')
    .set({ next_at: null, outcome, closed_at: at })
    .where('provider', '=', provider)
    .where('event_id', '=', eventId)
    .execute()
}

/** `outcome`: why it waits. */
export async function postponeReport(
  db: Db,
  provider: Provider,
  eventId: string,
  outcome: string,
  nextAt: Date,
): Promise<void> {
  await db
    .updateTable('processor_reports')
    .set({ next_at: nextAt, outcome })
    .where('provider', '=', provider)
    .where('event_id', '=', eventId)
    .execute()
}

type Applied = { eventId: string; kind: string; order: number | null; report: unknown }

/**
 * What was applied of a subscription, in the order in which it was reported; the sale of credits,
 * too, which has no row of its own elsewhere. What one night found has one time, and a number at
 * the end of its id.
 */
export function appliedReports(
  db: Db,
  provider: Provider,
  subscription: string,
): Promise<Applied[]> {
  return db
    .selectFrom('processor_reports')
    .select(['event_id as eventId', 'kind', 'order_id as order', 'report'])
    .where('provider', '=', provider)
    .where('subscription', '=', subscription)
    .where('outcome', 'in', ['applied', 'paidTwice'])
    .orderBy('received_at')
    .orderBy(sql`length(event_id)`)
    .orderBy('event_id')
    .execute()
}

/** What a comparison needs to know of a subscription's reports. */
export async function reportedOf(
  db: Db,
  provider: Provider,
  subscription: string,
): Promise<Reported> {
  const rows = await db
    .selectFrom('processor_reports')
    .select(['kind', 'outcome', 'next_at as nextAt'])
    .where('provider', '=', provider)
    .where('subscription', '=', subscription)
    .execute()
  return {
    kinds: rows
      .filter(
        ({ outcome, nextAt }) =>
          nextAt === null && ['applied', 'paidTwice'].includes(outcome ?? ''),
      )
      .map(({ kind }) => kind),
    isWaiting: rows.some(({ nextAt }) => nextAt !== null),
  }
}

export type WaitingReport = {
  provider: string
  eventId: string
  kind: string
  order: number | null
  receivedAt: Date
  outcome: string | null
}

/** Given up, or waiting for longer than a moment; newest first. */
export function unsettledReports(db: Db, before: Date, most: number): Promise<WaitingReport[]> {
  return db
    .selectFrom('processor_reports')
    .select([
      'provider',
      'event_id as eventId',
      'kind',
      'order_id as order',
      'received_at as receivedAt',
      'outcome',
    ])
    .where('received_at', '<=', before)
    .where((where) =>
      where.or([
        where('next_at', 'is not', null),
        where('outcome', 'in', ['unanswered', 'unconfirmed', 'unknownSubscription']),
      ]),
    )
    .orderBy('received_at', 'desc')
    .orderBy('event_id')
    .limit(most)
    .execute()
}
