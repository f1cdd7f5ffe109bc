import type { Services } from '#api/services.server.ts'
import { type Addressee, addresseeOf } from '#core/accounts/accounts.sql.ts'
import { notifyMember } from '#core/live/event-hub.server.ts'
import type { Trx } from '#db/connection.server.ts'
import type { Job } from '#jobs/worker.server.ts'
import { MINUTE } from '#lib/clock.ts'
import type { Mail } from '#mail/mail.ts'
import { brandById } from '#sites/registry.ts'
import type { Brand } from '#sites/site.ts'
import { lotOf, takeBackPaid } from '../credits/credits.sql.ts'
import { sayReturned } from '../orders/money-news.server.ts'
import { lockOrder, markRefunded, type Order } from '../orders/orders.sql.ts'
import { chargeBy } from '../orders/payments.sql.ts'
import {
  type AskedRefund,
  backOf,
  claimRefund,
  confirmRefund,
  failUnanswered,
  markRefundFailed,
  REFUND_JOB,
} from '../orders/refunds.sql.ts'
import { formatMoney } from '../prices/price-list.ts'
import { processorOf } from '../processors/processors.server.ts'
import { askToEndRenewal } from './cancel.server.ts'
import { orderNumber } from './ending/declarations.ts'
import { contractMail, type PaidBack } from './ending/mails.ts'
import type { Mailer } from './renewal-changes.server.ts'
import { cancelSubscription, subscriptionCalled, subscriptionPaidBy } from './subscriptions.sql.ts'
import { takeBackTime } from './take-back.server.ts'

/**
 * Asks the processor for each refund: of a withdrawal until it confirms; of staff once, since a
 * part whose answer was lost would be paid back again.
 */
export const refundJob: Job = {
  name: REFUND_JOB,
  period: MINUTE,
  start: (services) => ({
    async run(stopping) {
      const { db, clock, log } = services
      await failUnanswered(db, clock.now())
      while (!stopping.aborted) {
        const next = await claimRefund(db, clock.now())
        if (!next) return
        const { id, order, reference, amount, currency } = next
        const processor = processorOf(services, reference)
        if (!processor) return log.error({ order }, 'a refund waits, and there is no gateway')
        try {
          await processor.refund({ payment: reference, amount, currency, key: String(id) })
          await confirmAnswered(services, next)
        } catch (error) {
          await markRefundFailed(db, id, clock.now())
          log.error(
            { order, error },
            next.isByStaff
              ? 'the gateway did not confirm a refund; staff look at it'
              : 'the gateway did not confirm a refund; it is asked again',
          )
        }
      }
    },
  }),
}

async function confirmAnswered(services: Services, refund: AskedRefund): Promise<void> {
  const at = services.clock.now()
  await services.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, refund.order)
    if (order) await confirm(services, trx, order, refund, at)
  })
}

/**
 * A refund is confirmed, by the processor’s answer or by its report, whichever comes first: once.
 * The caller holds the order's lock.
 */
export async function confirm(
  mailer: Mailer,
  trx: Trx,
  order: Order,
  { id, isByStaff, reference, amount, currency }: AskedRefund,
  at: Date,
): Promise<void> {
  if (!(await confirmRefund(trx, id, at))) return
  await sayReturned(mailer, trx, 'refund', order, { reference, amount, currency }, at)
  if (!isByStaff) return
  const charge = await chargeBy(trx, { reference })
  const isWhole = charge !== undefined && (await backOf(trx, reference)).byStaff >= charge.amount
  const wasOver = [order.refundedAt, order.withdrawnAt, order.chargedBackAt].some(
    (on) => on !== null,
  )
  // An older charge is for time that is over: what was paid since stays.
  const ends = isWhole && charge.isLast && !order.refundedAt
  if (ends)
    await takeBackBought(trx, order, await subscriptionPaidBy(trx, reference), reference, at)
  const brand = brandById(order.brand)
  const account = await addresseeOf(trx, order.accountId)
  if (brand && account)
    await mailer.queueMail(
      trx,
      refundedMail(mailer, brand, account, {
        order: order.id,
        amount,
        currency,
        isWhole,
        ends,
        wasOver,
      }),
    )
}

/** `isWhole`: all of a charge. `ends`: and what it was for with it. `wasOver`: before. */
type Refunded = PaidBack & { isWhole: boolean; ends: boolean; wasOver: boolean }

/** To a member to whom staff paid back a charge, or a part of it. */
function refundedMail(
  network: Mailer,
  brand: Brand,
  account: Addressee,
  { order, amount, currency, isWhole, ends, wasOver }: Refunded,
): Mail {
  const whole = isWhole ? ['That is all of that charge.'] : []
  const stays = wasOver ? [] : ['What you bought stays as it is.']
  return contractMail(network, brand, account, {
    kind: 'refunded',
    subject: 'A payment goes back to you',
    paragraphs: [
      `We have given back ${formatMoney({ amount, currency })} of order ${orderNumber(brand, order)}, on the card that it came from. It is on its statement within ten working days.`,
      ...(ends
        ? ['That is all of that charge, and what it was for has ended. Nothing renews any more.']
        : [...whole, ...stays]),
    ],
  })
}

/**
 * The whole of a charge went back, and what it was for with it. `subscription`: null where it began
 * none.
 */
export async function takeBackBought(
  trx: Trx,
  order: Order,
  subscription: string | null,
  reference: string,
  at: Date,
): Promise<void> {
  await markRefunded(trx, order.id, at)
  await endRenewal(trx, order, subscription, at)
  if (!order.paidAt) return
  await takeBackPaid(trx, order.accountId, lotOf(order.id), at)
  await takeBackTime(trx, order.accountId, subscription ?? reference, at)
  await notifyMember(trx, order.accountId, { type: 'tickers' })
}

/**
 * A processor may go on renewing what it has paid back, or paid back before it reported the
 * payment: we ask it to stop, once.
 */
export async function endRenewal(
  trx: Trx,
  order: Order,
  subscription: string | null,
  at: Date,
): Promise<void> {
  if (subscription === null) return
  const known = await subscriptionCalled(trx, subscription)
  const id = known?.id ?? (await cancelSubscription(trx, order, subscription, at))
  if (!known?.isOver) await askToEndRenewal(trx, id, at)
}
