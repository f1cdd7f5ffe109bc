import type { Trx } from '../../../db/connection.server.ts'
import { lockAccount } from '../../core/accounts/accounts.sql.ts'
import type { Mailer } from '../contracts/renewal-changes.server.ts'
import { subscriptionCalled } from '../contracts/subscriptions.sql.ts'
import { chargeDeclined, paymentTaken } from '../orders/money-events.ts'
import type { Order } from '../orders/orders.sql.ts'
import { insertPayment, type PaymentKind } from '../orders/payments.sql.ts'
import { providerOf } from '../orders/providers.ts'
import type { Outcome } from '../orders/webhook-events.sql.ts'
import type { GatewayEvent } from '../processors/gateway/webhook.contract.ts'

/** What is told of a charge, of what went back of it as well. */
export function chargeOf(
  { id, accountId, brand }: Order,
  { reference, amount, currency }: GatewayEvent,
  at: Date,
) {
  const processor = providerOf(reference)
  return { orderId: id, accountId, brand, amount, currency, reference, processor, at }
}

/** One row a charge, whatever it grants; of the subscription that it pays for here, if it does. */
export async function enterCharge(
  { say }: Mailer,
  trx: Trx,
  order: Order,
  event: GatewayEvent,
  kind: PaymentKind,
  at: Date,
): Promise<Outcome> {
  const { reference, amount, currency } = event
  // Of two orders that are paid at once, one is the account's first payment.
  await lockAccount(trx, order.accountId)
  const held = await subscriptionCalled(trx, event.subscription ?? reference)
  const { id, isFirst } = await insertPayment(trx, {
    order,
    subscription: held?.order === order.id ? held.id : null,
    kind,
    amount,
    currency,
    reference,
    at,
  })
  await say(trx, paymentTaken, { paymentId: id, kind, isFirst, ...chargeOf(order, event, at) })
  return 'applied'
}

export async function sayDeclined(
  { say }: Mailer,
  trx: Trx,
  { id, accountId, brand }: Order,
  { reference }: GatewayEvent,
  kind: 'order' | 'renewal',
  at: Date,
): Promise<void> {
  const processor = providerOf(reference)
  await say(trx, chargeDeclined, { orderId: id, accountId, brand, processor, kind, at })
}
