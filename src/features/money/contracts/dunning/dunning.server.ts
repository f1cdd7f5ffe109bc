import type { Services } from '#api/services.server.ts'
import { addresseeOf } from '#core/accounts/accounts.sql.ts'
import { keepPremium, premiumUntil } from '#core/accounts/standing/premium.sql.ts'
import { notifyMember } from '#core/live/event-hub.server.ts'
import type { Trx } from '#db/connection.server.ts'
import { wake } from '#jobs/wake.sql.ts'
import type { Job } from '#jobs/worker.server.ts'
import { DAY, later, MINUTE } from '#lib/clock.ts'
import { contractOf } from '#money/orders/contracts.sql.ts'
import type { Order } from '#money/orders/orders.sql.ts'
import { productOf } from '#money/prices/offers.ts'
import { formatMoney } from '#money/prices/price-list.ts'
import { processorOf } from '#money/processors/processors.server.ts'
import { brandById } from '#sites/registry.ts'
import { cancelSubscriptions } from '../cancel.server.ts'
import { endSubscription, type Renewing } from '../subscriptions.sql.ts'
import {
  claimDunning,
  closeDunning,
  type DueDunning,
  noteGrace,
  openDunning,
  takeStep,
} from './dunning.sql.ts'
import { GRACE, isRetried, pauseAfter, steps } from './dunning.ts'
import { declinedMail, endedMail, graceOverMail } from './mails.ts'

const JOB = 'dunning'

/**
 * A renewal was declined: the member keeps access for a time, and the job takes the steps of the
 * table.
 */
export async function startDunning(
  trx: Trx,
  order: Order,
  {
    subscription,
    reason,
    retryAt,
    at,
  }: { subscription: Renewing; reason: string | null; retryAt: Date | null; at: Date },
): Promise<void> {
  if (!(await openDunning(trx, { subscription: subscription.id, reason, retryAt, at }))) return
  const isTrial = subscription.chargedAmount === 0
  const grace = isTrial ? 0 : await keepPremium(trx, order.accountId, later(at, GRACE))
  if (grace > 0) await noteGrace(trx, subscription.id, grace)
  await notifyMember(trx, order.accountId, { type: 'tickers' })
  await wake(trx, JOB)
}

/**
 * Takes each step once: with its mails in one transaction, or by a key that the processor knows.
 */
export const dunningJob: Job = {
  name: JOB,
  period: 5 * MINUTE,
  start: (services) => ({
    async run(stopping) {
      while (!stopping.aborted) {
        const due = await claimDunning(services.db, services.clock.now())
        if (!due) return
        await stepOf(services, due)
      }
    },
  }),
}

async function stepOf(services: Services, due: DueDunning): Promise<void> {
  const { db, clock, log } = services
  const at = clock.now()
  const step = steps[due.step]
  if (due.isOver || !step)
    return void (await db
      .transaction()
      .execute((trx) => closeDunning(trx, due.id, 'cancelled', at)))
  if (step.does === 'retry') {
    try {
      // The same step has the same key, also after a crash between the request and the next line.
      if (isRetried(due.reason))
        await processorOf(services, due.reference)?.retry?.(
          due.reference,
          `dunning-${due.id}-${due.step}`,
        )
    } catch (error) {
      return log.error(
        { subscription: due.subscription, error },
        'a declined renewal could not be retried; it is tried again',
      )
    }
    return void (await takeStep(db, due, later(at, pauseAfter(due.step) ?? 0)))
  }
  await db.transaction().execute(async (trx) => {
    const pause = pauseAfter(due.step)
    const isTaken =
      pause === null
        ? await closeDunning(trx, due.id, 'ended', at)
        : await takeStep(trx, due, later(at, pause))
    if (!isTaken) return
    if (step.does === 'end') {
      await cancelSubscriptions(trx, [due.subscription], at)
      await endSubscription(trx, due.reference, at)
    }
    await mailStep(services, trx, due, step.does, at)
  })
}

async function mailStep(
  services: Services,
  trx: Trx,
  due: DueDunning,
  does: 'tell' | 'warn' | 'end',
  at: Date,
): Promise<void> {
  const brand = brandById(due.brand)
  const contract = due.order === null ? undefined : await contractOf(trx, due.order)
  const account = await addresseeOf(trx, due.accountId)
  if (!brand || !contract || !account) return
  const plan = productOf(brand, due.plan)?.name ?? due.plan
  const about = {
    order: contract.order,
    plan,
    amount: formatMoney({
      amount: contract.renewalAmount ?? contract.amount,
      currency: contract.currency,
    }),
  }
  const until = await premiumUntil(trx, due.accountId)
  const isOpen = until !== null && until > at
  switch (does) {
    case 'tell': {
      // Who charges again without being asked has said when, or will not.
      const isOurs = processorOf(services, due.reference)?.retry !== null
      const retry =
        isOurs && isRetried(due.reason) ? steps.find((step) => step.does === 'retry') : undefined
      return services.queueMail(
        trx,
        declinedMail(services, brand, account, {
          ...about,
          reason: due.reason,
          openUntil: isOpen ? until : null,
          retryAt: retry ? later(at, retry.day * DAY) : due.retryAt,
        }),
      )
    }
    case 'warn':
      // Without grace, the first mail has said so; who has paid for more keeps it.
      return due.graceSeconds > 0 && !isOpen
        ? services.queueMail(trx, graceOverMail(services, brand, account, about))
        : undefined
    case 'end':
      return services.queueMail(trx, endedMail(services, brand, account, about))
  }
}
