import { type Handler, handle } from '#api/call.server.ts'
import { ApiError, fieldError } from '#api/errors.ts'
import { claimOf, once } from '#api/idempotency.server.ts'
import type { Scope } from '#api/member.server.ts'
import { lockAccount, originOfAccount } from '#core/accounts/accounts.sql.ts'
import { membershipOn } from '#core/accounts/standing/membership.ts'
import { regionCode } from '#core/places/region-codes.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import { DAY, HOUR, later } from '#lib/clock.ts'
import { setCookie } from '#lib/cookies.server.ts'
import { sign } from '#lib/signature.server.ts'
import type { Brand } from '#sites/site.ts'
import { isUnderReview } from '../contracts/dunning/chargebacks.sql.ts'
import { gatewayNumberOf } from '../contracts/subscriptions.sql.ts'
import { creditStatusOf, openLots } from '../credits/credits.sql.ts'
import { expiryNotice } from '../credits/expiry.ts'
import {
  hasUsedCode,
  insertOrder,
  lastOwnOrder,
  lastPaidKeyword,
  openOrder,
  type Order,
  ownOrder,
  orderStateOf,
  trialOrder,
} from '../orders/orders.sql.ts'
import { compareAgain } from '../orders/sweep.sql.ts'
import {
  isTrial,
  preselected,
  pricesOf,
  type Product,
  productOf,
  productsOf,
  withPromo,
} from '../prices/offers.ts'
import { type PromoCode, promoCodeOf } from '../prices/promo-codes.ts'
import { insufficientCreditsAction } from '../prices/upgrade-label.ts'
import {
  readSourceText,
  SOURCE_COOKIE,
  sourceInCookie,
  sourceInCookies,
} from '../prices/upgrade-source.ts'
import type { Processor } from '../processors/processor.ts'
import { sellerOf } from '../processors/processors.server.ts'
import { codesOn } from '../promo-codes/promo-codes.sql.ts'
import { getBillingData, getCreditUpgradeData, upgrade } from './orders.contract.ts'

const FORM_LIFETIME = HOUR
/** Currencies where strong customer authentication (PSD2 or its UK equivalent) applies. */
const STRONG_AUTHENTICATION = new Set(['EUR', 'GBP'])

const upgradeHandler = handle(upgrade, async (call) => {
  const { scope, body, services, headers, host } = call
  const seller = sellerOf(services, scope.brand)
  if (!seller) throw notForSale()
  const listed = productOf(scope.brand, body.keyword)
  const promo = await promoFor(services.db, scope, body.promoCode)
  const product = listed && promo ? withPromo(listed, promo) : listed
  if (await isUnderReview(services.db, scope.member.id)) {
    throw new ApiError(
      'forbidden',
      'Your bank took a payment back. Please write to our support before you pay again.',
    )
  }
  if (!product || seller.checkout?.sells(product) === false)
    throw fieldError('keyword', 'This is not for sale here.')
  if (body.prices !== undefined && body.prices !== pricesOf(scope.brand, promo)) {
    throw new ApiError(
      'conflict',
      'Our prices have changed since you opened this page, and nothing was ordered. Please load it again to see them.',
    )
  }
  const claim = claimOf(call, 'POST /billing/upgrade', scope.member.id)
  const source = readSourceText(body.upgradeSourceType ?? '')
  if (source) {
    // For a visit, so that paying leads back to where it was wanted.
    const value = sourceInCookie(source)
    const [domain, secure] = [host.domain, services.settings.production]
    headers.append(
      'Set-Cookie',
      setCookie({ name: SOURCE_COOKIE, value, domain, life: HOUR, secure }),
    )
  }
  return once(services.db, claim, async (trx) => {
    const id = isTrial(product)
      ? await orderTrial(trx, scope, product)
      : await orderOnce(trx, scope, product, promo)
    const order = await ownOrder(trx, scope, id)
    if (seller.compare && order?.paidAt === null) await compareAgain(trx, id, later(scope.at, DAY))
    return {
      order: id,
      checkout: order ? checkoutOf(seller, scope.brand, order) : null,
      next: `/billing/upgrade?order=${id}`,
    }
  })
})

/** The code that somebody typed, where it counts for them; null where they typed none. */
async function promoFor(
  db: Db,
  { brand, member, at }: Scope,
  typed: string,
): Promise<PromoCode | null> {
  if (typed.trim() === '') return null
  const promo = promoCodeOf(await codesOn(db, brand), typed, at)
  if (!promo) throw fieldError('promoCode', 'We do not know this code, or it has ended.')
  if (await hasUsedCode(db, member.id, promo.code))
    throw fieldError('promoCode', 'You have used this code already.')
  return promo
}

/** A code pays for one of the orders that were made with it; the others are not paid any more. */
async function isOverByCode(db: Db, { accountId, promoCode, paidAt }: Order): Promise<boolean> {
  return paidAt === null && promoCode !== null && (await hasUsedCode(db, accountId, promoCode))
}

/**
 * Two tabs, or a form that was closed, open the same order while it is unpaid: a second payment of
 * it is told from a second purchase, and paid back.
 */
async function orderOnce(
  trx: Trx,
  scope: Scope,
  product: Product,
  promo: PromoCode | null,
): Promise<number> {
  const promoCode = promo?.code ?? null
  await lockAccount(trx, scope.member.id)
  return (
    (await openOrder(trx, scope, { product, promoCode }, later(scope.at, -FORM_LIFETIME))) ??
    insertOrder(trx, scope, product, promoCode)
  )
}

/**
 * One trial a member, on whichever brand; a card form that was not sent opens the same order again.
 */
