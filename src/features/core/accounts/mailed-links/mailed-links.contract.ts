import { z } from 'zod'
import { done, endpoint } from '#api/contract.ts'

/**
 * Not in the specification: a mailed link is spent by a button on its page, never by opening it.
 */

export const getMailedLink = endpoint({
  method: 'get',
  path: '/site/getMailedLink',
  summary:
    'What the link is for that this browser opened last, and whether it still works; null where it is none of ours',
  access: 'anyone',
  answer: z.object({
    link: z
      .object({
        /** Identifies the link, and is of no use as its token. */
        id: z.string(),
        purpose: z.enum(['confirmEmail', 'signIn', 'changeEmail']),
        state: z.enum(['open', 'done', 'replaced', 'old']),
        /** Whether it is for the account that is signed in here. */
        isOwn: z.boolean(),
        /** The account's name, or its masked address where it has none. */
        name: z.string(),
        /** The address that the link would confirm, masked. */
        address: z.string(),
        /** Whether a new link can be sent to that address at once. */
        renews: z.boolean(),
        /** Whether it signs out this device with the others: staff offered the address. */
        endsAll: z.boolean(),
      })
      .nullable(),
  }),
})

export const followLink = endpoint({
  method: 'post',
  path: '/site/followLink',
  summary: 'Do what the opened link is for, or leave it: `stay` changes nothing',
  access: 'anyone',
  body: z.object({
    /** The link that the page was about; a newer one may have been opened since. */
    link: z.string().max(100).default(''),
    choice: z.enum(['go', 'stay'], { error: 'Please choose one.' }),
  }),
  answer: z.object({ next: z.string() }),
  errors: ['conflict'],
  limits: [{ name: 'follow-link', per: 'ip', most: 60, seconds: 3600 }],
  pageForm: { name: 'follow-link' },
})

export const sendNewLink = endpoint({
  method: 'post',
  path: '/site/sendNewLink',
  summary: 'Send a new link in place of the opened one that is over, to the same address',
  access: 'anyone',
  answer: done,
  errors: ['conflict'],
  limits: [{ name: 'send-new-link', per: 'ip', most: 20, seconds: 3600 }],
  pageForm: { name: 'new-link', next: '/site/emailAddress?outcome=sent' },
})
