import { type Handler, handle } from '#api/call.server.ts'
import { ApiError, fieldError } from '#api/errors.ts'
import type { Services } from '#api/services.server.ts'
import { addresseeOf, lockAccount } from '#core/accounts/accounts.sql.ts'
import { notifyMember } from '#core/live/event-hub.server.ts'
import type { Trx } from '#db/connection.server.ts'
import { wake } from '#jobs/wake.sql.ts'
import type { Job } from '#jobs/worker.server.ts'
import { DAY, later, MINUTE } from '#lib/clock.ts'
import { lotOf, takeBackCredits } from '#money/credits/credits.sql.ts'
import {
  type Contract,
  contractOf,
  contractsOf,
  creditsOfOrder,
  markWithdrawn,
} from '#money/orders/contracts.sql.ts'
import { lockOrder } from '#money/orders/orders.sql.ts'
import { askForRefund, backOf, REFUND_JOB } from '#money/orders/refunds.sql.ts'
import { afterTrial, productOf } from '#money/prices/offers.ts'
import { formatMoney } from '#money/prices/price-list.ts'
import { brandById } from '#sites/registry.ts'
import type { Brand } from '#sites/site.ts'
import { cancelSubscriptions } from '../cancel.server.ts'
import { endOnDay } from '../subscriptions.sql.ts'
import { takeBackTime } from '../take-back.server.ts'
import { cancelContract, cancelRenewal, listContracts, withdraw } from './declarations.contract.ts'
import {
  accountOfOrder,
  claimDeclaration,
  type Declaration,
  insertDeclaration,
  settleOnce,
  unmatchedOf,
} from './declarations.sql.ts'
import {
  CANCEL_PAGE,
  type DeclarationKind,
  goesOn,
  orderNumber,
  readOrderNumber,
  WITHDRAW_PAGE,
} from './declarations.ts'
import {
  cancelledMail,
  type DeclarationEffect,
  declarationForSupportMail,
  declarationMail,
} from './mails.ts'
import { type Purchase, type Settled, settleWithdrawal, withdrawableUntil } from './refund-rules.ts'

const DECLARATION_JOB = 'declarations'
const MOST_CONTRACTS = 20
const LATEST_END = 2 * 366 * DAY
/**
 * Mails a day to an address that no order was found for: a form that needs no session must not be a
 * way to annoy.
 */
const MOST_UNMATCHED = 3

/**
 * Only stores the statement: a job looks for the order, so that neither the answer nor its time
 * tells whether there is one.
 */
async function declare(
  { services, brand, at }: { services: Services; brand: Brand; at: Date },
  kind: DeclarationKind,
  {
    name,
    order,
    email,
    reason = '',
  }: { name: string; order: string; email: string; reason?: string },
  ending: Pick<Declaration, 'ending' | 'endOn'> = { ending: null, endOn: null },
): Promise<void> {
  const sells = brand.billing.model !== 'partner'
  if ((sells || order !== '') && readOrderNumber(order) === null) {
    throw fieldError(
      'order',
      `Please enter the order number from your receipt, like ${orderNumber(brand, 1042)}.`,
    )
  }
  await services.db.transaction().execute(async (trx) => {
    await insertDeclaration(trx, {
      brand: brand.id,
      kind,
      name,
      email,
      orderNumber: order.toUpperCase(),
      reason,
      ...ending,
      declaredAt: at,
    })
    await wake(trx, DECLARATION_JOB)
  })
}

const withdrawHandler = handle(withdraw, async (call) => {
  await declare(call, 'withdrawal', call.body)
  return { next: `${WITHDRAW_PAGE}?received=yes` }
})

const cancelContractHandler = handle(cancelContract, async (call) => {
  const { ending, endOn, reason } = call.body
  if (ending === 'extraordinary' && reason === '')
    throw fieldError('reason', 'Please say for which reason, or choose the ordinary ending.')
  if (endOn !== '' && new Date(endOn) > later(call.at, LATEST_END))
    throw fieldError('endOn', 'Please choose a day within two years, or leave it empty.')
  await declare(call, 'cancellation', call.body, { ending, endOn: endOn === '' ? null : endOn })
  return { next: `${CANCEL_PAGE}?received=yes` }
})

