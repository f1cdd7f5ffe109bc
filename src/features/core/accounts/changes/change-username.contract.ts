import { z } from 'zod'
import { endpoint } from '#api/contract.ts'
import { username } from '../passwords/credentials.contract.ts'

export const changeUsername = endpoint({
  method: 'post',
  path: '/profile/changeUsername',
  summary: 'Take another username: once in 30 days; the one before stays the member’s for 90',
  access: 'member',
  body: z.object({ username }),
  answer: z.object({ username: z.string(), next: z.string() }),
  errors: ['conflict'],
  // Limits guessing: each username is compared with the password.
  limits: [{ name: 'name-try', per: 'account', most: 30, seconds: 3600 }],
  hashesPassword: true,
  pageForm: { name: 'change-username', page: '/profile/edit/settings?screen=account' },
})
