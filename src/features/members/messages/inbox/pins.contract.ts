import { z } from 'zod'
import { doneAndNext, endpoint, id } from '#api/contract.ts'
import { MAX_PINNED } from './pins.ts'

/** Not in the specification. */
export const pinConversation = endpoint({
  method: 'post',
  path: '/message/pin',
  summary: `Let a conversation stand first in one’s own inbox, up to ${MAX_PINNED} of them, also one that is hidden; \`pinned: no\` undoes it`,
  access: 'member',
  /** `from`: the page that a form leads back to. */
  body: z.object({
    id,
    pinned: z.enum(['yes', 'no']).default('yes'),
    from: z.enum(['inbox', 'chat']).default('inbox'),
  }),
  answer: doneAndNext,
  errors: ['unavailable', 'conflict'],
  pageForm: {},
})
