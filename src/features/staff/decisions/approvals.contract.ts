import { z } from 'zod'
import { doneAndNext, endpoint, id } from '../../../api/contract.ts'
import { getDecision } from './decide.contract.ts'

const approval = z.object({
  id: z.number(),
  askedBy: z.string(),
  askedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  isOwn: z.boolean(),
  /** What changes, as sentences: before and after. */
  before: z.string(),
  after: z.string(),
  /** What the member wrote, where this answers their objection. */
  objection: z.string().nullable(),
  decision: getDecision.answer.shape.decision,
})

export const getApprovals = endpoint({
  method: 'get',
  path: '/staff/approvals',
  summary:
    'Decisions that cannot be undone and wait for a second person, the one that ends first before the others',
  access: 'staff',
  roles: ['moderator', 'lead'],
  answer: z.object({ approvals: z.array(approval) }),
})

export const decideApproval = endpoint({
  method: 'post',
  path: '/staff/decideApproval',
  summary:
    'Agree to somebody else’s decision, which then takes effect, or refuse it; never to one’s own',
  access: 'staff',
  roles: ['moderator', 'lead'],
  body: z.object({ id, outcome: z.enum(['approved', 'refused'], { error: 'Please choose one.' }) }),
  answer: doneAndNext,
  errors: ['forbidden', 'conflict'],
  pageForm: { name: 'decide-approval' },
})
