import { z } from 'zod'
import { endpoint } from '#api/contract.ts'
import { spans } from '#core/figures/days.ts'
import { brands } from '#sites/registry.ts'

const counted = { count: z.number(), sum: z.number() }
/** Money is in the smallest unit of its currency; '' is of what is no money. */
const money = z.object({ currency: z.string(), sum: z.number() })

export const getBoard = endpoint({
  method: 'get',
  path: '/staff/board',
  summary:
    'What happened on one brand or all in the last whole days, against as many days before, and today so far; sums that name nobody, ten seconds old at most',
  access: 'staff',
  roles: ['owner'],
  query: z.object({
    /** '' means all, as a form sends it. */
    brand: z
      .enum(['', ...brands.map(({ id }) => id)], { error: 'There is no such brand.' })
      .default(''),
    days: z
      .enum(
        spans.map((days) => `${days}` as const),
        { error: 'Of 7, 30, 90 or 365 days.' },
      )
      .default('30'),
  }),
  answer: z.object({
    at: z.iso.datetime(),
    /** The first day and the last. */
    from: z.iso.date(),
    to: z.iso.date(),
    sums: z.array(
      z.object({
        measure: z.string(),
        detail: z.string(),
        currency: z.string(),
        ...counted,
        before: z.object(counted),
      }),
    ),
    today: z.array(z.object({ measure: z.string(), currency: z.string(), ...counted })),
    /** Of each brand that is shown. */
    brands: z.array(
      z.object({ brand: z.string(), measure: z.string(), currency: z.string(), ...counted }),
    ),
    /** The days that lines have points for; of a year the first days of its months. */
    buckets: z.array(z.iso.date()),
    /** A value for each of them: the sum of what is money, of all else how often it happened. */
    lines: z.array(
      z.object({ measure: z.string(), currency: z.string(), values: z.array(z.number()) }),
    ),
    cohorts: z.array(
      z.object({
        joined: z.iso.date(),
        size: z.number(),
        months: z.array(
          z.object({
            month: z.number(),
            came: z.number(),
            paid: z.number(),
            sums: z.array(money),
          }),
        ),
      }),
    ),
    owed: z.array(z.object({ month: z.string(), credits: z.number() })),
    sources: z.array(
      z.object({
        source: z.string(),
        arrivals: z.number(),
        joined: z.number(),
        confirmed: z.number(),
        paid: z.number(),
        taken: z.array(money),
      }),
    ),
    processors: z.array(
      z.object({
        name: z.string(),
        charges: z.number(),
        declined: z.number(),
        chargebacks: z.number(),
        heardAt: z.iso.datetime().nullable(),
        differences: z.number(),
      }),
    ),
    dunning: z.object({ open: z.number(), won: z.number(), lost: z.number() }),
  }),
})
