import { z } from 'zod'

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
        .regex(/^(?:\d{1,9}|(?=.*[a-z])[a-z0-9-]{1,80})$/)
        .optional(),
    )
    .catch(undefined),
})

export type Sender = z.output<typeof sender>
