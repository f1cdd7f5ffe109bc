import type { Services } from '#api/services.server.ts'
import type { Job } from '#jobs/worker.server.ts'
import { DAY, HOUR, later, MINUTE } from '#lib/clock.ts'
import { type Contract, contractOf } from '#money/orders/contracts.sql.ts'
import { productOf } from '#money/prices/offers.ts'
import { brandById } from '#sites/registry.ts'
import { isFound } from '../findings.ts'
import type { GatewayEvent } from '../gateway/webhook.contract.ts'
import type { Receive } from '../processor.ts'
import {
  appliedReports,
  claimReport,
  closeReport,
  type DueReport,
  postponeReport,
} from '../reports.sql.ts'
import { type Status, statusOf } from './data-link.server.ts'
import type { Ccbill } from './env.server.ts'
import { subscriptionIn } from './references.ts'
import type { CcbillReport } from './reports.server.ts'
import { CCBILL_JOB } from './webhook.server.ts'

/** After that, an operator decides (`npm run payments`). */
const PATIENCE = 14 * DAY
const [FIRST_PAUSE, LONGEST_PAUSE] = [MINUTE, 6 * HOUR]

/** Why a report waits: CCBill was silent, says otherwise, or has not told us of the sale yet. */
type Waits = 'unanswered' | 'unconfirmed' | 'unknownSubscription'

/** Asks CCBill about each report, and applies it the way of every processor's. */
export const ccbillJob = (receive: Receive): Job => ({
  name: CCBILL_JOB,
  period: MINUTE,
  start: (services) => ({
    async run(stopping) {
      const { ccbill } = services.settings
      while (ccbill && !stopping.aborted) {
        const due = await claimReport(services.db, 'ccbill', services.clock.now())
        if (!due || !(await settleReport(services, receive, ccbill, due))) return
      }
    },
  }),
})

/** False if CCBill did not answer: the others can wait, too. */
async function settleReport(
  services: Services,
  receive: Receive,
  ccbill: Ccbill,
  due: DueReport,
): Promise<boolean> {
  const { db, clock, log } = services
  const at = clock.now()
  const wait = async (why: Waits) => {
    const pause = Math.min(FIRST_PAUSE * 2 ** Math.min(due.tries - 1, 20), LONGEST_PAUSE)
    if (later(due.receivedAt, PATIENCE) <= at) await closeReport(db, 'ccbill', due.eventId, why, at)
    else await postponeReport(db, 'ccbill', due.eventId, why, later(at, pause))
    return why !== 'unanswered'
  }
  const report = due.report as CcbillReport
  const before =
    report.subscription === null ? [] : await appliedReports(db, 'ccbill', report.subscription)
  const order =
    report.order ?? before.find(({ kind }) => kind === 'payment.approved')?.order ?? null
  if (order === null) return wait('unknownSubscription')
  if (report.subscription !== null) {
    try {
      const status = await statusOf(ccbill, subscriptionIn(report.subscription))
      const renewals = before.filter(({ kind }) => kind === 'subscription.renewed').length
      if (!status || !confirms[report.kind](status, renewals)) {
        // A nightly comparison found this renewal before its report came.
        if (
          status &&
          report.kind === 'subscription.renewed' &&
          before.some(({ kind, eventId }) => kind === report.kind && isFound(eventId))
        ) {
          await closeReport(db, 'ccbill', due.eventId, 'settledBefore', at)
          return true
        }
        log.warn(
          { provider: 'ccbill', event: due.eventId, kind: report.kind, order, status },
          'CCBill says otherwise than a report of a payment; it is asked again',
        )
        return await wait('unconfirmed')
      }
    } catch (error) {
      log.error(
        { provider: 'ccbill', event: due.eventId, error },
        'CCBill did not confirm a report of a payment; it is asked again',
      )
      return wait('unanswered')
    }
  }
  const contract = await contractOf(db, order)
  // CCBill calls every sale a subscription, and reports the end of what never renews.
  const renews = contract !== undefined && doesRenew(contract)
  if (contract && !renews && report.kind.startsWith('subscription.')) {
    await closeReport(db, 'ccbill', due.eventId, 'settledBefore', at)
    return true
  }
  const event = eventOf(due.eventId, report, order, {
    contract,
    renews,
    known: before.flatMap(chargeOf),
  })
  const outcome = await receive(services, 'ccbill', event, at)
  await closeReport(db, 'ccbill', due.eventId, outcome === 'repeated' ? 'applied' : outcome, at)
  return true
}

function chargeOf({ kind, report }: { kind: string; report: unknown }): string[] {
  const { payment } = report as CcbillReport
  return payment !== null && (kind === 'payment.approved' || kind === 'subscription.renewed')
    ? [payment]
    : []
}

/** What CCBill's own state must be for a report to be true. */
const confirms: Record<CcbillReport['kind'], (status: Status, renewals: number) => boolean> = {
  'payment.approved': ({ state }) => state !== 'inactive',
  // No more renewals than CCBill has charged, whatever is reported.
  'subscription.renewed': ({ state, timesRebilled }, renewals) =>
    state !== 'inactive' && timesRebilled > renewals,
  'subscription.cancelled': ({ state }) => state !== 'renews',
  'subscription.expired': ({ state }) => state === 'inactive',
  'subscription.resumed': ({ state }) => state === 'renews',
  'payment.refunded': ({ refunds }) => refunds > 0,
  'payment.chargedBack': ({ chargebacks, state }) => chargebacks > 0 || state === 'inactive',
  'subscription.declined': () => true,
  'payment.declined': () => true,
}

function doesRenew({ brand, keyword }: Contract): boolean {
  const site = brandById(brand)
  const gives = site && productOf(site, keyword)?.gives
  return gives?.kind === 'premium' && gives.renews
}

type About = { contract: Contract | undefined; renews: boolean; known: readonly string[] }

function eventOf(
  id: string,
  report: CcbillReport,
  order: number,
  { contract, renews, known }: About,
): GatewayEvent {
  const isKnown = report.payment !== null && known.includes(report.payment)
  const takesBack = report.kind === 'payment.refunded' || report.kind === 'payment.chargedBack'
  // A transaction that takes back may have a number of its own: the charge that it is about is the
  // last one then.
  const payment = takesBack && !isKnown ? (known.at(-1) ?? report.payment) : report.payment
  return {
    id,
    type: report.kind,
    occurredAt: report.at,
    order,
    reference: payment ?? report.subscription ?? `ccbill:order-${order}`,
    subscription: renews ? report.subscription : null,
    amount: report.amount ?? 0,
    currency: report.currency ?? contract?.currency ?? '',
    brand: report.brand,
    ...(report.reason === undefined ? {} : { reason: report.reason }),
    ...(report.retryAt === undefined ? {} : { retryAt: report.retryAt }),
  }
}
