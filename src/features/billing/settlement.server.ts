import type { Services } from '../../api/services.server.ts'
import type { Trx } from '../../db/connection.server.ts'
import { DAY, later } from '../../lib/clock.ts'
import { brandById } from '../../sites/registry.ts'
import { addresseeOf } from '../accounts/accounts.sql.ts'
import { addPremium, noteFirstPremium, takePremium } from '../accounts/premium.sql.ts'
import { notifyMember } from '../live/event-hub.server.ts'
import { cancelSubscriptions } from './cancel.server.ts'
import { grantCredits, lotOf, takeBackCredits } from './credits.sql.ts'
import { insertChargeback, isChargedBack } from './dunning/chargebacks.sql.ts'
import { startDunning } from './dunning/dunning.server.ts'
import { closeDunningOf } from './dunning/dunning.sql.ts'
import { receiptMail } from './ending/mails.ts'
import { confirmRefund, refundOf } from './ending/refunds.sql.ts'
import type { GatewayEvent } from './gateway/webhook.contract.ts'
import { type Product, productOf } from './offers.ts'
import { isOfOtherOrder, lockGatewayIds, lockOrder, markChargedBack, markFailed, markPaid, markRefunded, type Order } from './orders.sql.ts'
import { cancelSubscription, endSubscription, extendSubscription, isOfOtherAccount, subscriptionCalled } from './subscriptions.sql.ts'

export type Outcome = 'applied' | 'settledBefore' | 'unknownOrder' | 'unknownType' | 'unknownProduct' | 'wrongAmount' | 'otherOrder' | 'unknownSubscription'

type Mailer = Pick<Services, 'queueMail' | 'address' | 'settings'>
type Settle = (trx: Trx, order: Order, event: GatewayEvent, at: Date, mailer: Mailer) => Promise<Outcome>

const settlements: Record<string, Settle> = {
  'payment.approved': async (trx, order, event, at, mailer) => {
    if (order.paidAt) return 'settledBefore'
    if (isOtherAmount(order, event)) return 'wrongAmount'
    const gives = grantsOf(order)
    if (!gives) return 'unknownProduct'
    await markPaid(trx, order.id, event.reference, at)
    // A refund or chargeback that arrived before the payment leaves nothing to grant.
    if (order.refundedAt || order.chargedBackAt) return 'applied'
    const until = await grantProduct(trx, order, gives, event, at)
    await mailReceipt(mailer, trx, order, { at, until, amount: event.amount, isRenewal: false })
    return 'applied'
  },
  'payment.declined': async (trx, order, _, at) => {
    if (order.paidAt) return 'settledBefore'
    await markFailed(trx, order.id, at)
    return 'applied'
  },
  'payment.refunded': async (trx, order, event, at) => {
    const asked = await refundOf(trx, event.reference)
    if (asked?.amount === event.amount && asked.currency === event.currency) {
      // We asked for it, and have taken back what it was for.
      await confirmRefund(trx, event.reference, at)
      if (!order.refundedAt) await markRefunded(trx, order.id, at)
      return 'applied'
    }
    if (order.refundedAt) return 'settledBefore'
    // A partial refund needs an operator's decision, because a product cannot be revoked in part.
    if (isOtherAmount(order, event)) return 'wrongAmount'
    await markRefunded(trx, order.id, at)
    if (!order.paidAt) return 'applied'
    await takeBackCredits(trx, order.accountId, lotOf(order.id), at)
    const unused = await endSubscription(trx, subscriptionOf(event), at)
    if (unused > 0) await takePremium(trx, order.accountId, unused)
    await notifyMember(trx, order.accountId, { type: 'tickers' })
    return 'applied'
  },
  'subscription.renewed': async (trx, order, event, at, mailer) => {
    if (order.renewalAmount !== event.amount || order.currency !== event.currency) return 'wrongAmount'
    const gives = grantsOf(order)
    if (gives?.kind !== 'premium') return 'unknownProduct'
    if (await isChargedBack(trx, event.reference)) return 'applied'
    await endGrace(trx, order, event, at)
    const until = await grantProduct(trx, order, gives.then ? { ...gives, days: gives.then.days } : gives, event, at)
    await mailReceipt(mailer, trx, order, { at, until, amount: event.amount, isRenewal: true })
    return 'applied'
  },
  'subscription.declined': async (trx, order, event, at) => {
    const subscription = await subscriptionCalled(trx, subscriptionOf(event))
    if (!subscription) return 'unknownSubscription'
    // A later charge went through, and was reported first.
    const isOld = subscription.chargedAt !== null && new Date(event.occurredAt) <= subscription.chargedAt
    if (subscription.isOver || isOld) return 'settledBefore'
    await startDunning(trx, order, { subscription, reason: event.reason ?? null, at })
    return 'applied'
  },
  'payment.chargedBack': async (trx, order, event, at) => {
    const { reference, amount, currency, reason = null } = event
    if (!(await insertChargeback(trx, { reference, order: order.id, accountId: order.accountId, amount, currency, reason, at }))) return 'settledBefore'
    await markChargedBack(trx, order.id, at)
    const subscription = await subscriptionCalled(trx, subscriptionOf(event))
    if (subscription) {
      const grace = await closeDunningOf(trx, subscription.id, 'chargedBack', at)
      if (grace > 0) await takePremium(trx, order.accountId, grace)
      await cancelSubscriptions(trx, [subscription.id], at)
    }
    if (!order.paidAt) return 'applied'
    await takeBackCredits(trx, order.accountId, lotOf(order.id), at)
    const unused = await endSubscription(trx, subscriptionOf(event), at)
    if (unused > 0) await takePremium(trx, order.accountId, unused)
    await notifyMember(trx, order.accountId, { type: 'tickers' })
    return 'applied'
  },
  'subscription.cancelled': async (trx, order, event, at) => {
    await cancelSubscription(trx, order, subscriptionOf(event), at)
    return 'applied'
  },
}

