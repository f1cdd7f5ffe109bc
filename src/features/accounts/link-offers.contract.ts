import { z } from 'zod'
import { endpoint } from '../../api/contract.ts'

/** Not in the specification: a sign-in link never replaces another account's session without asking. */

export const getSwitchOffer = endpoint({
  method: 'get',
  path: '/site/getSwitchOffer',
  summary: 'Whom the link that was followed last would sign in, in place of who is; null where there is none',
  access: 'signedIn',
  answer: z.object({ offer: z.object({ id: z.string(), name: z.string() }).nullable() }),
})

export const switchAccount = endpoint({
  method: 'post',
  path: '/site/switchAccount',
  summary: 'Go on as whom the link would sign in, or stay who one is',
  access: 'signedIn',
  body: z.object({
    /** The link that the question was about; a newer one may have been followed since. */
    offer: z.string().max(100).default(''),
    choice: z.enum(['go', 'stay'], { error: 'Please choose one.' }),
  }),
  answer: z.object({ next: z.string() }),
  errors: ['conflict'],
  limits: [{ name: 'switch-account', per: 'account', most: 30, seconds: 3600 }],
  pageForm: { name: 'switch-account' },
})