const listHandler = handle(listContracts, async ({ scope, services, at }) => {
  const contracts = await contractsOf(services.db, scope.member.id, MOST_CONTRACTS)
  return {
    contracts: contracts.flatMap((contract) => {
      const brand = brandById(contract.brand)
      if (!brand || !contract.paidAt) return []
      const product = productOf(brand, contract.keyword)
      const isOver = contract.withdrawnAt !== null || contract.refundedAt !== null
      const until = withdrawableUntil(termsOf(contract))
      const renewal =
        renews(contract) && contract.paidUntil
          ? { at: contract.paidUntil.toISOString(), amount: renewalSum(contract) }
          : null
      return [
        {
          order: contract.order,
          number: orderNumber(brand, contract.order),
          site: brand.name,
          what: product?.name ?? contract.keyword,
          amount: formatMoney({
            amount: contract.chargedAmount ?? contract.amount,
            currency: contract.currency,
          }),
          paidAt: (contract.chargedAt ?? contract.paidAt).toISOString(),
          paidUntil: contract.paidUntil?.toISOString() ?? null,
          renewal,
          afterTrial: contract.chargedAmount === 0 && product ? afterTrial(product) : null,
          endOn: renewal && contract.endOn,
          paidBack:
            contract.paidBack === 0
              ? null
              : formatMoney({ amount: contract.paidBack, currency: contract.currency }),
          withdrawableUntil:
            !isOver && contract.endedAt === null && until > at ? until.toISOString() : null,
          state: contract.refundedAt
            ? ('refunded' as const)
            : contract.withdrawnAt
              ? ('withdrawn' as const)
              : ('paid' as const),
        },
      ]
    }),
  }
})

const cancelRenewalHandler = handle(cancelRenewal, async ({ body, scope, services, at }) => {
  const { member } = scope
  await services.db.transaction().execute(async (trx) => {
    await lockOrder(trx, body.order)
    const contract = await contractOf(trx, body.order)
    if (contract?.accountId !== member.id || contract.subscription === null)
      throw new ApiError('notFound', 'There is no such membership.')
    // The second of two clicks finds it cancelled, and sends no second mail.
    if (contract.cancelledAt !== null || contract.paidUntil === null) return
    await cancelSubscriptions(trx, [contract.subscription], at)
    const brand = brandById(contract.brand)
    const account = await addresseeOf(trx, member.id)
    if (brand && account)
      await services.queueMail(
        trx,
        cancelledMail(services, brand, account, {
          order: contract.order,
          at,
          paidUntil: contract.paidUntil,
        }),
      )
  })
  return { ok: true as const }
})

/** Gives each statement its effect and its receipt, in one transaction. */
export const declarationJob: Job = {
  name: DECLARATION_JOB,
  period: MINUTE,
  start: (services) => ({
    async run(stopping) {
      while (!stopping.aborted) {
        const next = await claimDeclaration(services.db, services.clock.now())
        if (!next) return
        await services.db
          .transaction()
          .execute((trx) => settleDeclaration(services, trx, next))
          .catch((error: unknown) =>
            services.log.error(
              { declaration: next.id, error },
              'a declaration could not be settled; it is tried again',
            ),
          )
      }
    },
  }),
}

async function settleDeclaration(
  services: Services,
  trx: Trx,
  declaration: Declaration,
): Promise<void> {
  const at = services.clock.now()
  const brand = brandById(declaration.brand)
  if (!brand) throw new Error(`a declaration to the unknown brand ${declaration.brand}`)
  const found = await findContract(trx, declaration)
  const effect: DeclarationEffect = found
    ? declaration.kind === 'withdrawal'
      ? await withdrawFrom(trx, found, declaration.declaredAt, at)
      : await endRenewal(trx, found, declaration.endOn, at)
    : { kind: brand.billing.model === 'partner' ? 'partner' : 'unmatched' }
  const outcome = effect.kind === 'withdrawn' ? effect.settled.rule : effect.kind
  if (
    !(await settleOnce(trx, declaration.id, {
      order: found?.order ?? null,
      accountId: found?.accountId ?? null,
      outcome,
      at,
    }))
  )
    return
  // The contract is with the company of the brand where it was bought (decisions §1).
  const seller = (found && brandById(found.brand)) ?? brand
  const account = found ? await addresseeOf(trx, found.accountId) : null
  if (effect.kind === 'partner') {
    await services.queueMail(
      trx,
      declarationForSupportMail(
        brand,
        declaration,
        'Please pass it on to the partner, and tell the member what came of it.',
      ),
    )
  } else if (
    declaration.reason !== '' &&
    (effect.kind === 'cancelled' || effect.kind === 'goesOn')
  ) {
    const done =
      effect.kind === 'cancelled' ? 'The renewal has ended.' : 'It renews until that day.'
    await services.queueMail(
      trx,
      declarationForSupportMail(
        seller,
        declaration,
        `${done} Please decide whether the reason ends it earlier.`,
      ),
    )
  }
  if (
    effect.kind === 'unmatched' &&
    (await unmatchedOf(trx, declaration.email, at)) > MOST_UNMATCHED
  )
    return
  await services.queueMail(trx, declarationMail(seller, declaration, effect, account))
}

async function findContract(
  trx: Trx,
  { orderNumber: typed, email }: Declaration,
): Promise<Contract | null> {
  const number = readOrderNumber(typed)
  if (!number) return null
  const emailOf = async (accountId: number) => (await addresseeOf(trx, accountId))?.email ?? null
  if ((await accountOfOrder(trx, number.id, email, emailOf)) === null) return null
  await lockOrder(trx, number.id)
  const contract = await contractOf(trx, number.id)
  const brand = contract && brandById(contract.brand)
  const isNamed = number.shortName === null || number.shortName === brand?.shortName.toLowerCase()
  return contract && isNamed ? contract : null
}

