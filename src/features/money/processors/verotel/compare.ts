import { DAY, later } from '#lib/clock.ts'
import { amountIn } from '../decimals.ts'
import { type SaleFinding, foundId, type KnownSale } from '../findings.ts'
import type { GatewayEvent } from '../gateway/webhook.contract.ts'
import type { SaleStatus } from './control-center.server.ts'
import { endOf, saleReference } from './postback.ts'

/** Their days against our moments; a charge of the last day may still be reported. */
const TOLERANCE = 2 * DAY

/** Of the period that ends on that day, however it was paid for. */
export const foundPeriod = (sale: string, nextChargeOn: string): string =>
  foundId(['verotel', sale, nextChargeOn])

/**
 * What Verotel says of an order against our books. It names no transaction, so that no payment is
 * made of it: a period that it has and we do not is given, and left to an operator.
 */
export function differencesFrom(
  status: SaleStatus,
  { contract, everyDays, at }: KnownSale,
): SaleFinding[] {
  const {
    order,
    brand,
    amount,
    currency,
    paidAt,
    paidUntil,
    cancelledAt,
    endedAt,
    refundedAt,
    withdrawnAt,
  } = contract
  const {
    response,
    saleID = '',
    saleResult,
    priceAmount,
    priceCurrency,
    nextChargeOn,
    expiresOn,
  } = status
  if (response !== 'FOUND' && response !== 'NOTFOUND')
    throw new Error(`salestatus was answered ${String(response).slice(0, 40)}`)
  const sale = saleReference(saleID)
  const event = (type: string, id: string, more: Partial<GatewayEvent> = {}): GatewayEvent => ({
    id: foundId(['verotel', order, type, id]),
    type,
    occurredAt: at.toISOString(),
    order,
    reference: response === 'FOUND' ? sale : (contract.paymentReference ?? sale),
    subscription: everyDays === null ? null : sale,
    amount: 0,
    currency,
    brand,
    ...more,
  })
  const isApproved = response === 'FOUND' && (saleResult ?? 'APPROVED') === 'APPROVED'
  if (paidAt === null) {
    const detail = `sale ${saleID} is approved there, and was not reported`
    return isApproved && saleResult
      ? [
          {
            kind: 'missed',
            event: event('payment.approved', '', { amount }),
            detail,
            applies: false,
          },
        ]
      : []
  }
  if (!isApproved) {
    const detail =
      response === 'NOTFOUND'
        ? 'Verotel knows no such sale'
        : `the sale is ${String(saleResult).slice(0, 40)}`
    return [
      {
        kind: 'unlisted',
        event: event('payment.approved', '', { amount }),
        detail,
        applies: false,
      },
    ]
  }

  const found: SaleFinding[] = []
  const agreed = everyDays === null ? amount : (contract.renewalAmount ?? amount)
  const price = amountIn(priceAmount)
  if (price !== null && (price !== agreed || (priceCurrency ?? currency) !== currency)) {
    const detail = `agreed ${agreed} ${currency}, at Verotel ${price} ${priceCurrency ?? ''}`
    found.push({
      kind: 'altered',
      event: event('payment.approved', 'price', { amount: price }),
      detail,
      applies: false,
    })
  }
  const overSince = [cancelledAt, withdrawnAt, endedAt].find((date) => date !== null)
  if (
    everyDays !== null &&
    overSince &&
    nextChargeOn !== undefined &&
    later(overSince, TOLERANCE) < at
  ) {
    const detail = `cancelled here on ${overSince.toISOString().slice(0, 10)}, still renewing there: the next charge is on ${nextChargeOn}`
    found.push({
      kind: 'unlisted',
      event: event('subscription.cancelled', 'renewing'),
      detail,
      applies: false,
    })
  }
  if (everyDays === null || endedAt !== null || refundedAt !== null || withdrawnAt !== null)
    return found
  if (expiresOn !== undefined && nextChargeOn === undefined && cancelledAt === null) {
    found.push({
      kind: 'missed',
      event: event('subscription.cancelled', at.toISOString().slice(0, 10)),
      detail: '',
      applies: true,
    })
  }
  const until = endOf(nextChargeOn)
  if (
    until &&
    nextChargeOn !== undefined &&
    paidUntil &&
    later(paidUntil, TOLERANCE) < until &&
    later(until, -everyDays * DAY) <= later(at, DAY - TOLERANCE)
  ) {
    const extended = {
      ...event('subscription.extended', ''),
      id: foundPeriod(saleID, nextChargeOn),
      until: until.toISOString(),
    }
    const detail = `charged or extended until ${nextChargeOn}, and not reported`
    found.push({ kind: 'missed', event: extended, detail, applies: true, needsOperator: true })
  }
  return found
}
