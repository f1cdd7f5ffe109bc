import { z } from 'zod'
import { endpoint, id, textField } from '#api/contract.ts'
import { MAX_WORDS } from '../inbox/inbox.ts'
import { correspondent } from '../messages.contract.ts'
import { HITS_PAGE, MOST_SEARCHED } from './find.ts'

const hit = z.object({
  id: z.number(),
  isMine: z.boolean(),
  kind: z.enum(['text', 'magic', 'voice']),
  /** The words, and what is around them. */
  cut: z.object({ before: z.string(), found: z.string(), after: z.string() }),
  sentAt: z.iso.datetime(),
})

/** Not in the specification. */
export const findMessages = endpoint({
  method: 'get',
  path: '/message/find',
  summary: `Messages of one conversation with these words that the member can read, the newest first: ${HITS_PAGE}, or those among ${MOST_SEARCHED} messages; \`before\` is the \`older\` of the page above`,
  access: 'member',
  query: z.object({ id, q: textField(MAX_WORDS).default(''), before: id.optional() }),
  answer: z.object({
    other: correspondent,
    hits: z.array(hit),
    /** Where to go on; null at the first message. */
    older: z.number().nullable(),
  }),
  errors: ['unavailable'],
  limits: [{ name: 'find', per: 'account', most: 120, seconds: 60, inMemory: true }],
})
