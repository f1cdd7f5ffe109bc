import { z } from 'zod'
import { done, endpoint } from '../../api/contract.ts'

/** A day somebody was born on, as a date field sends it. */
export const birthday = z.iso.date({ error: 'Please enter your date of birth.' })

export const setBirthday = endpoint({
  method: 'post',
  path: '/profile/setBirthday',
  summary: 'Correct your date of birth: once, and only until you have finished signing up',
  access: 'signedIn',
  body: z.object({ birthday }),
  answer: done,
  errors: ['unauthenticated', 'invalid', 'conflict'],
  page: { form: 'birthday', next: '/dashboard' },
})
