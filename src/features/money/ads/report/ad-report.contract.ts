import { z } from 'zod'
import { endpoint } from '#api/contract.ts'
import { brands } from '#sites/registry.ts'

const sums = { views: z.number(), clicks: z.number() }

export const adReport = endpoint({
  method: 'get',
  path: '/staff/adCounts',
  summary:
    'How often ads were seen and clicked during the last 30 days: by ad, and by day of those that are asked for',
  access: 'staff',
  roles: ['lead', 'owner'],
  query: z.object({
    /** '' means all, as a form sends it. */
    brand: z
      .enum(['', ...brands.map(({ id }) => id)], { error: 'There is no such brand.' })
      .default(''),
    ad: z.string().max(40).default(''),
  }),
  answer: z.object({
    since: z.iso.date(),
    ads: z.array(
      z.object({
        brand: z.string(),
        ad: z.string(),
        /** Of one that a publisher placed. */
        headline: z.string().nullable(),
        ...sums,
      }),
    ),
    days: z.array(z.object({ day: z.iso.date(), ...sums })),
  }),
})
