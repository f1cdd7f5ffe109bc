import { randomUUID } from 'node:crypto'
import { DAY, later } from '../lib/clock.ts'
import type { Charge, DeclineReason, Payment, SandboxSubscription } from './charges.ts'
import type { GatewayReport, ReportType } from './reports.server.ts'

/** Of one advance: a year and some days, so that a yearly plan renews. */
const MOST_DAYS = 400

export type Book = ReturnType<typeof createBook>

/** Payments and subscriptions of the gateway, its clock, and what falls due as that advances. */
export function createBook(clockNow: () => Date, tell: (report: GatewayReport) => Promise<void>) {
  const payments = new Map<string, Payment>()
  const subscriptions = new Map<string, SandboxSubscription>()
  /** How far the clock was advanced; it never goes back. */
  let ahead = 0
  const now = (): Date => later(clockNow(), ahead)

  function report(
    type: ReportType,
    {
      charge,
      reference,
      subscription,
      amount,
    }: Pick<Payment, 'charge' | 'reference' | 'subscription' | 'amount'>,
    more: Partial<GatewayReport> = {},
  ) {
    const { order, currency } = charge
    return tell({
      id: `evt_${randomUUID()}`,
      type,
      occurredAt: now().toISOString(),
      order,
      reference,
      subscription,
      amount,
      currency,
      ...more,
    })
  }

  function newPayment(charge: Charge, subscription: string | null, amount: number): Payment {
    return {
      charge,
      reference: `pay_${randomUUID()}`,
      subscription,
      amount,
      state: 'paid',
      paidBack: 0,
      refundKeys: new Set(),
      chargebackAt: null,
    }
  }

  function approve(charge: Charge): Promise<void> {
    const id = charge.renewsAfterDays === null ? null : `sub_${randomUUID()}`
    const payment = newPayment(charge, id, charge.amount)
    payments.set(payment.reference, payment)
    if (id !== null) {
      const nextAt = later(now(), (charge.renewsAfterDays ?? 0) * DAY)
      subscriptions.set(id, {
        id,
        charge,
        firstPayment: payment.reference,
        state: 'active',
        nextAt,
        script: [],
        asked: new Set(),
      })
    }
    return report('payment.approved', payment)
  }

  async function renew(subscription: SandboxSubscription): Promise<void> {
    const { charge, id, script } = subscription
    const payment = newPayment(charge, id, charge.renewalAmount)
    const reason = script.shift()
    if (reason !== undefined) {
      subscription.state = 'pastDue'
      subscription.nextAt = null
      return report('subscription.declined', payment, { reason })
    }
    payments.set(payment.reference, payment)
    subscription.state = 'active'
    subscription.nextAt = later(now(), (charge.thenEveryDays ?? charge.renewsAfterDays ?? 0) * DAY)
    return report('subscription.renewed', payment)
  }

  function end(id: string | null): SandboxSubscription | null {
    const subscription = subscriptions.get(id ?? '')
    if (!subscription || subscription.state === 'cancelled') return null
    subscription.state = 'cancelled'
    subscription.nextAt = null
    return subscription
  }

  async function cancel(id: string): Promise<void> {
    const ended = end(id)
    const first = payments.get(ended?.firstPayment ?? '')
    if (first) await report('subscription.cancelled', first)
  }

  /**
   * The whole or a part of what is left, once for each `key`; false where it cannot be paid back. A
   * subscription goes on: gateways leave it to the merchant to end that.
   */
  async function refund(reference: string, part?: number, key?: string): Promise<boolean> {
    const payment = payments.get(reference)
    if (payment && key !== undefined && payment.refundKeys.has(key)) return true
    const left = payment?.state === 'paid' ? payment.amount - payment.paidBack : 0
    const amount = part ?? left
    if (!payment || amount <= 0 || amount > left) return false
    payment.paidBack += amount
    if (key !== undefined) payment.refundKeys.add(key)
    if (payment.paidBack === payment.amount) payment.state = 'refunded'
    await report('payment.refunded', payment, { amount })
    return true
  }

  async function chargeBack(payment: Payment): Promise<void> {
    payment.chargebackAt = null
    payment.state = 'charged back'
    end(payment.subscription)
    await report('payment.chargedBack', payment)
  }

  /** The bank takes a payment back after some days, or at once. */
  async function planChargeback(reference: string, days: number): Promise<void> {
    const payment = payments.get(reference)
    if (payment?.state !== 'paid') return
    if (days > 0) payment.chargebackAt = later(now(), days * DAY)
    else await chargeBack(payment)
  }

  /** What falls due until then, earliest first. */
  function nextDue(until: Date): { at: Date; run: () => Promise<void> } | undefined {
    const renewals = [...subscriptions.values()].map((one) => ({
      at: one.nextAt,
      run: () => renew(one),
    }))
    const chargebacks = [...payments.values()].map((one) => ({
      at: one.chargebackAt,
      run: () => chargeBack(one),
    }))
    return [...renewals, ...chargebacks]
      .flatMap(({ at, run }) => (at === null || at > until ? [] : [{ at, run }]))
      .toSorted((one, other) => one.at.getTime() - other.at.getTime())[0]
  }

  async function advanceTo(target: Date): Promise<void> {
    for (let due = nextDue(target); due; due = nextDue(target)) {
      ahead = Math.max(ahead, due.at.getTime() - clockNow().getTime())
      await due.run()
    }
    ahead = Math.max(ahead, target.getTime() - clockNow().getTime())
  }

  return {
    now,
    approve,
    cancel,
    refund,
    planChargeback,
    payments: (): Payment[] => [...payments.values()],
    subscriptionOf: (payment: Payment): SandboxSubscription | undefined =>
      subscriptions.get(payment.subscription ?? ''),
    decline: (charge: Charge) =>
      report('payment.declined', newPayment(charge, null, charge.amount)),
    /** Charges that are due by now. */
    catchUp: () => advanceTo(now()),
    async advance(days: number): Promise<void> {
      if (days > 0 && days <= MOST_DAYS) await advanceTo(later(now(), days * DAY))
    },
    async advanceToRenewal(): Promise<void> {
      const [next] = [...subscriptions.values()]
        .flatMap(({ nextAt }) => nextAt ?? [])
        .toSorted((one, other) => one.getTime() - other.getTime())
      if (next) await advanceTo(next)
    },
    async renewNow(reference: string): Promise<void> {
      const subscription = subscriptions.get(payments.get(reference)?.subscription ?? '')
      if (subscription && subscription.state !== 'cancelled') await renew(subscription)
    },
    script(reference: string, reason: DeclineReason, times: number): void {
      const subscription = subscriptions.get(payments.get(reference)?.subscription ?? '')
      subscription?.script.push(...Array.from({ length: times }, () => reason))
    },
    /** The merchant asks to charge again what was declined; `key` makes that happen once. */
    async retry(id: string, key: string): Promise<void> {
      const subscription = subscriptions.get(id)
      if (subscription?.state !== 'pastDue' || subscription.asked.has(key)) return
      subscription.asked.add(key)
      await renew(subscription)
    },
  }
}
