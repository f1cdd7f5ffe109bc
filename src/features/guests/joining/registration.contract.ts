import { z } from 'zod'
import { endpoint } from '#api/contract.ts'
import { email, password, username } from '#core/accounts/passwords/credentials.contract.ts'
import { birthday } from '#core/people/edit/birthday.contract.ts'
import { gender, lookingFor } from '#core/people/genders.contract.ts'
import { country, placeFields } from '#core/places/places.contract.ts'
import { sender } from '../promo/sender.contract.ts'

/**
 * The three ways of joining (decisions §4): register asks for everything, the others for less at
 * first.
 */

/** A consent: true in JSON, or the `on` of a ticked box in a form posted without script. */
const consent = z.union([z.boolean(), z.literal('on').transform(() => true)]).default(false)
const given = (sentence: string) => consent.refine((value) => value, sentence)

const consents = {
  acceptTerms: given('Please accept the terms to join.'),
  acceptSensitiveData: given(
    'We need your consent to keep what you tell us about your preferences.',
  ),
  acceptMarketing: consent,
}

const joined = {
  method: 'post',
  access: 'anyone',
  answer: z.object({ next: z.string() }),
  // Counts every attempt, including invalid forms; new accounts have a limit of their own.
  limits: [{ name: 'register-try', per: 'ip', most: 30, seconds: 3600 }],
  hashesPassword: true,
} as const

export const registration = endpoint({
  ...joined,
  path: '/registration/save',
  summary: 'Register; the answer is the same for a known and an unknown e-mail address',
  body: z.object({
    gender,
    lookingFor,
    username,
    email,
    password,
    birthday,
    ...placeFields,
    ...consents,
    ...sender.shape,
  }),
  pageForm: { name: 'register' },
})

export const affiliateJoining = endpoint({
  ...joined,
  path: '/promo/affiliate',
  summary:
    'Join from an affiliate’s page; place, username and the rest are asked in three boxes on the dashboard',
  body: z.object({
    gender,
    lookingFor,
    email,
    password,
    birthday,
    country,
    ...consents,
    ...sender.shape,
  }),
  pageForm: { path: '/promo/Affiliate', name: 'affiliate' },
})

export const oneClickJoining = endpoint({
  ...joined,
  path: '/promo/oneClick',
  summary:
    'Join with an e-mail address and hardly more; one box on the dashboard asks for the rest, the password included',
  body: z.object({ gender, lookingFor, email, birthday, country, ...consents, ...sender.shape }),
  pageForm: { name: 'one-click' },
})
