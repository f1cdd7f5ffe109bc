import { z } from 'zod'
import { endpoint } from '../../api/contract.ts'

export const gender = z.enum(['woman', 'man', 'couple', 'nonbinary'], { error: 'Please choose one.' })

/** A consent: true as JSON, or the `on` of a ticked box in a form posted without script. */
const consent = z.union([z.boolean(), z.literal('on').transform(() => true)]).default(false)
const given = (sentence: string) => consent.refine((value) => value, sentence)

export const registration = endpoint({
  method: 'post',
  path: '/registration/save',
  summary: 'Register; the answer is the same for a known and an unknown e-mail address',
  access: 'anyone',
  body: z.object({
    gender,
    lookingFor: z.preprocess(
      (value) => (typeof value === 'string' ? [value] : value),
      z.array(gender, { error: 'Please choose at least one.' }).min(1, 'Please choose at least one.').max(4),
    ),
    username: z
      .string({ error: 'Please choose a username.' })
      .normalize('NFC')
      .trim()
      .regex(/^[\p{L}\p{N}][\p{L}\p{N}._-]{2,19}$/u, 'Please use 3 to 20 letters, digits, dots, dashes or underscores.'),
    email: z.string({ error: 'Please enter your e-mail address.' }).trim().max(254, 'Please enter a shorter address.').pipe(z.email('Please enter an e-mail address, like name@example.org.')),
    password: z.string({ error: 'Please choose a password.' }).max(1024, 'Please use at most 128 characters.'),
    birthday: z.iso.date({ error: 'Please enter your date of birth.' }),
    country: z.string({ error: 'Please choose a country.' }).regex(/^[A-Z]{2}$/, 'Please choose a country.'),
    /** What was typed; `placeId` instead where one of the suggestions was chosen. */
    place: z.string().trim().max(100, 'Please use at most 100 characters.').default(''),
    placeId: z.preprocess((value) => (value === '' ? undefined : value), z.coerce.number().int().positive().optional()),
    acceptTerms: given('Please accept the terms to join.'),
    acceptSensitiveData: given('We need your consent to keep what you tell us about your preferences.'),
    acceptMarketing: consent,
    affiliateId: z.string().max(64).optional(),
  }),
  answer: z.object({ next: z.string() }),
  errors: ['invalid', 'tooMany'],
  // Tries, of which a form with a mistake in it is one; accounts made are counted where they are made.
  limits: [{ name: 'register-try', per: 'ip', most: 30, seconds: 3600 }],
  page: { form: 'register', next: '/dashboard' },
})
