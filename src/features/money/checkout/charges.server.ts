import { lockAccount } from '#core/accounts/accounts.sql.ts'
import { countFirst, countOf, countPaid } from '#core/figures/counting.sql.ts'
import type { Trx } from '#db/connection.server.ts'
import type { Mailer } from '../contracts/renewal-changes.server.ts'
import { subscriptionCalled } from '../contracts/subscriptions.sql.ts'
import { paymentTaken } from '../orders/money-events.ts'
import { chargeOf } from '../orders/money-news.server.ts'
import type { Order } from '../orders/orders.sql.ts'
import { insertPayment, type PaymentKind } from '../orders/payments.sql.ts'
import { providerOf } from '../orders/providers.ts'
import type { Outcome } from '../orders/webhook-events.sql.ts'
import type { GatewayEvent } from '../processors/gateway/webhook.contract.ts'

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
  const taken = { brand: order.brand, currency, sum: amount, at }
  await countOf(trx, order.accountId, { ...taken, measure: 'payment', detail: kind })
  await countOf(trx, order.accountId, {
    ...taken,
    measure: 'charge',
    detail: providerOf(reference),
  })
  if (isFirst) await countFirst(trx, order.accountId, 'firstPayment', at)
  if (amount > 0) await countPaid(trx, order.accountId, { amount, currency, at })
  await say(trx, paymentTaken, { paymentId: id, kind, isFirst, ...chargeOf(order, event, at) })
  return 'applied'
}
