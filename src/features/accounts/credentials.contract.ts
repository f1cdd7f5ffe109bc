import { z } from 'zod'
import { usernameProblem } from './usernames.ts'

export const username = z
  .string({ error: 'Please choose a username.' })
  // Maps compatibility variants, such as full-width letters, to one letter.
  .normalize('NFKC')
  .trim()
  .superRefine((name, { addIssue }) => {
    const problem = usernameProblem(name)
    if (problem !== null) addIssue({ code: 'custom', message: problem })
  })

export const email = z
  .string({ error: 'Please enter your e-mail address.' })
  .trim()
  .max(254, 'Please enter a shorter address.')
  .pipe(z.email('Please enter an e-mail address, like name@example.org.'))

export const password = z.string({ error: 'Please choose a password.' }).max(1024, 'Please use at most 128 characters.')
