import type { Services } from '#api/services.server.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import { wake } from '#jobs/wake.sql.ts'
import type { Job } from '#jobs/worker.server.ts'
import { MINUTE } from '#lib/clock.ts'
import { brandById } from '#sites/registry.ts'
import type { Brand } from '#sites/site.ts'
import { productOf } from '../prices/offers.ts'
import { processorOf } from '../processors/processors.server.ts'
import {
  askProcessor,
  askToCancel,
  type Cancellation,
  claimCancellation,
  markConfirmed,
  openSubscriptions,
} from './cancel.sql.ts'

const CANCELLATION_JOB = 'cancellations'

/**
 * Sends each cancellation to the gateway until it is confirmed: `POST /cancelSubscription` with
 * `subscription`, signed like its webhooks. The gateway answers 204, also for one that it cancelled
 * before.
 */
export const cancellationJob: Job = {
  name: CANCELLATION_JOB,
  period: MINUTE,
  start: (services) => ({
    async run(stopping) {
      while (!stopping.aborted) {
        const next = await claimCancellation(services.db, services.clock.now())
        if (!next) return
        await sendCancellation(services, next)
      }
    },
  }),
}

export type Renewal = { id: number; order: number | null; brand: Brand; paidUntil: Date }

/** What renews of an account, on every brand. */
export async function renewalsOf(db: Db | Trx, accountId: number, at: Date): Promise<Renewal[]> {
  const open = await openSubscriptions(db, accountId, at)
  return open.flatMap(({ id, order, brand: brandId, plan, paidUntil }) => {
    const brand = brandById(brandId)
    if (!brand) return []
    const gives = productOf(brand, plan)?.gives
    return gives?.kind === 'premium' && gives.renews ? [{ id, order, brand, paidUntil }] : []
  })
}

/**
 * Cancels what renews of an account at the end of the paid time; they are sent to the gateway after
 * the commit.
 */
export async function cancelRenewals(trx: Trx, accountId: number, at: Date): Promise<Renewal[]> {
  const renewals = await renewalsOf(trx, accountId, at)
  const ids = renewals.map(({ id }) => id)
  const ended = new Set(await cancelSubscriptions(trx, ids, at))
  return renewals.filter(({ id }) => ended.has(id))
}

/**
 * Ends the renewal of subscriptions, and returns those that still renewed; the gateway is told
 * after the commit.
 */
export async function cancelSubscriptions(
  trx: Trx,
  ids: readonly number[],
  at: Date,
): Promise<number[]> {
  const ended = await askToCancel(trx, ids, at)
  if (ids.length > 0) await wake(trx, CANCELLATION_JOB)
  return ended
}

/**
 * Like `cancelSubscriptions`, also for one whose row says that it is cancelled, but that the
 * processor was not asked.
 */
export async function askToEndRenewal(trx: Trx, id: number, at: Date): Promise<void> {
  if (await askProcessor(trx, id, at)) await wake(trx, CANCELLATION_JOB)
}

async function sendCancellation(
  services: Services,
  { id, brand, reference }: Cancellation,
): Promise<void> {
  const { db, clock, log } = services
  const processor = processorOf(services, reference)
  if (!processor)
    return log.error(
      { subscription: id, brand },
      'a subscription waits to be cancelled, and there is no gateway',
    )
  try {
    await processor.cancel(reference)
    await markConfirmed(db, id, clock.now())
  } catch (error) {
    log.error(
      { subscription: id, error },
      'the gateway did not confirm a cancellation; it is sent again',
    )
  }
}
