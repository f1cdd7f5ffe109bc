import { addresseeOf, lockAccount } from '#core/accounts/accounts.sql.ts'
import { addPremium, noteFirstPremium } from '#core/accounts/standing/premium.sql.ts'
import { notifyMember } from '#core/live/event-hub.server.ts'
import { observeFailedPayment } from '#core/rules/fraud.server.ts'
import type { Trx } from '#db/connection.server.ts'
import { wake } from '#jobs/wake.sql.ts'
import { DAY, later } from '#lib/clock.ts'
import { brandById } from '#sites/registry.ts'
import { askToEndRenewal, cancelSubscriptions } from '../contracts/cancel.server.ts'
import { insertChargeback, isChargedBack } from '../contracts/dunning/chargebacks.sql.ts'
import { startDunning } from '../contracts/dunning/dunning.server.ts'
import { goesOn } from '../contracts/ending/declarations.ts'
import { codeUsedMail, paidTwiceMail, receiptMail } from '../contracts/ending/mails.ts'
import { confirm, endRenewal, takeBackBought } from '../contracts/refunds.server.ts'
import { type Mailer, renewalChanges, type Settle } from '../contracts/renewal-changes.server.ts'
import {
  cancelSubscription,
  extendSubscription,
  isOfOtherAccount,
  paidUntilOf,
  subscriptionCalled,
} from '../contracts/subscriptions.sql.ts'
import { takeBackGrace, takeBackTime } from '../contracts/take-back.server.ts'
import { grantCredits, lotOf, takeBackPaid } from '../credits/credits.sql.ts'
import { sayDeclined, sayReturned } from '../orders/money-news.server.ts'
import {
  hasUsedCode,
  isOfOtherOrder,
  lockGatewayIds,
  lockOrder,
  markChargedBack,
  markFailed,
  markPaid,
  markRefunded,
  type Order,
} from '../orders/orders.sql.ts'
import { paymentCalled, type PaymentKind } from '../orders/payments.sql.ts'
import {
  askForRefund,
  backOf,
  dropStaffRefunds,
  isToGoBack,
  noteRefund,
  REFUND_JOB,
  reportedRefund,
  settleRefund,
} from '../orders/refunds.sql.ts'
import type { Outcome } from '../orders/webhook-events.sql.ts'
import { type Product, productOf } from '../prices/offers.ts'
import type { GatewayEvent } from '../processors/gateway/webhook.contract.ts'
import { enterCharge } from './charges.server.ts'

