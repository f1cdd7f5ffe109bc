import { z } from 'zod'
import { done, endpoint } from '#api/contract.ts'
import { birthday } from '#core/people/edit/birthday.contract.ts'

export const setBirthday = endpoint({
  method: 'post',
  path: '/profile/setBirthday',
  summary: 'Correct your date of birth: once, and only until you have finished signing up',
  access: 'signedIn',
  body: z.object({ birthday }),
  /** `ages`: those that a newcomer is asked about first. */
  answer: done.extend({ ages: z.object({ from: z.number(), to: z.number() }) }),
  errors: ['conflict'],
  pageForm: { name: 'birthday', page: '/dashboard', next: '/dashboard' },
})
