import { z } from 'zod'
import { doneAndNext, endpoint, id, textField } from '#api/contract.ts'
import { email } from '#core/accounts/passwords/credentials.contract.ts'
import { brands } from '#sites/registry.ts'
import { landingPaths, soldCurrencies } from './arrivals/links.ts'
import { commissionStates } from './payouts/commission-state.ts'
import { models } from './terms/terms.ts'

const code = z
  .string()
  .trim()
  .regex(/^[\w.-]{2,40}$/, 'Please use 2 to 40 letters, digits, dots, dashes and underscores.')
const campaign = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9-]{1,80}$/, 'Please use small letters, digits and dashes.')
const url = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]{0,5000}$/, 'Please give an address without spaces.')
const currency = z.enum(soldCurrencies, { error: 'No brand sells anything in this currency.' })
/** As typed, in the currency's own unit. */
const sum = z
  .string()
  .trim()
  .regex(/^\d{1,6}([.,]\d{1,2})?$/, 'Please give a sum such as 12.50.')
  .default('0')
const whole = (most: number, words: string) =>
  z.coerce.number(words).int(words).min(0, words).max(most, words)

const counted = z.object({ arrivals: z.number(), joins: z.number(), confirmed: z.number() })
const balance = z.object({
  currency: z.string(),
  pending: z.number(),
  approved: z.number(),
  paid: z.number(),
})

export const listAffiliates = endpoint({
  method: 'get',
  path: '/staff/affiliates',
  summary: 'Who sends people here for money, with what came by them in 30 days',
  access: 'staff',
  roles: ['owner'],
  answer: z.object({
    affiliates: z.array(
      counted.extend({
        code: z.string(),
        name: z.string(),
        hasEnded: z.boolean(),
        isStopped: z.boolean(),
        /** In words; null until a second person has agreed to some. */
        terms: z.string().nullable(),
        balances: z.array(balance),
      }),
    ),
    /** How many payouts wait for owners. */
    waiting: z.number(),
    /** The last payouts, also those that wait. */
    csv: z.string(),
  }),
})

const commission = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  kind: z.enum([...models, 'return']),
  campaign: z.string(),
  subid: z.string(),
  amount: z.number(),
  currency: z.string(),
  state: z.enum(commissionStates),
})
export type ShownCommission = z.output<typeof commission>

const payout = z.object({
  month: z.string(),
  currency: z.string(),
  amount: z.number(),
  commissions: z.number(),
  outcome: z.enum(['approved', 'refused']).nullable(),
  decidedAt: z.iso.datetime().nullable(),
})

const shownCampaign = counted.extend({
  code: z.string(),
  name: z.string(),
  brand: z.string(),
  link: z.string(),
  hasEnded: z.boolean(),
})

/** What an affiliate sees as well. */
const account = z.object({
  name: z.string(),
  code: z.string(),
  terms: z.string().nullable(),
  campaigns: z.array(shownCampaign),
  /** What came by links without a campaign of theirs. */
  others: counted,
  balances: z.array(balance),
  commissions: z.array(commission),
  csv: z.string(),
  payouts: z.array(payout),
})
export type AffiliateAccount = z.output<typeof account>

export const getAffiliate = endpoint({
  method: 'get',
  path: '/staff/affiliates/{code}',
  summary: 'One affiliate: terms, campaigns, numbers, commissions, postbacks, payouts',
  access: 'staff',
  roles: ['owner'],
  params: z.object({ code: z.string().max(64) }),
  answer: account.extend({
    id: z.number(),
    email: z.string(),
    addedAt: z.iso.datetime(),
    endedAt: z.iso.datetime().nullable(),
    secret: z.string(),
    page: z.string(),
    asked: z.object({ words: z.string(), by: z.string(), at: z.iso.datetime() }).nullable(),
    postbackUrl: z.string().nullable(),
    stoppedAt: z.iso.datetime().nullable(),
    postbacks: z.array(
      z.object({
        at: z.iso.datetime(),
        state: z.enum(commissionStates),
        commission: z.string(),
        tries: z.number(),
        outcome: z.string().nullable(),
        is: z.enum(['waiting', 'sent', 'given up']),
      }),
    ),
    /** Of the last thousand who joined by their links: how many rules noticed, and staff closed. */
    signs: z.object({ joined: z.number(), noticed: z.number(), closed: z.number() }),
  }),
})

export const changeAffiliate = endpoint({
  method: 'post',
  path: '/staff/affiliate',
  summary:
    'Add an affiliate or end one; ask for terms, which somebody else agrees to; add or end a campaign; set where postbacks go, begin them again, make a new secret or page; reject a pending commission',
  access: 'staff',
  roles: ['owner'],
  body: z.discriminatedUnion('act', [
    z.object({
      act: z.literal('add'),
      code,
      name: textField(80, 1),
      email,
    }),
    z.object({ act: z.literal('end'), id }),
    z.object({
      act: z.literal('terms'),
      id,
      model: z.enum(models, { error: 'Please choose one.' }),
      amount: sum,
      percent: whole(90, 'Please give a whole number from 0 to 90.').default(0),
      months: whole(120, 'Please give a whole number of months.').default(0),
      currency,
      holdDays: whole(180, 'Please give a whole number of days up to 180.'),
      minimum: sum,
    }),
    z.object({
      act: z.literal('addCampaign'),
      id,
      campaign,
      title: textField(80, 1),
      brand: z.enum(
        brands.map((one) => one.id),
        { error: 'There is no such brand.' },
      ),
      path: z.enum(landingPaths, { error: 'Please choose a page.' }),
    }),
    z.object({ act: z.literal('endCampaign'), id, campaign }),
    z.object({ act: z.literal('postbackUrl'), id, url }),
    z.object({ act: z.literal('resume'), id }),
    z.object({ act: z.literal('newSecret'), id }),
    z.object({ act: z.literal('newPage'), id }),
    z.object({ act: z.literal('reject'), id, commission: z.uuid() }),
  ]),
  answer: doneAndNext,
  errors: ['conflict'],
  pageForm: { name: 'affiliates' },
})

export const getOwnAffiliate = endpoint({
  method: 'get',
  path: '/affiliates/{key}',
  summary: 'What an affiliate sees of their own traffic, by the signed address that we gave them',
  access: 'anyone',
  params: z.object({ key: z.string().max(80) }),
  answer: account,
  limits: [{ name: 'affiliate-page', per: 'ip', most: 60, seconds: 60, inMemory: true }],
})