/** `declaredAt` decides whether it is in time, however late a job settles it. */
async function withdrawFrom(
  trx: Trx,
  contract: Contract,
  declaredAt: Date,
  at: Date,
): Promise<DeclarationEffect> {
  await lockAccount(trx, contract.accountId)
  const purchase = await purchaseOf(trx, contract, declaredAt)
  const whole = settleWithdrawal(purchase, declaredAt)
  // Staff may have paid back a part of it.
  const { asked } = await backOf(trx, contract.paymentReference ?? '')
  const settled = {
    ...whole,
    refund: Math.max(0, Math.min(whole.refund, purchase.charged - asked)),
  }
  await endContract(trx, contract, settled, at)
  return { kind: 'withdrawn', settled, currency: contract.currency }
}

async function endContract(
  trx: Trx,
  contract: Contract,
  { ends, refund }: Settled,
  at: Date,
): Promise<void> {
  if (ends === 'nothing') return
  if (contract.subscription !== null) await cancelSubscriptions(trx, [contract.subscription], at)
  if (ends === 'renewal') return
  await markWithdrawn(trx, contract.order, at)
  await takeBackCredits(trx, contract.accountId, lotOf(contract.order), at)
  if (contract.subscriptionReference !== null) {
    await takeBackTime(trx, contract.accountId, contract.subscriptionReference, at)
  }
  if (refund > 0 && contract.paymentReference !== null) {
    await askForRefund(
      trx,
      {
        reference: contract.paymentReference,
        order: contract.order,
        amount: refund,
        currency: contract.currency,
      },
      at,
    )
    await wake(trx, REFUND_JOB)
  }
  await notifyMember(trx, contract.accountId, { type: 'tickers' })
}

async function endRenewal(
  trx: Trx,
  contract: Contract,
  endOn: string | null,
  at: Date,
): Promise<DeclarationEffect> {
  const isOpen = contract.subscription !== null && contract.endedAt === null
  if (
    endOn !== null &&
    isOpen &&
    contract.subscription !== null &&
    contract.paidUntil &&
    renews(contract) &&
    goesOn(endOn, contract.paidUntil)
  ) {
    await endOnDay(trx, contract.subscription, endOn)
    return { kind: 'goesOn', paidUntil: contract.paidUntil, endOn, amount: renewalSum(contract) }
  }
  if (isOpen && contract.subscription !== null)
    await cancelSubscriptions(trx, [contract.subscription], at)
  return { kind: 'cancelled', paidUntil: isOpen ? contract.paidUntil : null }
}

function renews({
  brand: id,
  keyword,
  subscription,
  cancelledAt,
  endedAt,
  withdrawnAt,
  refundedAt,
}: Contract): boolean {
  const brand = brandById(id)
  const gives = brand && productOf(brand, keyword)?.gives
  const isOpen =
    subscription !== null &&
    [cancelledAt, endedAt, withdrawnAt, refundedAt].every((at) => at === null)
  return isOpen && gives?.kind === 'premium' && gives.renews
}

function renewalSum({ renewalAmount, amount, currency }: Contract): string {
  return formatMoney({ amount: renewalAmount ?? amount, currency })
}

function termsOf(
  contract: Contract,
): Pick<Purchase, 'kind' | 'days' | 'isTrial' | 'paidAt' | 'chargedAt'> {
  const brand = brandById(contract.brand)
  const gives = brand && productOf(brand, contract.keyword)?.gives
  const days = gives?.kind === 'premium' ? gives.days : null
  return {
    kind: gives?.kind ?? 'premium',
    days,
    isTrial: contract.isTrial,
    paidAt: contract.paidAt,
    chargedAt: contract.chargedAt,
  }
}

async function purchaseOf(trx: Trx, contract: Contract, at: Date): Promise<Purchase> {
  const terms = termsOf(contract)
  const isOver =
    contract.refundedAt !== null || contract.withdrawnAt !== null || contract.endedAt !== null
  const charged = contract.chargedAmount ?? contract.amount
  if (terms.kind === 'credits') {
    const { granted, rest } = await creditsOfOrder(
      trx,
      contract.accountId,
      lotOf(contract.order),
      at,
    )
    return { ...terms, charged, isOver, used: granted - rest, unused: rest }
  }
  const [from, until] = [
    contract.periodFrom ?? contract.paidAt ?? at,
    contract.paidUntil ?? at,
  ].map((date) => date.getTime()) as [number, number]
  const begun = Math.min(Math.max(at.getTime(), from), until)
  return { ...terms, charged, isOver, used: begun - from, unused: until - begun }
}

export const declarationHandlers: Handler[] = [
  withdrawHandler,
  cancelContractHandler,
  listHandler,
  cancelRenewalHandler,
]
