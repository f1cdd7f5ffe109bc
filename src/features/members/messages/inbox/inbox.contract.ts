import { z } from 'zod'
import { done, doneAndNext, endpoint, id, textField } from '#api/contract.ts'
import { correspondent } from '../messages.contract.ts'
import { INBOX_PAGE, MAX_WORDS, shows } from './inbox.ts'

const conversation = z.object({
  other: correspondent,
  /** The last message, or the one that was searched for; null for a match without a message. */
  snippet: z.object({ text: z.string(), isMasked: z.boolean(), isMine: z.boolean() }).nullable(),
  /** The message that was searched for. */
  found: z.number().nullable().default(null),
  /** Of the match, where there is no message. */
  lastMessageAt: z.iso.datetime(),
  unread: z.number(),
  /** Its new messages are no news. */
  isMuted: z.boolean(),
  /** Since when it stands first; null if it does not. */
  pinnedAt: z.iso.datetime().nullable(),
})
export type Conversation = z.output<typeof conversation>

export const messageIndex = endpoint({
  method: 'get',
  path: '/message/index',
  summary:
    'The inbox: on its first page what is pinned, then the newest conversation first; `before` is the `older` of the page above',
  access: 'member',
  query: z.object({
    /** Unread, or hidden, conversations alone; or the matches without a message. */
    show: z.enum(shows).default('all'),
    /** Part of a username, or of a message that the member can read. */
    q: textField(MAX_WORDS).default(''),
    before: z
      .string()
      .max(60)
      .regex(/^\d+-\d+$/)
      .optional(),
  }),
  answer: z.object({
    conversations: z.array(conversation),
    older: z.string().nullable(),
    /** Conversations, each up to 100, whatever is shown. */
    counts: z.object({
      unread: z.number(),
      matches: z.number(),
      hidden: z.number(),
      waiting: z.number(),
    }),
  }),
})

export const chatMessagesWidget = endpoint({
  method: 'get',
  path: '/widget/chatMessages',
  summary: 'The newest conversations with an unread message, for a corner of any page',
  access: 'member',
  query: z.object({
    count: z.coerce
      .number()
      .int()
      .min(1)
      .default(3)
      .transform((count) => Math.min(count, INBOX_PAGE)),
  }),
  answer: z.object({ conversations: z.array(conversation), unread: z.number() }),
  limits: [{ name: 'widget', per: 'account', most: 120, seconds: 60, inMemory: true }],
})

const pageForm = { next: '/messages' } as const
const errors = ['unavailable'] as const

export const markAsRead = endpoint({
  method: 'post',
  path: '/message/markAsRead',
  summary: 'Mark a conversation as read, up to the newest message that was shown',
  access: 'member',
  body: z.object({ id, upTo: id.optional() }),
  answer: z.object({ ok: z.literal(true), unread: z.number() }),
  errors,
  pageForm,
})

export const markUnread = endpoint({
  method: 'post',
  path: '/message/unread',
  summary: 'Mark a conversation as unread',
  access: 'member',
  body: z.object({ id }),
  answer: done,
  errors,
  pageForm,
})

export const muteConversation = endpoint({
  method: 'post',
  path: '/message/mute',
  summary:
    'Hear of nothing that somebody writes: no notice, no push, no counter; the messages arrive. `muted: no` undoes it',
  access: 'member',
  body: z.object({ id, muted: z.enum(['yes', 'no']).default('yes') }),
  answer: doneAndNext,
  errors,
  pageForm: {},
})

export const hideConversation = endpoint({
  method: 'post',
  path: '/message/hide',
  summary:
    'Take a conversation out of one’s own inbox, until somebody writes in it again; `hidden: no` undoes it',
  access: 'member',
  body: z.object({ id, hidden: z.enum(['yes', 'no']).default('yes') }),
  answer: done,
  errors,
  pageForm,
})
