import { z } from 'zod'
import { done, endpoint } from '#api/contract.ts'

/** Specification §7: "returns status and url"; the fallback of a failure is the dashboard (§8). */
export const upgradePassthroughUrl = endpoint({
  method: 'get',
  path: '/billing/upgradePassthroughUrl',
  summary:
    'Where the brand’s billing partner sells or verifies; `failed` with the dashboard where the partner cannot be reached',
  access: 'member',
  query: z.object({ upgradeSourceType: z.string().max(40).optional() }),
  answer: z.object({ status: z.enum(['ok', 'failed']), url: z.string() }),
  limits: [{ name: 'passthrough', per: 'account', most: 30, seconds: 3600 }],
})

/** An event of the billing partner. It names nobody: `member` is the reference that we gave out. */
const partnerEvent = z.object({
  id: z.string().min(1).max(100),
  /** `access.granted` or `access.ended`; others are stored and ignored. */
  type: z.string().min(1).max(60),
  occurredAt: z.iso.datetime(),
  member: z.string().min(1).max(100),
  partner: z.int().positive(),
  /** Until when; null: without an end. */
  until: z.iso.datetime().nullable(),
})
export type PartnerEvent = z.output<typeof partnerEvent>

export const partnerWebhook = endpoint({
  method: 'post',
  path: '/webhook/partner',
  summary: 'The billing partner reports access; may be repeated, and come in any order',
  access: 'webhook',
  signedBy: 'partner',
  body: partnerEvent,
  answer: done,
})
