import { z } from 'zod'
import { findingKinds } from './findings.ts'

/**
 * `other`: the photo of another account that shows the same, if it is still there; `src` within the
 * answer.
 */
export const finding = z.object({
  kind: z.enum(findingKinds),
  list: z.string().nullable(),
  why: z.string(),
  foundAt: z.iso.datetime(),
  other: z
    .object({ accountId: z.number(), username: z.string(), src: z.string().nullable() })
    .nullable(),
})