const settlements: Record<string, Settle> = {
  'payment.approved': async (trx, order, event, at, mailer) => {
    if (await paymentCalled(trx, event.reference)) return 'settledBefore'
    if (order.paidAt) return payBack(trx, order, event, at, mailer, paidTwiceMail)
    if (isOtherAmount(order, event)) return 'wrongAmount'
    const gives = grantsOf(order)
    if (!gives) return 'unknownProduct'
    if (await isCodeSpent(trx, order)) return payBack(trx, order, event, at, mailer, codeUsedMail)
    await markPaid(trx, order.id, event.reference, at)
    const kind = firstKindOf(order, gives)
    // A refund or chargeback that arrived before the payment leaves nothing to grant.
    if (order.refundedAt || order.chargedBackAt)
      return enterCharge(mailer, trx, order, event, kind, at)
    const granted = await grantProduct(trx, order, gives, event, at)
    await enterCharge(mailer, trx, order, event, kind, at)
    await mailReceipt(mailer, trx, order, {
      at,
      ...granted,
      amount: event.amount,
      isRenewal: false,
    })
    return 'applied'
  },
  'payment.declined': async (trx, order, event, at, mailer) => {
    if (order.paidAt) return 'settledBefore'
    await markFailed(trx, order.id, at)
    await sayDeclined(mailer, trx, order, event, 'order', at)
    await observeFailedPayment(trx, { accountId: order.accountId, brand: order.brand, at })
    return 'applied'
  },
  'payment.refunded': async (trx, order, event, at, mailer) => {
    const { reference, amount, currency } = event
    const asked = await reportedRefund(trx, event, at)
    if (asked) {
      // We asked for it: after a withdrawal, which has taken back what it was for, because it was
      // paid twice, or staff.
      await confirm(mailer, trx, order, asked, at)
      if (!asked.isByStaff && !order.refundedAt && order.withdrawnAt)
        await markRefunded(trx, order.id, at)
      return asked.isByStaff && !asked.isNews ? 'settledBefore' : 'applied'
    }
    const charge = await paymentCalled(trx, reference)
    if ((order.refundedAt && !charge) || (await isOfSecondPayment(trx, order, event)))
      return 'settledBefore'
    // A partial refund needs an operator's decision, because a product cannot be revoked in part.
    const { byStaff } = await backOf(trx, reference)
    if (isOtherAmount(charge ?? order, { amount: amount + byStaff, currency })) return 'wrongAmount'
    if (amount > 0) {
      await noteRefund(trx, { reference, order: order.id, amount, currency }, at)
      await sayReturned(mailer, trx, 'refund', order, event, at)
    }
    await dropStaffRefunds(trx, reference, at)
    // Another charge of the order went back before, and what it was for with it.
    if (order.refundedAt) return 'applied'
    await takeBackBought(trx, order, event.subscription, reference, at)
    return 'applied'
  },
  'subscription.renewed': async (trx, order, event, at, mailer) => {
    // Of processors that give reports no id, the same one may come with another time.
    if (await paymentCalled(trx, event.reference)) return 'settledBefore'
    if (isOtherAmount({ amount: order.renewalAmount, currency: order.currency }, event))
      return 'wrongAmount'
    const gives = grantsOf(order)
    if (gives?.kind !== 'premium') return 'unknownProduct'
    if (await isChargedBack(trx, event.reference))
      return enterCharge(mailer, trx, order, event, 'renewal', at)
    await endGrace(trx, order, event, at)
    const granted = await grantProduct(
      trx,
      order,
      gives.then ? { ...gives, days: gives.then.days } : gives,
      event,
      at,
    )
    await enterCharge(mailer, trx, order, event, 'renewal', at)
    await mailReceipt(mailer, trx, order, { at, ...granted, amount: event.amount, isRenewal: true })
    return 'applied'
  },
  // For a period that was given before its charge was reported.
  'subscription.charged': async (trx, order, event, at, mailer) => {
    if (await paymentCalled(trx, event.reference)) return 'settledBefore'
    if (isOtherAmount({ amount: order.renewalAmount, currency: order.currency }, event))
      return 'wrongAmount'
    const until = await paidUntilOf(trx, subscriptionOf(event))
    await enterCharge(mailer, trx, order, event, 'renewal', at)
    if (until)
      await mailReceipt(mailer, trx, order, {
        at,
        until,
        endOn: null,
        amount: event.amount,
        isRenewal: true,
      })
    return 'applied'
  },
  'subscription.declined': async (trx, order, event, at, mailer) => {
    const subscription = await subscriptionCalled(trx, subscriptionOf(event))
    if (!subscription) return 'unknownSubscription'
    // A later charge went through, and was reported first.
    const isOld =
      subscription.chargedAt !== null && new Date(event.occurredAt) <= subscription.chargedAt
    if (subscription.isOver || isOld) return 'settledBefore'
    const retryAt = event.retryAt === undefined ? null : new Date(event.retryAt)
    await sayDeclined(mailer, trx, order, event, 'renewal', at)
    await startDunning(trx, order, { subscription, reason: event.reason ?? null, retryAt, at })
    return 'applied'
  },
  'payment.chargedBack': async (trx, order, event, at, mailer) => {
    const { reference, amount, currency, reason = null } = event
    if (
      !(await insertChargeback(trx, {
        reference,
        order: order.id,
        accountId: order.accountId,
        amount,
        currency,
        reason,
        at,
      }))
    )
      return 'settledBefore'
    await sayReturned(mailer, trx, 'chargeback', order, event, at)
    // What we had still to pay back the bank has paid back: not twice.
    await dropStaffRefunds(trx, reference, at)
    await settleRefund(trx, reference, at)
    if (await isOfSecondPayment(trx, order, event)) {
      await endSecondRenewal(trx, order, event, at)
      return 'applied'
    }
    await markChargedBack(trx, order.id, at)
    const subscription = await subscriptionCalled(trx, subscriptionOf(event))
    if (subscription) await takeBackGrace(trx, order.accountId, subscription.id, 'chargedBack', at)
    await endRenewal(trx, order, event.subscription, at)
    if (!order.paidAt) return 'applied'
    await takeBackPaid(trx, order.accountId, lotOf(order.id), at)
    await takeBackTime(trx, order.accountId, subscriptionOf(event), at)
    await notifyMember(trx, order.accountId, { type: 'tickers' })
    return 'applied'
  },
  'subscription.cancelled': async (trx, order, event, at) => {
    if (await isOfOtherPayment(trx, order, event)) return 'unknownSubscription'
    await cancelSubscription(trx, order, subscriptionOf(event), at)
    return 'applied'
  },
  ...renewalChanges,
}

