import { ApiError, fieldError } from '../../api/errors.ts'
import { claimOf, once } from '../../api/idempotency.server.ts'
import { type Handler, handle } from '../../api/router.server.ts'
import type { Scope } from '../../api/session.server.ts'
import type { Trx } from '../../db/connection.server.ts'
import { HOUR, later } from '../../lib/clock.ts'
import { setCookie } from '../../lib/cookies.server.ts'
import { sign } from '../../lib/signature.server.ts'
import type { Brand } from '../../sites/site.ts'
import { lockAccount, originOfAccount } from '../accounts/accounts.sql.ts'
import { regionCode } from '../places/region-codes.ts'
import { billingStatusOf } from './billing-status.server.ts'
import { openLots } from './credits.sql.ts'
import { isUnderReview } from './dunning/chargebacks.sql.ts'
import { expiryNotice } from './expiry.ts'
import { isTrial, preselected, type Product, productOf, productsOf } from './offers.ts'
import { getBillingData, getCreditUpgradeData, upgrade } from './orders.contract.ts'
import { insertOrder, lastPaidKeyword, type Order, ownOrder, orderStateOf, trialOrder } from './orders.sql.ts'
import { readSourceText, SOURCE_COOKIE, sourceInCookie, sourceInCookies, type UpgradeSource } from './upgrade-source.ts'

const FORM_LIFETIME = HOUR
/** Currencies where strong customer authentication (PSD2 or its UK equivalent) applies. */
const STRONG_AUTHENTICATION = new Set(['EUR', 'GBP'])

const upgradeHandler = handle(upgrade, async (call) => {
  const { scope, body, services, headers, host } = call
  if (!services.settings.gateway) throw notForSale()
  const product = productOf(scope.brand, body.keyword)
  if (await isUnderReview(services.db, scope.member.id)) {
    throw new ApiError('forbidden', { detail: 'Your bank took a payment back. Please write to our support before you pay again.' })
  }
  if (!product) throw fieldError('keyword', 'This is not for sale here.')
  const claim = claimOf(call, 'POST /billing/upgrade', scope.member.id)
  const source = readSourceText(body.upgradeSourceType ?? '')
  if (source) headers.append('Set-Cookie', sourceCookie(source, host.domain, services.settings.production))
  return once(services.db, claim, async (trx) => ({ order: isTrial(product) ? await orderTrial(trx, scope, product) : await insertOrder(trx, scope, product) }))
})

/** Kept for a visit, so that paying leads back to where it was wanted. */
function sourceCookie(source: UpgradeSource, domain: string, secure: boolean): string {
  return setCookie({ name: SOURCE_COOKIE, value: sourceInCookie(source), domain, life: HOUR, secure })
}

/** One trial a member, on whichever brand; a card form that was not sent opens the same order again. */
async function orderTrial(trx: Trx, scope: Scope, product: Product): Promise<number> {
  const { member, brand } = scope
  await lockAccount(trx, member.id)
  const first = await trialOrder(trx, member.id)
  if (member.firstPremiumAt !== null || (first && (first.paidAt !== null || first.brand !== brand.id))) {
    throw fieldError('keyword', 'The free day is for members who have not had it yet.')
  }
  return first?.id ?? insertOrder(trx, scope, product)
}

const billingDataHandler = handle(getBillingData, async ({ scope, query, services, request }) => {
  const { gateway } = services.settings
  const { brand, member, at } = scope
  const products = productsOf(brand.billing)
  const [first] = products
  if (!gateway || !first) throw notForSale()
  const order = query.order === undefined ? null : await ownOrder(services.db, scope, query.order)
  if (order === undefined) throw new ApiError('notFound', { detail: 'There is no such order.' })
  const { signupIp, affiliateId } = await originOfAccount(services.db, member.id)
  const { membership, credits } = await billingStatusOf(services.db, scope)
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
      // The postal code is left empty: the card form asks for it if the bank requires it.
      processedPostalCode: '',
      processedCountryCode: member.country,
    },
    currency,
    paymentType: 'card',
    billingMethodSpecific: {
      affiliateId,
      keyword: order?.keyword ?? '',
      gatewayPassword: order ? gatewayPassword(order, brand, gateway.secret, at) : '',
      achBillSubId: '',
      promoCode: '',
    },
    insufficientCreditsAction: credits === 0 ? (membership === 'premium' ? 're-purchase' : 'purchase') : '',
    isRootTraffic: affiliateId === '',
    enforce3ds: STRONG_AUTHENTICATION.has(currency),
    upgradeSourceTypeCookie: sourceInCookies(request.headers.get('Cookie')),
    gatewayUrl: gateway.origin,
    useAlternateConfig: false,
    order: order && { id: order.id, state: orderStateOf(order) },
    premiumUntil: brand.billing.model === 'subscription' ? (member.premiumUntil?.toISOString() ?? null) : null,
  }
})

/** Signs amount and currency for the gateway, so that the browser cannot change them. */
function gatewayPassword({ id, keyword, amount, renewalAmount, currency }: Order, brand: Brand, secret: string, at: Date): string {
  const product = productOf(brand, keyword)
  const renews = product?.gives.kind === 'premium' && product.gives.renews ? product.gives : null
  const renewsAfterDays = renews && renews.days
  const thenEveryDays = renews && (renews.then?.days ?? renews.days)
  const description = `${brand.legal.companyName}: ${product?.name ?? keyword}`
  return sign({ order: id, keyword, amount, renewalAmount, currency, description, renewsAfterDays, thenEveryDays, expiresAt: later(at, FORM_LIFETIME) }, secret)
}

const creditUpgradeDataHandler = handle(getCreditUpgradeData, async ({ scope, services, at }) => {
  const { brand, member } = scope
  if (brand.billing.model !== 'credits') return { selectedProduct: null, lots: [] }
  const selected = preselected(brand, await lastPaidKeyword(services.db, scope))
  const lots = await openLots(services.db, member.id, at)
  return {
    selectedProduct: selected === null ? null : { keyword: selected },
    lots: lots.map(({ rest, expiresAt }) => ({ credits: rest, expiry: expiresAt && expiryNotice(expiresAt, at) })),
  }
})

function notForSale(): ApiError {
  return new ApiError('forbidden', { detail: 'No card payments are taken here.' })
}

export const orderHandlers: Handler[] = [upgradeHandler, billingDataHandler, creditUpgradeDataHandler]
