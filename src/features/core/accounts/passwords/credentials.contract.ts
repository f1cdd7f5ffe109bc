import { z } from 'zod'
import { isEmailAddress } from '#lib/email-addresses.ts'
import { usernameProblem } from '../usernames/usernames.ts'

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
  .max(254, { error: 'Please enter a shorter address.', abort: true })
  .refine(isEmailAddress, 'Please enter an e-mail address, like name@example.org.')

export const password = z
  .string({ error: 'Please choose a password.' })
  .max(1024, 'Please use at most 128 characters.')

/** The present password, as proof of who is at the keyboard. */
export const ownPassword = z
  .string({ error: 'Please enter your password.' })
  .min(1, 'Please enter your password.')
  .max(1024, 'Please use at most 1024 characters.')

/**
 * Shared by all calls that ask for the present password, so that a borrowed session does not guess
 * it.
 */
export const ownPasswordLimit = {
  name: 'own-password',
  per: 'account',
  most: 10,
  seconds: 900,
} as const