/** Applies an event that was not processed before; events of one order are serialized by a lock. */
export async function settle(
  mailer: Mailer,
  trx: Trx,
  event: GatewayEvent,
  at: Date,
): Promise<Outcome> {
  const known = Object.hasOwn(settlements, event.type) ? settlements[event.type] : undefined
  if (!known) return 'unknownType'
  const order = await lockOrder(trx, event.order)
  if (!order) return 'unknownOrder'
  if (event.brand !== undefined && event.brand !== order.brand) return 'otherShop'
  return (await belongsToOtherOrder(trx, order, event))
    ? 'otherOrder'
    : known(trx, order, event, at, mailer)
}

async function belongsToOtherOrder(trx: Trx, order: Order, event: GatewayEvent): Promise<boolean> {
  // The lock serializes concurrent events that use one gateway id for two orders.
  await lockGatewayIds(trx, [event.reference, subscriptionOf(event)])
  return (
    (await isOfOtherOrder(trx, event.reference, order.id)) ||
    (await isOfOtherAccount(trx, subscriptionOf(event), order.accountId))
  )
}

function firstKindOf({ isTrial }: Order, gives: Product['gives'] | undefined): PaymentKind {
  if (isTrial) return 'trial'
  return gives?.kind === 'credits' ? 'credits' : 'initial'
}

/**
 * A payment that goes back grants nothing, and so leaves nothing to take back. Its subscription is
 * of no order.
 */
async function isOfSecondPayment(trx: Trx, order: Order, event: GatewayEvent): Promise<boolean> {
  if (!order.paidAt) return isToGoBack(trx, event.reference)
  if (order.paymentReference === event.reference) return false
  return (await subscriptionCalled(trx, subscriptionOf(event)))?.order !== order.id
}

async function isOfOtherPayment(trx: Trx, order: Order, event: GatewayEvent): Promise<boolean> {
  if (!order.paidAt || order.paymentReference === event.reference) return false
  return (await subscriptionCalled(trx, subscriptionOf(event))) === undefined
}

function grantsOf(order: Order): Product['gives'] | undefined {
  const brand = brandById(order.brand)
  return brand && productOf(brand, order.keyword)?.gives
}

/** The period that is paid now takes the place of the grace. */
async function endGrace(trx: Trx, order: Order, event: GatewayEvent, at: Date): Promise<void> {
  const subscription = await subscriptionCalled(trx, subscriptionOf(event))
  if (subscription) await takeBackGrace(trx, order.accountId, subscription.id, 'recovered', at)
}

/**
 * Whether a code has paid for another order: both may be open at once, since only a payment uses it
 * up. The lock serializes two orders that are paid at once.
 */
