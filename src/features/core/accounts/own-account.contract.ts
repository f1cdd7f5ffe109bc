import { z } from 'zod'
import { doneAndNext, endpoint, id } from '#api/contract.ts'
import { ownPassword, ownPasswordLimit } from './passwords/credentials.contract.ts'

/** Not in the specification, which names the `update password` modal without a call. */
export const changeOwnPassword = endpoint({
  method: 'post',
  path: '/profile/changePassword',
  summary: 'Choose another password with the present one; every other session ends',
  access: 'signedIn',
  body: z.object({
    currentPassword: ownPassword,
    password: z
      .string({ error: 'Please choose a password.' })
      .max(1024, 'Please use at most 128 characters.'),
    passwordRepeat: z.string().max(1024).default(''),
  }),
  answer: doneAndNext,
  limits: [ownPasswordLimit],
  hashesPassword: true,
  pageForm: { name: 'change-password', page: '/profile/edit/settings?screen=account' },
})

const session = z.object({
  id: z.number(),
  device: z.string(),
  brand: z.string(),
  signedInAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  isThis: z.boolean(),
})

/** Not in the specification: assurance 10. */
export const listSessions = endpoint({
  method: 'get',
  path: '/profile/sessions',
  summary: 'Where a member is signed in, on all brands, last seen first',
  access: 'signedIn',
  answer: z.object({ sessions: z.array(session) }),
})

export const endOwnSession = endpoint({
  method: 'post',
  path: '/profile/endSession',
  summary: 'Sign out another device, or all others',
  access: 'signedIn',
  body: z.object({ id: z.union([z.literal('others'), id]) }),
  answer: doneAndNext,
  errors: ['conflict'],
  limits: [{ name: 'end-session', per: 'account', most: 60, seconds: 600 }],
  pageForm: {},
})
