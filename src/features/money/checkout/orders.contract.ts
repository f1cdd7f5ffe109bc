import { z } from 'zod'
import { endpoint, id } from '#api/contract.ts'

const orderState = z.enum(['open', 'paid', 'failed', 'refunded', 'chargedBack'])
export type OrderState = z.output<typeof orderState>

/**
 * The billing data of specification §3, field by field; with `order`, for the payment of that
 * order.
 */
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
    processedPostalCode: z.string().nullable(),
    processedCountryCode: z.string(),
  }),
  currency: z.string(),
  paymentType: z.string(),
  billingMethodSpecific: z.object({
    affiliateId: z.string(),
    keyword: z.string(),
    gatewayPassword: z.string(),
    /** The gateway’s number of the subscription that it gave here last. */
    achBillSubId: z.string().nullable(),
    promoCode: z.string(),
  }),
  insufficientCreditsAction: z.string(),
  isRootTraffic: z.boolean(),
  enforce3ds: z.boolean(),
  upgradeSourceTypeCookie: z.string(),
  /** Empty where a processor charges on a page of its own. */
  gatewayUrl: z.string(),
  useAlternateConfig: z.boolean(),
  order: z
    .object({
      id: z.number(),
      state: orderState,
      keyword: z.string(),
      /** Of an order that is not paid yet, where a processor charges on a page of its own. */
      checkout: z.url().nullable(),
    })
    .nullable(),
  premiumUntil: z.iso.datetime().nullable(),
})
export type BillingData = z.output<typeof billingData>

export const getBillingData = endpoint({
  method: 'get',
  path: '/billing/getBillingData',
  summary:
    'What the card gateway’s form is asked for with; with an order of one’s own, also how that stands',
  access: 'member',
  /** `last`: the newest order of these hours, for whoever comes back from a processor's page. */
  query: z.object({ order: z.union([z.literal('last'), id]).optional() }),
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
    /**
     * Who charges on a page of its own, what a card statement says then, and what it sells; null:
     * the card form is in ours.
     */
    processor: z
      .object({ name: z.string(), statement: z.string(), keywords: z.array(z.string()) })
      .nullable(),
  }),
})
export type CreditUpgradeData = z.output<typeof getCreditUpgradeData.answer>

export const upgrade = endpoint({
  method: 'post',
  path: '/billing/upgrade',
  summary:
    'Order a plan or a pack of the brand by its keyword, at the brand’s price; takes an Idempotency-Key',
  access: 'member',
  body: z.object({
    keyword: z.string().max(60),
    /** Why, and about whom: kept in the cookie of this name. */
    upgradeSourceType: z.string().max(40).optional(),
    promoCode: z.string().max(40).default(''),
    /** What the page showed (`pricesOf`): where prices are others by now, nothing is ordered. */
    prices: z
      .string()
      .max(2000)
      .regex(/^[\w-]+(?::\w+)+(?: [\w-]+(?::\w+)+)*$/)
      .optional(),
  }),
  answer: z.object({
    order: z.number(),
    /**
     * The processor's own page, where the brand has one that charges there; null: the card form is
     * in ours.
     */
    checkout: z.url().nullable(),
    next: z.string(),
  }),
  errors: ['forbidden', 'conflict'],
  pageForm: { page: '/billing/upgrade?keyword={keyword}&promo={promoCode}' },
  limits: [{ name: 'order', per: 'account', most: 30, seconds: 3600 }],
})
