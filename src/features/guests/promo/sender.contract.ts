import { z } from 'zod'
import { campaignNameProblem } from '../../../content/campaigns.ts'

/** From a link's query. An invalid code is dropped, since the visitor cannot correct it. */
const code = z
  .string()
  .regex(/^[\x21-\x7e]{1,64}$/)
  .optional()
  .catch(undefined)

export const sender = z.object({
  affiliateId: code,
  subid: code,
  /** A partner's number, or the name of a campaign's page. */
  campaignId: z
    .preprocess(
      (value) => (typeof value === 'number' ? String(value) : value),
      z
        .string()
        .refine((name) => /^\d{1,10}$/.test(name) || campaignNameProblem(name) === null)
        .optional(),
    )
    .catch(undefined),
})

export type Sender = z.output<typeof sender>
