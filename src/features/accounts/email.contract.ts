import { z } from 'zod'
import { done, endpoint } from '../../api/contract.ts'

export const getShowConfirmEmailData = endpoint({
  method: 'get',
  path: '/site/getShowConfirmEmailData',
  summary: 'Whether the address still waits to be confirmed',
  access: 'signedIn',
  answer: z.object({ show: z.boolean(), email: z.string() }),
})

export const resendWelcomeEmail = endpoint({
  method: 'post',
  path: '/site/resendWelcomeEmail',
  summary: 'Send the confirmation link again',
  access: 'signedIn',
  answer: done,
  limits: [{ name: 'resend-confirmation', per: 'account', most: 3, seconds: 3600 }],
  pageForm: { name: 'resend', next: '/dashboard#confirmation-sent' },
})
