import { z } from 'zod'
import { endpoint, id } from '../../api/contract.ts'

const orderState = z.enum(['open', 'paid', 'failed', 'refunded', 'chargedBack'])
export type OrderState = z.output<typeof orderState>

/** The billing data of specification §3, field by field; with `order`, for the payment of that order. */
const billingData = z.object({
  publicApiKey: z.string(),
  userInfo: z.object({
    birthday: z.string(),
    signupDate: z.string(),
    signupIp: z.string(),
    signupLocation: z.string(),
    isSemiBlocked: z.boolean(),
    processedCity: z.string(),
    processedStateCode: z.string(),
    processedPostalCode: z.string(),
    processedCountryCode: z.string(),
  }),
  currency: z.string(),
  paymentType: z.string(),
  billingMethodSpecific: z.object({
    affiliateId: z.string(),
    keyword: z.string(),
    gatewayPassword: z.string(),
    achBillSubId: z.string(),
    promoCode: z.string(),
  }),
  insufficientCreditsAction: z.string(),
  isRootTraffic: z.boolean(),
  enforce3ds: z.boolean(),
  upgradeSourceTypeCookie: z.string(),
  gatewayUrl: z.string(),
  useAlternateConfig: z.boolean(),
  order: z.object({ id: z.number(), state: orderState }).nullable(),
  premiumUntil: z.iso.datetime().nullable(),
})
export type BillingData = z.output<typeof billingData>

export const getBillingData = endpoint({
  method: 'get',
  path: '/billing/getBillingData',
  summary: 'What the card gateway’s form is asked for with; with an order of one’s own, also how that stands',
  access: 'member',
  query: z.object({ order: id.optional() }),
  answer: billingData,
  errors: ['notFound', 'forbidden'],
})

export const getCreditUpgradeData = endpoint({
  method: 'get',
  path: '/billing/getCreditUpgradeData',
  summary: 'The pack of credits to suggest, and the credits that are left with their expiry',
  access: 'member',
  answer: z.object({
    /** The pack bought last, otherwise the smallest one; null on brands that sell none. */
    selectedProduct: z.object({ keyword: z.string() }).nullable(),
    lots: z.array(z.object({ credits: z.number(), expiry: z.string().nullable() })),
  }),
})
export type CreditUpgradeData = z.output<typeof getCreditUpgradeData.answer>

export const upgrade = endpoint({
  method: 'post',
  path: '/billing/upgrade',
  summary: 'Order a plan or a pack of the brand by its keyword, at the brand’s price; takes an Idempotency-Key',
  access: 'member',
  body: z.object({
    keyword: z.string().max(60),
    /** Why, and about whom: kept in the cookie of this name. */
    upgradeSourceType: z.string().max(40).optional(),
  }),
  answer: z.object({ order: z.number() }),
  errors: ['forbidden', 'conflict'],
  limits: [{ name: 'order', per: 'account', most: 30, seconds: 3600 }],
})
