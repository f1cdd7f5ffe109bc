import { z } from 'zod'
import { endpoint } from '../../api/contract.ts'
import { birthday } from '../people/birthday.contract.ts'
import { sender } from '../promo/sender.contract.ts'
import { usernameProblem } from '../accounts/usernames.ts'

/** The three ways of joining (decisions §4): register asks for everything, the other two for less at first. */

export const gender = z.enum(['woman', 'man', 'couple', 'nonbinary'], { error: 'Please choose one.' })

export const lookingFor = z.preprocess(
  (value) => (typeof value === 'string' ? [value] : value),
  z.array(gender, { error: 'Please choose at least one.' }).min(1, 'Please choose at least one.').max(4),
)

export const username = z
  .string({ error: 'Please choose a username.' })
  // Letters that are one letter in another dress, as of full width, are that letter.
  .normalize('NFKC')
  .trim()
  .superRefine((name, { addIssue }) => {
    const problem = usernameProblem(name)
    if (problem !== null) addIssue({ code: 'custom', message: problem })
  })

const email = z
  .string({ error: 'Please enter your e-mail address.' })
  .trim()
  .max(254, 'Please enter a shorter address.')
  .pipe(z.email('Please enter an e-mail address, like name@example.org.'))

export const password = z.string({ error: 'Please choose a password.' }).max(1024, 'Please use at most 128 characters.')

const country = z.string({ error: 'Please choose a country.' }).regex(/^[A-Z]{2}$/, 'Please choose a country.')

/** A town as a form tells it: what was typed, and `placeId` instead where one of the suggestions was chosen. */
export const place = {
  country,
  place: z.string().trim().max(100, 'Please use at most 100 characters.').default(''),
  placeId: z.preprocess((value) => (value === '' ? undefined : value), z.coerce.number().int().positive().optional()),
}

/** A consent: true as JSON, or the `on` of a ticked box in a form posted without script. */
const consent = z.union([z.boolean(), z.literal('on').transform(() => true)]).default(false)
const given = (sentence: string) => consent.refine((value) => value, sentence)

const consents = {
  acceptTerms: given('Please accept the terms to join.'),
  acceptSensitiveData: given('We need your consent to keep what you tell us about your preferences.'),
  acceptMarketing: consent,
}

const joined = {
  method: 'post',
  access: 'anyone',
  answer: z.object({ next: z.string() }),
  errors: ['invalid', 'tooMany'],
  // Tries, of which a form with a mistake in it is one; accounts made are counted where they are made.
  limits: [{ name: 'register-try', per: 'ip', most: 30, seconds: 3600 }],
  hashesPassword: true,
} as const

export const registration = endpoint({
  ...joined,
  path: '/registration/save',
  summary: 'Register; the answer is the same for a known and an unknown e-mail address',
  body: z.object({ gender, lookingFor, username, email, password, birthday, ...place, ...consents, ...sender.shape }),
  page: { form: 'register', next: '/dashboard' },
})

export const affiliateJoining = endpoint({
  ...joined,
  path: '/promo/affiliate',
  summary: 'Join from an affiliate’s page; place, username and the rest are asked in three boxes on the dashboard',
  body: z.object({ gender, lookingFor, email, password, birthday, country, ...consents, ...sender.shape }),
  page: { at: '/promo/Affiliate', form: 'affiliate', next: '/dashboard' },
})

export const oneClickJoining = endpoint({
  ...joined,
  path: '/promo/oneClick',
  summary: 'Join with an e-mail address and hardly more; one box on the dashboard asks for the rest, the password included',
  body: z.object({ gender, lookingFor, email, birthday, country, ...consents, ...sender.shape }),
  page: { form: 'one-click', next: '/dashboard' },
})
