import { z } from 'zod'
import { done, endpoint } from '#api/contract.ts'
import { email } from '../passwords/credentials.contract.ts'
import { resetPage } from './reset.ts'

export const requestReset = endpoint({
  method: 'post',
  path: '/resetPassword/processRequest',
  summary:
    'Ask for a link to choose a new password; the answer is the same for a known and an unknown address',
  access: 'anyone',
  body: z.object({
    email,
  }),
  answer: done,
  // Over all addresses; the limit per address is applied in the handler.
  limits: [{ name: 'reset-request', per: 'ip', most: 20, seconds: 3600 }],
  pageForm: { name: 'reset-request', next: resetPage.sent },
})

export const savePassword = endpoint({
  method: 'post',
  path: '/resetPassword/save',
  summary:
    'Choose a new password after following a link: 302 when it is changed, 409 with what is wrong',
  access: 'anyone',
  // Invalid passwords answer 409, the only refusal whose text is shown (specification §8).
  body: z.object({ password: z.string().default(''), passwordRepeat: z.string().default('') }),
  answer: z.null(),
  errors: ['conflict'],
  limits: [{ name: 'reset-save', per: 'ip', most: 30, seconds: 60 }],
  hashesPassword: true,
  pageForm: { name: 'update-password', next: resetPage.changed },
})
