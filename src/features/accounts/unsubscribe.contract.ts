import { z } from 'zod'
import { endpoint } from '../../api/contract.ts'

/** Of the link in a mail. Any text is taken: only the server that wrote the link can say which one is right. */
const key = z.string().max(500).catch('')

const subscription = z.object({
  list: z.enum(['news', 'activity']),
  /** Masked: a forwarded mail must not tell whose it was. */
  email: z.string(),
  /** Whether the address gets no mail of this list. */
  hasLeft: z.boolean(),
})
export type Subscription = z.infer<typeof subscription>

/** What the act came to, and the page that says so. */
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

// Without a limit: the key cannot be guessed, and mail providers ask for many people from one address.
export const unsubscribe = endpoint({
  method: 'post',
  path: '/unsubscribe/index',
  summary: 'Stop the mails of the list that the link names',
  access: 'anyone',
  body: z.object({ key }),
  answer: changed,
  errors: ['notFound'],
  page: { at: '/emailUnsubscribe', form: 'unsubscribe', oneClick: true },
})

export const resubscribe = endpoint({
  method: 'post',
  path: '/unsubscribe/resubscribe',
  summary: 'Get the mails again that the link had stopped',
  access: 'anyone',
  body: z.object({ key }),
  answer: changed,
  errors: ['notFound'],
  page: { form: 'unsubscribe' },
})
