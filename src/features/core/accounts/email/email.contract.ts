import { z } from 'zod'
import { done, doneAndNext, endpoint } from '#api/contract.ts'
import { proof } from '../passkeys/proof.contract.ts'
import { email, ownPasswordLimit } from '../passwords/credentials.contract.ts'

export const getShowConfirmEmailData = endpoint({
  method: 'get',
  path: '/site/getShowConfirmEmailData',
  summary: 'Whether the address still waits to be confirmed',
  access: 'signedIn',
  answer: z.object({ show: z.boolean(), email: z.string() }),
})

export const saveEmailAddress = endpoint({
  method: 'post',
  path: '/site/saveEmailAddress',
  summary:
    'Ask for another e-mail address: it is the account’s once the link that is sent there is followed. The answer is the same for an address that is taken',
  access: 'signedIn',
  body: z.object({ email, ...proof }),
  answer: doneAndNext,
  limits: [ownPasswordLimit],
  hashesPassword: true,
  pageForm: { name: 'change-email', page: '/profile/edit/settings?screen=account' },
})

export const resendWelcomeEmail = endpoint({
  method: 'post',
  path: '/site/resendWelcomeEmail',
  summary: 'Send the confirmation link again',
  access: 'signedIn',
  answer: done,
  limits: [{ name: 'resend-confirmation', per: 'account', most: 3, seconds: 3600 }],
  pageForm: { next: '/dashboard#confirmation-sent' },
})
