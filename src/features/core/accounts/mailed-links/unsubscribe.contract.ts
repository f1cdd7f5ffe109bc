import { z } from 'zod'
import { endpoint } from '#api/contract.ts'

/** The key of a mailed link. Any text is accepted here; the server verifies it. */
const key = z.string().max(500).catch('')

const subscription = z.object({
  list: z.enum(['news', 'activity']),
  /** Masked, since a forwarded mail must not reveal the recipient's address. */
  email: z.string(),
  hasLeft: z.boolean(),
})
export type MailSubscription = z.infer<typeof subscription>

const changed = subscription.extend({ next: z.string() })

export const showSubscription = endpoint({
  method: 'get',
  path: '/unsubscribe/index',
  summary: 'What an unsubscribe link would stop; changes nothing',
  access: 'anyone',
  query: z.object({ key }),
  answer: subscription,
  errors: ['notFound'],
})

// No rate limit: the key cannot be guessed, and mail providers send requests for many people from
// one IP address.
export const unsubscribe = endpoint({
  method: 'post',
  path: '/unsubscribe/index',
  summary: 'Stop the mails of the list that the link names',
  access: 'anyone',
  body: z.object({ key }),
  answer: changed,
  errors: ['notFound'],
  pageForm: { path: '/emailUnsubscribe', name: 'unsubscribe', oneClick: true },
})

export const resubscribe = endpoint({
  method: 'post',
  path: '/unsubscribe/resubscribe',
  summary: 'Get the mails again that the link had stopped',
  access: 'anyone',
  body: z.object({ key }),
  answer: changed,
  errors: ['notFound'],
  pageForm: { name: 'unsubscribe' },
})
