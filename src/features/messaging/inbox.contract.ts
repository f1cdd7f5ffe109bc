import { z } from 'zod'
import { done, endpoint, id } from '../../api/contract.ts'
import { correspondent } from './messages.contract.ts'

const conversation = z.object({
  other: correspondent,
  snippet: z.object({ text: z.string(), isMasked: z.boolean(), isMine: z.boolean() }),
  lastMessageAt: z.iso.datetime(),
  unread: z.number(),
})
export type Conversation = z.output<typeof conversation>

export const messageIndex = endpoint({
  method: 'get',
  path: '/message/index',
  summary: 'The inbox, newest conversation first; `before` is the `older` of the page above',
  access: 'member',
  query: z.object({
    before: z
      .string()
      .max(60)
      .regex(/^\d+-\d+$/)
      .optional(),
  }),
  answer: z.object({ conversations: z.array(conversation), older: z.string().nullable() }),
})

const pageForm = { name: 'conversation', next: '/messages' } as const
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

export const hideConversation = endpoint({
  method: 'post',
  path: '/message/hide',
  summary: 'Take a conversation out of one’s own inbox, until somebody writes in it again',
  access: 'member',
  body: z.object({ id }),
  answer: done,
  errors,
  pageForm,
})