/** Applies an event that was not processed before; events of one order are serialized by a lock. */
export async function settle(mailer: Mailer, trx: Trx, event: GatewayEvent, at: Date): Promise<Outcome> {
  const known = Object.hasOwn(settlements, event.type) ? settlements[event.type] : undefined
  if (!known) return 'unknownType'
  const order = await lockOrder(trx, event.order)
  if (!order) return 'unknownOrder'
  return (await belongsToOtherOrder(trx, order, event)) ? 'otherOrder' : known(trx, order, event, at, mailer)
}

async function belongsToOtherOrder(trx: Trx, order: Order, event: GatewayEvent): Promise<boolean> {
  // The lock serializes concurrent events that use one gateway id for two orders.
  await lockGatewayIds(trx, [event.reference, subscriptionOf(event)])
  return (await isOfOtherOrder(trx, event.reference, order.id)) || (await isOfOtherAccount(trx, subscriptionOf(event), order.accountId))
}

function grantsOf(order: Order): Product['gives'] | undefined {
  const brand = brandById(order.brand)
  return brand && productOf(brand, order.keyword)?.gives
}

/** The period that is paid now takes the place of the grace. */
async function endGrace(trx: Trx, order: Order, event: GatewayEvent, at: Date): Promise<void> {
  const subscription = await subscriptionCalled(trx, subscriptionOf(event))
  const grace = subscription ? await closeDunningOf(trx, subscription.id, 'recovered', at) : 0
  if (grace > 0) await takePremium(trx, order.accountId, grace)
}

/** Returns until when the time or the credits last that were bought. */
async function grantProduct(trx: Trx, order: Order, gives: Product['gives'], event: GatewayEvent, at: Date): Promise<Date> {
  let until: Date
  if (gives.kind === 'credits') {
    until = later(at, gives.expiresAfter * DAY)
    await grantCredits(trx, order.accountId, { credits: gives.credits, source: 'purchase', reference: lotOf(order.id), expiresAt: until, at })
    await noteFirstPremium(trx, order.accountId, at)
  } else {
    until = await addPremium(trx, order.accountId, gives.days * DAY, at)
    const from = later(until, -gives.days * DAY)
    await extendSubscription(trx, order, subscriptionOf(event), { from, until, at, amount: event.amount, payment: event.reference, days: gives.days })
  }
  await notifyMember(trx, order.accountId, { type: 'tickers' })
  return until
}

type Receipt = { at: Date; until: Date; amount: number; isRenewal: boolean }

/** In the transaction of the payment: sent once for each, and for none that had no effect. */
async function mailReceipt(mailer: Mailer, trx: Trx, order: Order, receipt: Receipt): Promise<void> {
  const brand = brandById(order.brand)
  const product = brand && productOf(brand, order.keyword)
  const account = await addresseeOf(trx, order.accountId)
  if (brand && product && account) await mailer.queueMail(trx, receiptMail(mailer, brand, account, { order, product, ...receipt }))
}

/** A one-time payment has no subscription id; its payment id is used instead. */
const subscriptionOf = ({ subscription, reference }: GatewayEvent) => subscription ?? reference

function isOtherAmount(order: Order, event: GatewayEvent): boolean {
  return order.amount !== event.amount || order.currency !== event.currency
}
