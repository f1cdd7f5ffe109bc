import { z } from 'zod'
import { done, endpoint } from '#api/contract.ts'

export const signIn = endpoint({
  method: 'post',
  path: '/site/signin',
  summary: 'Sign in with e-mail or username',
  access: 'anyone',
  body: z.object({
    login: z
      .string({ error: 'Please enter your e-mail or username.' })
      .normalize('NFC')
      .trim()
      .min(1, 'Please enter your e-mail or username.')
      .max(254, 'Please use at most 254 characters.'),
    password: z
      .string({ error: 'Please enter your password.' })
      .min(1, 'Please enter your password.')
      .max(1024, 'Please use at most 1024 characters.'),
  }),
  answer: z.object({ next: z.string() }),
  errors: ['badCredentials', 'forbidden'],
  limits: [{ name: 'sign-in', per: 'ip', most: 10, seconds: 60 }],
  hashesPassword: true,
  pageForm: { name: 'sign-in' },
})

export const signOut = endpoint({
  method: 'get',
  path: '/site/signout',
  summary: 'End this session',
  access: 'anyone',
  whileLocked: true,
  answer: done,
  pageForm: { next: '/' },
})
