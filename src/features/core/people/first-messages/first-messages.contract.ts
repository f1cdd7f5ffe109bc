import { z } from 'zod'
import { endpoint } from '#api/contract.ts'
import { firstMessagesFrom } from './first-messages.ts'

/** Not in the specification: whose first messages a member takes. */
export const setFirstMessages = endpoint({
  method: 'post',
  path: '/profile/setFirstMessages',
  summary:
    'Take first messages from everybody, or only from members whose photo staff have checked',
  access: 'signedIn',
  body: z.object({ from: z.enum(firstMessagesFrom, { error: 'Please choose one.' }) }),
  answer: z.object({ from: z.enum(firstMessagesFrom) }),
  limits: [{ name: 'first-messages', per: 'account', most: 60, seconds: 600 }],
  pageForm: {
    next: '/profile/edit/settings?screen=first-messages&saved=first-messages#first-messages',
  },
})
