import { z } from 'zod'
import { done, endpoint } from '#api/contract.ts'
import { eventNames } from './tickers.ts'

/**
 * Automatic polling has its own rate limit, so that it does not use up that of a person's actions.
 */
export const pollLimit = {
  name: 'poll',
  per: 'account',
  most: 240,
  seconds: 60,
  inMemory: true,
} as const

const count = z.number()

export const getTickers = endpoint({
  method: 'get',
  path: '/event/tickers',
  summary: 'How many are new, by counter; counting stops at 100',
  access: 'signedIn',
  bfcache: true,
  answer: z.object({
    newMessages: count,
    newLikes: count,
    newMatches: count,
    newViews: count,
    newPhotoRequests: count,
    newPartnerInvitations: count,
  }),
  limits: [pollLimit],
})

const notification = z.object({
  kind: z.enum(['message', 'like', 'match', 'view', 'photoRequest', 'partnerInvitation']),
  /** Null where the member may know that somebody did it, but not who. */
  other: z.object({ userId: z.number(), username: z.string() }).nullable(),
  at: z.iso.datetime(),
})

export const newNotifications = endpoint({
  method: 'get',
  path: '/event/newNotifications',
  summary: 'What the tickers count, newest first, at most 20',
  access: 'signedIn',
  answer: z.object({ notifications: z.array(notification) }),
  limits: [pollLimit],
})

export const recordEvent = endpoint({
  method: 'post',
  path: '/event/{name}',
  summary: 'Mark a counter as seen, or note that a named thing happened',
  access: 'signedIn',
  params: z.object({ name: z.enum(eventNames) }),
  answer: done,
  limits: [{ name: 'event', per: 'account', most: 240, seconds: 60, inMemory: true }],
  pageForm: { next: '/dashboard?saved=seen#news-title' },
})

export const eventStream = endpoint({
  method: 'get',
  path: '/event/stream',
  summary: 'Server-sent events: hints, by name and id, that something changed for the member',
  access: 'signedIn',
  bfcache: true,
  query: z.object({
    since: z.coerce
      .number()
      .int()
      .nonnegative()
      .optional()
      .describe('When the page had its counters from the server, in milliseconds of its clock'),
  }),
  answer: z
    .string()
    .describe(
      'text/event-stream: "ready" once it is open; where the header Last-Event-ID has the latest id of a stream of five minutes ago at most, what it missed, where it has another one, {"type":"reload"}, without it {"type":"tickers"} unless nothing happened after `since`; then {"type":"message"|"read"|"match"|"typing","otherId":n}, {"type":"changed","otherId":n,"messageId"?:n}, {"type":"tickers"}, {"type":"credits"}, {"type":"signedOut"}, {"type":"reload"} where anything may have changed. An id says nothing to whoever reads it',
    ),
  limits: [pollLimit],
})
