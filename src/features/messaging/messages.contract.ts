import { z } from 'zod'
import { done, endpoint, id, textField } from '../../api/contract.ts'
import { pictureSchema } from '../photos/photos.contract.ts'

/** More than any brand allows: the brand's own limit is checked with its own sentence. */
const MOST_CHARACTERS = 10_000

/** The other one of a conversation, as both panes show them. */
export const correspondent = z.object({
  userId: z.number(),
  username: z.string(),
  age: z.number(),
  isOnline: z.boolean(),
  picture: pictureSchema.nullable(),
})
export type Correspondent = z.output<typeof correspondent>

const message = z.object({
  id: z.number(),
  isMine: z.boolean(),
  kind: z.enum(['text', 'magic']),
  /** A fixed mask where `isMasked`. */
  body: z.string(),
  isMasked: z.boolean(),
  sentAt: z.iso.datetime(),
})
export type Message = z.output<typeof message>

const toOther = z.object({ id })

export const chatMessages = endpoint({
  method: 'get',
  path: '/message/chatMessages',
  summary: 'A conversation with one member, the newest 30 messages or 30 older ones; oldest first',
  access: 'member',
  query: z.object({ id, before: id.optional() }),
  answer: z.object({
    other: correspondent.extend({ isSupport: z.boolean() }),
    messages: z.array(message),
    hasOlder: z.boolean(),
    /** Up to when the other one has read; null: nothing yet. */
    otherReadAt: z.iso.datetime().nullable(),
    /** Messages that may be revealed today; null: nothing is masked. */
    revealsLeft: z.number().nullable(),
  }),
  errors: ['unavailable'],
})

export const sendMessage = endpoint({
  method: 'post',
  path: '/message/chatMessages',
  summary: 'Write to a member; takes an Idempotency-Key',
  access: 'member',
  body: z.object({
    id,
    body: textField(MOST_CHARACTERS).refine((body) => body !== '', 'Please write something first.'),
    /** The Idempotency-Key of a form posted without script. */
    key: z.string().max(200).optional(),
  }),
  answer: z.object({ message, currentCredits: z.number().nullable(), next: z.string() }),
  errors: ['unavailable', 'forbidden', 'needsPremium', 'noCredits', 'conflict'],
  limits: [{ name: 'send-message', per: 'account', most: 60, seconds: 60 }],
  page: { form: 'message' },
})

export const revealMessage = endpoint({
  method: 'post',
  path: '/profile/revealMessage',
  summary: 'Read one masked message in full; one a day',
  access: 'member',
  body: z.object({ messageId: id }),
  answer: z.object({ messageId: z.number(), body: z.string(), revealsLeft: z.number().nullable(), next: z.string() }),
  errors: ['notFound', 'needsPremium'],
  page: { form: 'reveal-message' },
})

export const logMessageAttempt = endpoint({
  method: 'post',
  path: '/message/logMessageAttempt',
  summary: 'Note that a member wanted to write and may not yet',
  access: 'member',
  body: toOther,
  answer: done,
  errors: ['unavailable'],
  limits: [{ name: 'message-attempt', per: 'account', most: 60, seconds: 3600 }],
})
