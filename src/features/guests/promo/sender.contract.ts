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
  campaignId: z
    .preprocess(
      (value) => (value === '' ? undefined : value),
      z.coerce
        .number()
        .int()
        .nonnegative()
        .max(2 ** 31 - 1)
        .optional(),
    )
    .catch(undefined),
})

export type Sender = z.output<typeof sender>
