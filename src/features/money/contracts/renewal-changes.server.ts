import type { Services } from '#api/services.server.ts'
import { addresseeOf } from '#core/accounts/accounts.sql.ts'
import { addPremium } from '#core/accounts/standing/premium.sql.ts'
import { notifyMember } from '#core/live/event-hub.server.ts'
import type { Trx } from '#db/connection.server.ts'
import { brandById } from '#sites/registry.ts'
import { type Order, setRenewalAmount } from '../orders/orders.sql.ts'
import type { Outcome } from '../orders/webhook-events.sql.ts'
import { productOf } from '../prices/offers.ts'
import { formatMoney } from '../prices/price-list.ts'
import type { GatewayEvent } from '../processors/gateway/webhook.contract.ts'
import { closeDunningOf } from './dunning/dunning.sql.ts'
import { endedMail } from './dunning/mails.ts'
import {
  cancelSubscription,
  noteExpired,
  paidUntilOf,
  resumeSubscription,
  setPaidUntil,
  subscriptionCalled,
} from './subscriptions.sql.ts'

/** What of the product settling needs. */
export type Mailer = Pick<Services, 'queueMail' | 'address' | 'settings' | 'say'>
export type Settle = (
  trx: Trx,
  order: Order,
  event: GatewayEvent,
  at: Date,
  mailer: Mailer,
) => Promise<Outcome>

/**
 * What a processor changes of a subscription by itself, or its support on a buyer's or an
 * operator's word.
 */
export const renewalChanges: Record<string, Settle> = {
  // It renews no more. Of one that nobody cancelled, the processor has given up the payment.
  'subscription.expired': async (trx, order, { subscription: reference }, at, mailer) => {
    if (reference === null) return 'unknownSubscription'
    const known = await subscriptionCalled(trx, reference)
    // A second payment of an order began none here.
    if (!known && order.paidAt) return 'unknownSubscription'
    const id = known?.id ?? (await cancelSubscription(trx, order, reference, at))
    await noteExpired(trx, id, at)
    await closeDunningOf(trx, id, 'ended', at)
    const brand = brandById(order.brand)
    const account = await addresseeOf(trx, order.accountId)
    if (known && !known.isOver && brand && account) {
      const plan = productOf(brand, order.keyword)?.name ?? order.keyword
      const amount = formatMoney({ amount: order.renewalAmount, currency: order.currency })
      await mailer.queueMail(
        trx,
        endedMail(mailer, brand, account, { order: order.id, plan, amount }),
      )
    }
    await notifyMember(trx, order.accountId, { type: 'tickers' })
    return 'applied'
  },
  'subscription.resumed': async (trx, order, { subscription: reference }) => {
    if (reference === null || !(await resumeSubscription(trx, reference))) return 'settledBefore'
    await notifyMember(trx, order.accountId, { type: 'tickers' })
    return 'applied'
  },
  'subscription.extended': async (trx, order, { subscription: reference, until: day }, at) => {
    const until = day === undefined ? null : new Date(day)
    const paidUntil = reference === null ? null : await paidUntilOf(trx, reference)
    if (reference === null || !until || !paidUntil) return 'unknownSubscription'
    const added = until.getTime() - Math.max(paidUntil.getTime(), at.getTime())
    if (added <= 0) return 'settledBefore'
    await setPaidUntil(trx, reference, until)
    await addPremium(trx, order.accountId, added, at)
    await notifyMember(trx, order.accountId, { type: 'tickers' })
    return 'applied'
  },
  // Never more than was agreed to.
  'subscription.repriced': async (trx, order, { amount, currency }) => {
    if (currency !== order.currency || amount > order.renewalAmount) return 'wrongAmount'
    await setRenewalAmount(trx, order.id, amount)
    return 'applied'
  },
}
