import { z } from 'zod'
import { done, endpoint } from '../../../api/contract.ts'
import { birthday } from '../../core/people/birthday.contract.ts'

export const setBirthday = endpoint({
  method: 'post',
  path: '/profile/setBirthday',
  summary: 'Correct your date of birth: once, and only until you have finished signing up',
  access: 'signedIn',
  body: z.object({ birthday }),
  answer: done,
  errors: ['conflict'],
  pageForm: { name: 'birthday', next: '/dashboard' },
})