async function orderTrial(trx: Trx, scope: Scope, product: Product): Promise<number> {
  const { member, brand } = scope
  await lockAccount(trx, member.id)
  const first = await trialOrder(trx, member.id)
  if (
    member.firstPremiumAt !== null ||
    (first && (first.paidAt !== null || first.brand !== brand.id))
  ) {
    throw fieldError('keyword', 'The free day is for members who have not had it yet.')
  }
  return first?.id ?? insertOrder(trx, scope, product, null)
}

const billingDataHandler = handle(getBillingData, async ({ scope, query, services, request }) => {
  const { brand, member, at } = scope
  const seller = sellerOf(services, brand)
  // A processor's own page needs nothing of this but how the order stands.
  const gateway = seller?.checkout
    ? { origin: '', publicApiKey: '', secret: null }
    : services.settings.gateway
  const products = productsOf(brand.billing)
  const [first] = products
  if (!gateway || !first) throw notForSale()
  const order =
    query.order === undefined
      ? null
      : query.order === 'last'
        ? ((await lastOwnOrder(services.db, scope)) ?? null)
        : await ownOrder(services.db, scope, query.order)
  if (order === undefined) throw new ApiError('notFound', 'There is no such order.')
  if (order && (await isOverByCode(services.db, order))) {
    throw new ApiError(
      'forbidden',
      'You have used the code of this order for another one. Please choose again.',
    )
  }
  const { signupIp, affiliateId } = await originOfAccount(services.db, member.id)
  const isCreditsSite = brand.billing.model === 'credits'
  const standing = membershipOn(
    brand.billing,
    member,
    isCreditsSite ? await creditStatusOf(services.db, member.id, at) : null,
    at,
  )
  const currency = order?.currency ?? first.price.currency
  return {
    publicApiKey: gateway.publicApiKey,
    userInfo: {
      birthday: member.birthday,
      signupDate: member.createdAt.toISOString(),
      signupIp,
      signupLocation: `${member.placeName}, ${member.country}`,
      isSemiBlocked: await isUnderReview(services.db, member.id),
      processedCity: member.placeName,
      processedStateCode: regionCode(member),
      // The gazetteer has none: the card form asks for it if the bank requires it.
      processedPostalCode: null,
      processedCountryCode: member.country,
    },
    currency,
    paymentType: 'card',
    billingMethodSpecific: {
      affiliateId,
      keyword: order?.keyword ?? '',
      gatewayPassword:
        order && gateway.secret !== null ? gatewayPassword(order, brand, gateway.secret, at) : '',
      achBillSubId: await gatewayNumberOf(services.db, scope),
      promoCode: order?.promoCode ?? '',
    },
    insufficientCreditsAction: insufficientCreditsAction({
      ...standing,
      billingPartner: 0,
      isExternalUpgradeSite: false,
      isCreditsSite,
    }),
    isRootTraffic: affiliateId === '',
    enforce3ds: STRONG_AUTHENTICATION.has(currency),
    upgradeSourceTypeCookie: sourceInCookies(request.headers.get('Cookie')),
    gatewayUrl: gateway.origin,
    useAlternateConfig: brand.billing.model !== 'partner' && brand.billing.useAlternateConfig,
    order: order && {
      id: order.id,
      state: orderStateOf(order),
      keyword: order.keyword,
      checkout: checkoutOf(seller, brand, order),
    },
    premiumUntil:
      brand.billing.model === 'subscription' ? (member.premiumUntil?.toISOString() ?? null) : null,
  }
})

/** Where an order can still be paid. */
function checkoutOf(seller: Processor | null, brand: Brand, order: Order): string | null {
  const product = productOf(brand, order.keyword)
  const isOpen = ['open', 'failed'].includes(orderStateOf(order))
  return isOpen && product && seller?.checkout?.sells(product)
    ? seller.checkout.address({ order, product, brand })
    : null
}

/** Signs amount and currency for the gateway, so that the browser cannot change them. */
function gatewayPassword(
  { id, keyword, amount, renewalAmount, currency }: Order,
  brand: Brand,
  secret: string,
  at: Date,
): string {
  const product = productOf(brand, keyword)
  const renews = product?.gives.kind === 'premium' && product.gives.renews ? product.gives : null
  const renewsAfterDays = renews && renews.days
  const thenEveryDays = renews && (renews.then?.days ?? renews.days)
  const description = `${brand.legal.companyName}: ${product?.name ?? keyword}`
  return sign(
    {
      order: id,
      keyword,
      amount,
      renewalAmount,
      currency,
      description,
      renewsAfterDays,
      thenEveryDays,
      expiresAt: later(at, FORM_LIFETIME),
    },
    secret,
  )
}

const creditUpgradeDataHandler = handle(getCreditUpgradeData, async ({ scope, services, at }) => {
  const { brand, member } = scope
  const checkout =
    brand.billing.model === 'partner' ? null : (sellerOf(services, brand)?.checkout ?? null)
  const sold = productsOf(brand.billing).filter((product) => checkout?.sells(product))
  const processor = checkout && {
    name: checkout.name,
    statement: checkout.statement,
    keywords: sold.map(({ keyword }) => keyword),
  }
  if (brand.billing.model !== 'credits') return { selectedProduct: null, lots: [], processor }
  const selected = preselected(brand, await lastPaidKeyword(services.db, scope))
  const lots = await openLots(services.db, member.id, at)
  return {
    selectedProduct: selected === null ? null : { keyword: selected },
    lots: lots.map(({ rest, expiresAt }) => ({
      credits: rest,
      expiry: expiresAt && expiryNotice(expiresAt, at),
    })),
    processor,
  }
})

function notForSale(): ApiError {
  return new ApiError('forbidden', 'No card payments are taken here.')
}

export const orderHandlers: Handler[] = [
  upgradeHandler,
  billingDataHandler,
  creditUpgradeDataHandler,
]
