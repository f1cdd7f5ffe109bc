import { sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'
import { deleteSome } from '#db/delete-some.server.ts'
import { anyOf } from '#db/ids.ts'
import { rowsOf } from '#db/rows-of.ts'
import { wake } from '#jobs/wake.sql.ts'
import { later, MINUTE, SECOND } from '#lib/clock.ts'
import type { CommissionState } from '../payouts/commission-state.ts'
import { pauses } from './postbacks.ts'

export const POSTBACK_JOB = 'postbacks'

/** Much longer than a try's timeout: an expired claim means that its process has ended. */
const CLAIM_LIFETIME = 5 * MINUTE

/** In the transaction of what they tell; nothing for affiliates without an address. */
export async function queuePostbacks(
  trx: Trx,
  commissionIds: readonly number[],
  state: CommissionState,
  at: Date,
): Promise<void> {
  if (commissionIds.length === 0) return
  const { numAffectedRows = 0n } = await sql`
    insert into postbacks (token, affiliate_id, commission_id, state, queued_at, next_try_at)
    select gen_random_uuid()::text, affiliates.id, commissions.id, ${state}, ${at}, ${at}
    from ${rowsOf(commissionIds)} as given
    join commissions on commissions.id = given.value::bigint
    join affiliates on affiliates.id = commissions.affiliate_id
    where affiliates.postback_url is not null and commissions.amount <> 0
    order by commissions.id`.execute(trx)
  if (numAffectedRows > 0n) await wake(trx, POSTBACK_JOB)
}

export type Receiver = { id: number; code: string; url: string; sealedSecret: string }

/** Affiliates who have something to be told now, in turns. */
export async function receiversDue(db: Db, at: Date): Promise<Receiver[]> {
  return db
    .selectFrom('affiliates')
    .select(['id', 'code', sql<string>`postback_url`.as('url'), 'sealed_secret as sealedSecret'])
    .where('postback_url', 'is not', null)
    .where('postbacks_stopped_at', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('postbacks')
          .select(sql.lit(1).as('one'))
          .whereRef('postbacks.affiliate_id', '=', 'affiliates.id')
          .where('sent_at', 'is', null)
          .where('failed_at', 'is', null)
          .where('next_try_at', '<=', at),
      ),
    )
    .orderBy('id')
    .execute()
}

export type DuePostback = {
  id: number
  token: string
  state: CommissionState
  tries: number
  commissionId: number
}

/**
 * Claims some of an affiliate's, so that no other process sends them at the same time. What became
 * of a commission waits for what was before: a receiver could not tell which is newer.
 */
export async function claimPostbacks(
  db: Db,
  affiliateId: number,
  most: number,
  at: Date,
): Promise<DuePostback[]> {
  return db
    .updateTable('postbacks')
    .set((eb) => ({ claimed_until: later(at, CLAIM_LIFETIME), tries: eb('tries', '+', 1) }))
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('postbacks')
        .select('id')
        .where('affiliate_id', '=', affiliateId)
        .where('sent_at', 'is', null)
        .where('failed_at', 'is', null)
        .where('next_try_at', '<=', at)
        .where((or) => or.or([or('claimed_until', 'is', null), or('claimed_until', '<=', at)]))
        .where(({ exists, not, selectFrom }) =>
          not(
            exists(
              selectFrom('postbacks as earlier')
                .select(sql.lit(1).as('one'))
                .whereRef('earlier.commission_id', '=', 'postbacks.commission_id')
                .whereRef('earlier.id', '<', 'postbacks.id')
                .where('earlier.sent_at', 'is', null)
                .where('earlier.failed_at', 'is', null),
            ),
          ),
        )
        .orderBy('next_try_at')
        .limit(sql.lit(most))
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'token', 'state', 'tries', 'commission_id as commissionId'])
    .execute()
}

export type ToldCommission = {
  id: number
  token: string
  kind: string
  subid: string | null
  campaign: string
  amount: number
  currency: string
  earnedAt: Date
}

export async function toldCommissions(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, ToldCommission>> {
  const rows = await db
    .selectFrom('commissions')
    .select([
      'id',
      'token',
      'kind',
      'subid',
      'campaign',
      'amount',
      'currency',
      'earned_at as earnedAt',
    ])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

export type Tried = { id: number; tries: number; outcome: string; isSent: boolean }

/** Those that were sent, and those that wait for their next try, if there is one. */
export async function markTried(
  trx: Trx,
  tried: readonly Tried[],
  at: Date,
  mostTries: number,
): Promise<void> {
  for (const one of tried) {
    const isLast = !one.isSent && one.tries >= mostTries
    await trx
      .updateTable('postbacks')
      .set({
        claimed_until: null,
        outcome: one.outcome,
        ...(one.isSent ? { sent_at: at } : {}),
        ...(isLast ? { failed_at: at } : {}),
        ...(one.isSent || isLast
          ? {}
          : { next_try_at: later(at, pauses[one.tries - 1] ?? 60 * SECOND) }),
      })
      .where('id', '=', one.id)
      .execute()
  }
}

/** Since when nothing arrives; null again once something does. */
export async function noteReceiver(
  trx: Trx,
  affiliateId: number,
  { arrived, at }: { arrived: boolean; at: Date },
): Promise<Date | null> {
  const row = await trx
    .updateTable('affiliates')
    .set({
      postbacks_failing_since: arrived ? null : sql`coalesce(postbacks_failing_since, ${at})`,
    })
    .where('id', '=', affiliateId)
    .returning('postbacks_failing_since as since')
    .executeTakeFirst()
  return row?.since ?? null
}

/** False where they were stopped before. */
export async function stopPostbacks(trx: Trx, affiliateId: number, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('affiliates')
    .set({ postbacks_stopped_at: at })
    .where('id', '=', affiliateId)
    .where('postbacks_stopped_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** How many are told nothing, of those who are affiliates still. */
export async function stoppedAffiliates(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('affiliates')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('postbacks_stopped_at', 'is not', null)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Begins again: what waits, and what was given up since, has all its tries again. */
export async function resumePostbacks(trx: Trx, affiliateId: number, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('affiliates')
    .set({ postbacks_stopped_at: null, postbacks_failing_since: null })
    .where('id', '=', affiliateId)
    .where('postbacks_stopped_at', 'is not', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await trx
    .updateTable('postbacks')
    .set({ tries: 0, next_try_at: at, failed_at: null, claimed_until: null })
    .where('affiliate_id', '=', affiliateId)
    .where('sent_at', 'is', null)
    .execute()
  await wake(trx, POSTBACK_JOB)
  return true
}

/**
 * Gives up what waited as long as all others are kept: its affiliate was stopped, or has no address
 * any more. Returns how many there were, up to `most`.
 */
export async function giveUpOld(db: Db, before: Date, at: Date, most: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('postbacks')
    .set({ failed_at: at, outcome: 'stopped' })
    .where('id', '=', (eb) =>
      anyOf(
        eb
          .selectFrom('postbacks')
          .select('id')
          .where('affiliate_id', 'in', (all) => all.selectFrom('affiliates').select('id'))
          .where('sent_at', 'is', null)
          .where('failed_at', 'is', null)
          .where('queued_at', '<=', before)
          .limit(sql.lit(most)),
      ),
    )
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export function sweepPostbacks(db: Db, before: Date, most: number): Promise<number> {
  return deleteSome(db, 'postbacks', sql`coalesce(sent_at, failed_at)`, before, most)
}
