import { z } from 'zod'
import { doneAndNext, endpoint, id } from '#api/contract.ts'

/**
 * What waits for a second person: a decision, what support asked to do for a member, an affiliate's
 * new terms, or what they are paid out.
 */
const kinds = ['decision', 'act', 'terms', 'payout'] as const

const approval = z.object({
  kind: z.enum(kinds),
  /** Among those of its kind. */
  id: z.number(),
  /** Null where it is about no member. */
  accountId: z.number().nullable(),
  /** Of the member, or of the affiliate. */
  username: z.string(),
  href: z.string(),
  /** Where it is about; null for what support does. */
  brand: z.string().nullable(),
  /** Null where nobody did: two persons agree to it. */
  askedBy: z.string().nullable(),
  askedAt: z.iso.datetime(),
  /** Null where it waits for as long as it takes. */
  expiresAt: z.iso.datetime().nullable(),
  isOwn: z.boolean(),
  /** What changes, as sentences: before, where that is known, and after. */
  before: z.string().nullable(),
  after: z.string(),
  /** The rule that a decision rests on. */
  rule: z.string().nullable(),
  /** What the member wrote, where a decision answers their objection. */
  objection: z.string().nullable(),
  /** What whoever asked wrote: to the member, or why. */
  note: z.string(),
  internalNote: z.string(),
  decisionId: z.number().nullable(),
})
export type WaitingApproval = z.output<typeof approval>

export const getApprovals = endpoint({
  method: 'get',
  path: '/staff/approvals',
  summary:
    'What waits for a second person, the one that ends first before the others: decisions that cannot be undone; for leads also what support asks for above a limit; for owners what affiliates are to get',
  access: 'staff',
  roles: ['moderator', 'lead', 'owner'],
  answer: z.object({ approvals: z.array(approval) }),
})

export const decideApproval = endpoint({
  method: 'post',
  path: '/staff/approval',
  summary:
    'Agree to what somebody else decided or, as a lead, asked to do for a member, or, as an owner, for an affiliate, which then takes effect, or refuse it; never to one’s own',
  access: 'staff',
  roles: ['moderator', 'lead', 'owner'],
  body: z.object({
    kind: z.enum(kinds),
    id,
    outcome: z.enum(['approved', 'refused'], { error: 'Please choose one.' }),
  }),
  answer: doneAndNext,
  errors: ['forbidden', 'conflict', 'tooMany'],
  pageForm: { name: 'approval' },
})