async function isCodeSpent(
  trx: Trx,
  { accountId, promoCode, refundedAt, chargedBackAt }: Order,
): Promise<boolean> {
  if (promoCode === null || refundedAt || chargedBackAt) return false
  await lockAccount(trx, accountId)
  return hasUsedCode(trx, accountId, promoCode)
}

/**
 * A payment that buys nothing, as from a second tab: its money goes back, and its subscription
 * ends.
 */
async function payBack(
  trx: Trx,
  order: Order,
  event: GatewayEvent,
  at: Date,
  mailer: Mailer,
  mail: typeof paidTwiceMail,
): Promise<Outcome> {
  const { reference, amount, currency } = event
  await enterCharge(mailer, trx, order, event, firstKindOf(order, grantsOf(order)), at)
  if (
    amount > 0 &&
    (await askForRefund(trx, { reference, order: order.id, amount, currency }, at))
  ) {
    await wake(trx, REFUND_JOB)
    const brand = brandById(order.brand)
    const account = await addresseeOf(trx, order.accountId)
    if (brand && account)
      await mailer.queueMail(
        trx,
        mail(mailer, brand, account, { order: order.id, amount, currency }),
      )
  }
  await endSecondRenewal(trx, order, event, at)
  return 'paidTwice'
}

async function endSecondRenewal(
  trx: Trx,
  order: Order,
  { subscription }: GatewayEvent,
  at: Date,
): Promise<void> {
  if (subscription === null || (await subscriptionCalled(trx, subscription))) return
  await askToEndRenewal(
    trx,
    await cancelSubscription(trx, { ...order, id: null }, subscription, at),
    at,
  )
}

/**
 * Until when the time or the credits last that were bought; `endOn` where the buyer ended the
 * contract by that day, and this is its last period.
 */
type Granted = { until: Date; endOn: string | null }

async function grantProduct(
  trx: Trx,
  order: Order,
  gives: Product['gives'],
  event: GatewayEvent,
  at: Date,
): Promise<Granted> {
  let until: Date
  let endOn: string | null = null
  if (gives.kind === 'credits') {
    until = later(at, gives.expiresAfter * DAY)
    await grantCredits(trx, order.accountId, {
      credits: gives.credits,
      source: 'purchase',
      reference: lotOf(order.id),
      expiresAt: until,
      at,
    })
    await noteFirstPremium(trx, order.accountId, at)
  } else {
    until = await addPremium(trx, order.accountId, gives.days * DAY, at)
    const from = later(until, -gives.days * DAY)
    const period = { from, until, amount: event.amount, days: gives.days }
    const extended = await extendSubscription(trx, order, subscriptionOf(event), period)
    if (extended.endOn !== null && !goesOn(extended.endOn, until)) {
      endOn = extended.endOn
      await cancelSubscriptions(trx, [extended.id], at)
    }
  }
  await notifyMember(trx, order.accountId, { type: 'tickers' })
  return { until, endOn }
}

type Receipt = Granted & { at: Date; amount: number; isRenewal: boolean }

/** In the transaction of the payment: sent once for each, and for none that had no effect. */
async function mailReceipt(
  mailer: Mailer,
  trx: Trx,
  order: Order,
  receipt: Receipt,
): Promise<void> {
  const brand = brandById(order.brand)
  const product = brand && productOf(brand, order.keyword)
  const account = await addresseeOf(trx, order.accountId)
  if (brand && product && account)
    await mailer.queueMail(trx, receiptMail(mailer, brand, account, { order, product, ...receipt }))
}

/** A one-time payment has no subscription id; its payment id is used instead. */
const subscriptionOf = ({ subscription, reference }: GatewayEvent) => subscription ?? reference

type Money = Pick<Order, 'amount' | 'currency'>

function isOtherAmount(agreed: Money, event: Money): boolean {
  return agreed.amount !== event.amount || agreed.currency !== event.currency
}
