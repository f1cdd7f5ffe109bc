import { DAY, later } from '#lib/clock.ts'
import { type SaleFinding, foundId, type KnownSale, type Reported } from '../findings.ts'
import type { GatewayEvent } from '../gateway/webhook.contract.ts'
import type { Status } from './data-link.server.ts'

/** What changed within a day may still be reported, or asked for and not yet done. */
const SETTLES_WITHIN = DAY

/**
 * CCBill's state of a subscription against our books; null is a subscription that it does not know.
 * It says how often it charged and paid back, and not how much: a renewal is the amount that was
 * agreed, a refund needs an operator.
 */
export function differencesFrom(
  status: Status | null,
  { contract, everyDays, at }: KnownSale,
  subscription: string,
  { kinds }: Reported,
): SaleFinding[] {
  const {
    order,
    brand,
    amount,
    currency,
    paymentReference,
    cancelledAt,
    endedAt,
    refundedAt,
    withdrawnAt,
  } = contract
  const payment = paymentReference ?? subscription
  const renewalAmount = contract.renewalAmount ?? amount
  const renews = everyDays !== null
  const event = (
    type: string,
    id: ReadonlyArray<string | number>,
    more: Partial<GatewayEvent> = {},
  ): GatewayEvent => ({
    id: foundId([subscription, type, ...id]),
    type,
    occurredAt: at.toISOString(),
    order,
    reference: payment,
    subscription: renews ? subscription : null,
    amount: 0,
    currency,
    brand,
    ...more,
  })
  if (status === null)
    return [
      {
        kind: 'unlisted',
        event: event('payment.approved', [], { amount }),
        detail: 'CCBill knows no such subscription',
        applies: false,
      },
    ]
  const count = (kind: string) => kinds.filter((one) => one === kind).length
  const found: SaleFinding[] = []

  const renewals = count('subscription.renewed')
  for (let number = renewals + 1; renews && number <= status.timesRebilled; number += 1) {
    const charge = { reference: `${subscription}-swept-${number}`, amount: renewalAmount }
    found.push({
      kind: 'missed',
      event: event('subscription.renewed', [number], charge),
      detail: '',
      applies: true,
    })
  }
  if (renews && status.timesRebilled < renewals) {
    const detail = `reported ${renewals} times, charged ${status.timesRebilled} times`
    found.push({
      kind: 'unlisted',
      event: event('subscription.renewed', ['more'], { amount: renewalAmount }),
      detail,
      applies: false,
    })
  }

  const isTakenBack = refundedAt !== null || withdrawnAt !== null
  const charged = contract.chargedAmount ?? amount
  if (status.chargebacks > count('payment.chargedBack') && !isTakenBack) {
    found.push({
      kind: 'missed',
      event: event('payment.chargedBack', [status.chargebacks], { amount: charged }),
      detail: '',
      applies: true,
    })
  }
  if (status.refunds > count('payment.refunded') && !isTakenBack) {
    const detail = 'CCBill paid back, and does not say how much'
    found.push({
      kind: 'missed',
      event: event('payment.refunded', [status.refunds]),
      detail,
      applies: false,
    })
  }

  if (!renews || isTakenBack || endedAt !== null) return found
  const day = at.toISOString().slice(0, 10)
  if (status.state === 'ends' && cancelledAt === null) {
    found.push({
      kind: 'missed',
      event: event('subscription.cancelled', [day]),
      detail: '',
      applies: true,
    })
  }
  if (status.state === 'inactive' && cancelledAt === null) {
    found.push({
      kind: 'missed',
      event: event('subscription.expired', [day]),
      detail: '',
      applies: true,
    })
  }
  if (
    status.state === 'renews' &&
    cancelledAt !== null &&
    later(cancelledAt, SETTLES_WITHIN) <= at
  ) {
    found.push({
      kind: 'altered',
      event: event('subscription.resumed', []),
      detail: 'cancelled here, renewing at CCBill',
      applies: false,
    })
  }
  return found
}
