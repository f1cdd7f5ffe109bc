import { z } from 'zod'
import { done, endpoint, textField } from '#api/contract.ts'

export const getSecondFactor = endpoint({
  method: 'get',
  path: '/staff/verify',
  summary:
    'How far this member of staff is with the second factor; what is being set up, to the session that does',
  access: 'staffDoor',
  answer: z.discriminatedUnion('state', [
    z.object({ state: z.literal('none') }),
    z.object({
      state: z.literal('offered'),
      secret: z.string(),
      address: z.string(),
      recoveryCodes: z.array(z.string()),
    }),
    z.object({ state: z.literal('set'), recoveryCodesLeft: z.number() }),
  ]),
})

export const setUpFactor = endpoint({
  method: 'post',
  path: '/staff/setUpFactor',
  summary: 'Begin to set up a second factor: the first code, given at /staff/verify, confirms it',
  access: 'staffDoor',
  body: z.object({
    password: z
      .string({ error: 'Please enter your password.' })
      .min(1, 'Please enter your password.')
      .max(1024, 'Please use at most 1024 characters.'),
  }),
  answer: done,
  errors: ['conflict', 'tooMany'],
  pageForm: { name: 'second-factor', next: '/staff/verify' },
})

export const verify = endpoint({
  method: 'post',
  path: '/staff/verify',
  summary:
    'Give the second factor: a code of the app, or a recovery code; the session is staff’s for twelve hours',
  access: 'staffDoor',
  body: z.object({ code: textField(64, 1) }),
  answer: z.object({ next: z.string() }),
  errors: ['conflict', 'tooMany'],
  pageForm: { name: 'second-factor' },
})
