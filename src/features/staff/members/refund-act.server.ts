import { ApiError, fieldError } from '#api/errors.ts'
import type { Services } from '#api/services.server.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import { wake } from '#jobs/wake.sql.ts'
import { lockOrder } from '#money/orders/orders.sql.ts'
import { chargeBy, lastCharges, type RefundableCharge } from '#money/orders/payments.sql.ts'
import {
  askForStaff,
  endFailure,
  failedOf,
  failedRefunds,
  REFUND_JOB,
} from '#money/orders/refunds.sql.ts'
import { formatMoney } from '#money/prices/price-list.ts'
import { amountIn } from '#money/processors/decimals.ts'
import { processorOf } from '#money/processors/processors.server.ts'
import { brandById, mainBrand } from '#sites/registry.ts'
import { dayInWords } from '../decisions/statements/statements.ts'
import { brandName } from '../tickets/queue/ticket-queue.ts'

const MOST = 20
const ENDED = 'This waits for nobody any more: the processor confirmed it, or somebody was faster.'
const OWED = 'The contract was withdrawn from, so this is owed by law. Ask the processor once more.'
const NO_CHARGE = 'There is no such charge of this member.'

type Of = Pick<Services, 'settings' | 'address' | 'clock'>

/** Why nothing more of a charge can be paid back from here; null where it can. */
function whyNot(services: Of, charge: RefundableCharge): string | null {
  if (charge.waits && !charge.isChargedBack)
    return 'A refund of this order is not confirmed. Settle that one first: ask once more, or give it up.'
  if (!charge.isChargedBack && charge.amount <= charge.asked)
    return 'All of this charge is paid back, or on its way. Nothing was asked for.'
  return whyNotAsk(services, charge)
}

/** Why its processor is not to be asked for a refund of a charge; null where it is. */
function whyNotAsk(services: Of, charge: RefundableCharge): string | null {
  if (charge.isChargedBack)
    return 'The bank has taken this charge back already: it would be paid back twice.'
  const processor = processorOf(services, charge.reference)
  if (!processor)
    return 'Who charged this is not set up here any more. Pay it back on the processor’s own pages.'
  return processor.refundsAnyCharge
    ? null
    : 'Who charged this pays it back on its own pages alone. Do it there: its report settles it here.'
}

/** A member's charges, and what of them a processor did not confirm, for who may pay back. */
export async function refundsFor(services: Of & { db: Db }, accountId: number) {
  const [charges, failed] = await Promise.all([
    lastCharges(services.db, accountId, MOST),
    failedRefunds(services.db, accountId, MOST),
  ])
  return {
    charges: charges.map((charge) => {
      const { id, order, brand, amount, asked, currency, at } = charge
      return {
        id,
        text: `${formatMoney({ amount, currency })}, order ${order} on ${brandName(brand)}, ${dayInWords(at)}`,
        left: formatMoney({ amount: Math.max(0, amount - asked), currency }),
        alone: formatMoney({ amount: brandOf(charge).support.refund, currency }),
        why: whyNot(services, charge),
      }
    }),
    unconfirmed: failed.map(({ id, amount, currency, order, failedAt }) => ({
      id,
      text: `${formatMoney({ amount, currency })} of order ${order}, asked ${dayInWords(failedAt)}`,
    })),
  }
}

/** The contract is with the company of the brand where it was bought, and so are its limits. */
export const brandOf = ({ brand }: RefundableCharge) => brandById(brand) ?? mainBrand

type Asked = { accountId: number; by: { id: number } | { reference: string } }

/**
 * A charge of the member with its order locked, before anything else is: reports about the order do
 * the same. Throws `notFound` for a charge of somebody else, `conflict` where nothing of it can be
 * paid back.
 */
export async function lockedCharge(
  services: Of,
  trx: Trx,
  { accountId, by }: Asked,
): Promise<RefundableCharge> {
  const found = await chargeBy(trx, by)
  if (found?.accountId !== accountId) throw new ApiError('notFound', NO_CHARGE)
  await lockOrder(trx, found.order)
  const charge = (await chargeBy(trx, by)) ?? found
  const why = whyNot(services, charge)
  if (why !== null) throw new ApiError('conflict', why)
  return charge
}

/** What was typed, in the smallest unit; all that is left where that is nothing. */
export function sumOf(
  { amount, asked, currency }: RefundableCharge,
  typed: string | undefined,
): number {
  const left = amount - asked
  if (typed === undefined || typed === '') return left
  const sum = amountIn(typed.replace(',', '.'))
  if (sum === null || sum === 0)
    throw fieldError('sum', 'Please enter an amount like 12.50, or leave it empty for all of it.')
  if (sum > left)
    throw fieldError('sum', `Of this charge ${formatMoney({ amount: left, currency })} is left.`)
  return sum
}

/** The processor is asked after the commit. Throws `conflict` where less is left by now. */
export async function payBack(
  trx: Trx,
  charge: RefundableCharge,
  amount: number,
  at: Date,
): Promise<void> {
  const { reference, order, currency } = charge
  if (amount > charge.amount - charge.asked)
    throw new ApiError(
      'conflict',
      `Only ${formatMoney({ amount: charge.amount - charge.asked, currency })} of this charge is left by now. Nothing was asked for.`,
    )
  await askForStaff(trx, { reference, order, amount, currency }, at)
  await wake(trx, REFUND_JOB)
}

/**
 * Locks the order of a refund that was not confirmed, before anything else. Throws `conflict` where
 * it waits no more, or is not to be asked for again, as after a chargeback.
 */
export async function lockUnconfirmed(
  services: Of,
  trx: Trx,
  { id, what, accountId }: { id: number | undefined; what: 'again' | 'drop'; accountId: number },
): Promise<void> {
  const reference = id === undefined ? undefined : await failedOf(trx, id)
  const found = reference === undefined ? undefined : await chargeBy(trx, { reference })
  if (found?.accountId !== accountId) throw new ApiError('conflict', ENDED)
  const order = await lockOrder(trx, found.order)
  const charge = (await chargeBy(trx, { id: found.id })) ?? found
  if (what === 'drop') {
    if (order?.withdrawnAt && whyNotAsk(services, charge) === null)
      throw new ApiError('conflict', OWED)
    return
  }
  const why =
    charge.asked > charge.amount
      ? 'More would go back than was charged. Give this one up.'
      : whyNotAsk(services, charge)
  if (why !== null) throw new ApiError('conflict', why)
}

/** Somebody has looked at the processor's pages: it is asked once more, or nothing goes back. */
export async function endUnconfirmed(
  trx: Trx,
  id: number | undefined,
  { what, accountId, at }: { what: 'again' | 'drop'; accountId: number; at: Date },
): Promise<void> {
  if (id === undefined || !(await endFailure(trx, id, { what, accountId, at })))
    throw new ApiError('conflict', ENDED)
  if (what === 'again') await wake(trx, REFUND_JOB)
}
