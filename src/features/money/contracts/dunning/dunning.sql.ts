import { sql } from 'kysely'
import { count } from '#core/figures/counting.sql.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import { later, MINUTE, SECOND } from '#lib/clock.ts'
import { GRACE } from './dunning.ts'

/** Between two attempts of a step that failed. */
const RETRY_INTERVAL = 5 * MINUTE

type NewDunning = { subscription: number; reason: string | null; retryAt: Date | null; at: Date }

/** False if one is open: another decline is of one of its retries. */
export async function openDunning(
  trx: Trx,
  { subscription, reason, retryAt, at }: NewDunning,
): Promise<boolean> {
  const made = await trx
    .insertInto('dunnings')
    .values({
      subscription_id: subscription,
      opened_at: at,
      reason,
      retry_at: retryAt,
      next_at: at,
    })
    .onConflict((conflict) =>
      conflict.column('subscription_id').where('closed_at', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  if (made) await countDunning(trx, subscription, 'opened', at)
  if (!made && retryAt) {
    await trx
      .updateTable('dunnings')
      .set({ retry_at: retryAt })
      .where('subscription_id', '=', subscription)
      .where('closed_at', 'is', null)
      .execute()
  }
  return made !== undefined
}

export async function noteGrace(
  trx: Trx,
  subscription: number,
  milliseconds: number,
): Promise<void> {
  const seconds = Math.round(milliseconds / SECOND)
  await trx
    .updateTable('dunnings')
    .set({ grace_seconds: seconds })
    .where('subscription_id', '=', subscription)
    .where('closed_at', 'is', null)
    .execute()
}

/** The milliseconds of grace that were given, which end at `until`. */
export type Grace = { given: number; until: Date }

/** Of a subscription; null if none is open. */
export async function closeDunningOf(
  trx: Trx,
  subscription: number,
  outcome: 'recovered' | 'chargedBack' | 'ended',
  at: Date,
): Promise<Grace | null> {
  const closed = await trx
    .updateTable('dunnings')
    .set({ closed_at: at, outcome })
    .where('subscription_id', '=', subscription)
    .where('closed_at', 'is', null)
    .returning(['grace_seconds as seconds', 'opened_at as openedAt'])
    .executeTakeFirst()
  if (closed) await countDunning(trx, subscription, outcome, at)
  return closed ? { given: closed.seconds * SECOND, until: later(closed.openedAt, GRACE) } : null
}

export async function closeDunning(
  trx: Trx,
  id: number,
  outcome: 'ended' | 'cancelled',
  at: Date,
): Promise<boolean> {
  const closed = await trx
    .updateTable('dunnings')
    .set({ closed_at: at, outcome })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .returning('subscription_id as subscription')
    .executeTakeFirst()
  if (closed) await countDunning(trx, closed.subscription, outcome, at)
  return closed !== undefined
}

async function countDunning(
  trx: Trx,
  subscription: number,
  detail: 'opened' | 'recovered' | 'chargedBack' | 'ended' | 'cancelled',
  at: Date,
): Promise<void> {
  const of = await trx
    .selectFrom('subscriptions')
    .select('brand')
    .where('id', '=', subscription)
    .executeTakeFirst()
  if (of) await count(trx, { brand: of.brand, measure: 'dunning', detail, at })
}

/**
 * Declined renewals that are still tried. The brand of each is looked up as a value: to join these
 * few, PostgreSQL may read all subscriptions.
 */
export function openDunnings(db: Db, brands: readonly string[]) {
  return db
    .selectFrom('dunnings')
    .select(sql<number>`count(*)::int`.as('open'))
    .where('closed_at', 'is', null)
    .where(
      (eb) =>
        eb
          .selectFrom('subscriptions')
          .select('brand')
          .whereRef('subscriptions.id', '=', 'dunnings.subscription_id'),
      'in',
      brands,
    )
}

export type DueDunning = {
  id: number
  step: number
  reason: string | null
  graceSeconds: number
  retryAt: Date | null
  subscription: number
  reference: string
  accountId: number
  brand: string
  plan: string
  order: number | null
  isOver: boolean
}

/**
 * Claims the step that is due longest; a claim lasts until the step is taken, or for some minutes.
 */
export async function claimDunning(db: Db, at: Date): Promise<DueDunning | undefined> {
  const claimed = await db
    .updateTable('dunnings')
    .set({ tried_at: at })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('dunnings')
        .select('id')
        .where('closed_at', 'is', null)
        .where('next_at', '<=', at)
        .where((or) =>
          or.or([or('tried_at', 'is', null), or('tried_at', '<=', later(at, -RETRY_INTERVAL))]),
        )
        .orderBy('next_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning('id')
    .executeTakeFirst()
  if (!claimed) return undefined
  return db
    .selectFrom('dunnings')
    .innerJoin('subscriptions', 'subscriptions.id', 'dunnings.subscription_id')
    .select([
      'dunnings.id',
      'dunnings.step',
      'dunnings.reason',
      'dunnings.grace_seconds as graceSeconds',
      'dunnings.retry_at as retryAt',
      'subscriptions.id as subscription',
      'subscriptions.provider_reference as reference',
      'subscriptions.account_id as accountId',
      'subscriptions.brand',
      'subscriptions.plan',
      'subscriptions.order_id as order',
      sql<boolean>`(subscriptions.cancelled_at is not null or subscriptions.ended_at is not null)`.as(
        'isOver',
      ),
    ])
    .where('dunnings.id', '=', claimed.id)
    .executeTakeFirst()
}

/** False if the step was taken before, or the payment came meanwhile. */
export async function takeStep(
  db: Db | Trx,
  { id, step }: Pick<DueDunning, 'id' | 'step'>,
  nextAt: Date,
): Promise<boolean> {
  const taken = await db
    .updateTable('dunnings')
    .set({ step: step + 1, next_at: nextAt, tried_at: null })
    .where('id', '=', id)
    .where('step', '=', step)
    .where('closed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}
