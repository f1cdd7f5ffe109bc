import { z } from 'zod'
import { doneAndNext, endpoint } from '#api/contract.ts'
import { brands } from '#sites/registry.ts'
import { LEAST_PERCENT, MOST_PERCENT } from './code-limits.ts'

const brand = z.enum(
  brands.map(({ id }) => id),
  { error: 'There is no such brand.' },
)
const code = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9]{4,20}$/, 'Please use 4 to 20 letters and digits.')
const percentWords = `Please give a whole number from ${LEAST_PERCENT} to ${MOST_PERCENT}.`

export const listPromoCodes = endpoint({
  method: 'get',
  path: '/staff/content/codes',
  summary:
    'The promo codes of each brand, those that count now before those that ended, with how many paid by each',
  access: 'staff',
  roles: ['publisher'],
  answer: z.object({
    /** Those that sell themselves, and can have codes. */
    brands: z.array(z.object({ id: z.string(), name: z.string() })),
    codes: z.array(
      z.object({
        brand: z.string(),
        code: z.string(),
        percent: z.number(),
        until: z.iso.date(),
        state: z.enum(['counts', 'over', 'ended']),
        /** Null of one that came with the product. */
        added: z.object({ by: z.string(), at: z.iso.datetime() }).nullable(),
        ended: z.object({ by: z.string(), at: z.iso.datetime() }).nullable(),
        paid: z.number(),
        /** Of those, how many were paid back. */
        paidBack: z.number(),
      }),
    ),
  }),
})

export const changePromoCodes = endpoint({
  method: 'post',
  path: '/staff/content/code',
  summary:
    'Add a promo code of a brand, which counts at once until the end of its last day, or end one before that; orders that were made by it keep their price',
  access: 'staff',
  roles: ['publisher'],
  body: z.discriminatedUnion('act', [
    z.object({
      act: z.literal('add'),
      brand,
      code,
      percent: z.coerce
        .number(percentWords)
        .int(percentWords)
        .min(LEAST_PERCENT, percentWords)
        .max(MOST_PERCENT, percentWords),
      until: z.iso.date('Please give a date as 2026-12-31.'),
    }),
    z.object({ act: z.literal('end'), brand, code }),
  ]),
  answer: doneAndNext,
  errors: ['conflict'],
  pageForm: { name: 'promo-code' },
})

export const getPromoCode = endpoint({
  method: 'get',
  path: '/billing/promoCode',
  summary: 'What a code that one was given takes off here; null where it is none, or has ended',
  access: 'member',
  query: z.object({ code: z.string().max(40).default('') }),
  answer: z.object({
    /** Whether the brand has any now. */
    takesCodes: z.boolean(),
    promo: z.object({ code: z.string(), percent: z.number(), until: z.iso.date() }).nullable(),
  }),
  // Codes are short words; each look at the page of prices is one call.
  limits: [{ name: 'promo-code', per: 'account', most: 60, seconds: 3600, inMemory: true }],
})
