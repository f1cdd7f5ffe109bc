import { z } from 'zod'
import { endpoint } from '#api/contract.ts'
import { password, username } from '#core/accounts/passwords/credentials.contract.ts'
import { firstAbout } from '#core/people/edit/introduction.contract.ts'
import { wishedAtFirst } from '#core/people/first-messages/wishes.contract.ts'
import { lookingFor } from '#core/people/genders.contract.ts'
import { placeFields } from '#core/places/places.contract.ts'
import { uploadBytes, uploadLimit } from '../photos/own/photos.contract.ts'
import { introductionFields, progress } from './steps.contract.ts'

/**
 * Boxes are answered in order and may be changed while one is open; the last one makes the profile
 * visible.
 */
const box = { method: 'post', access: 'signedIn', answer: progress } as const

/** Limits guessing: each username is compared with the password. */
const nameLimit = { name: 'name-try', per: 'account', most: 30, seconds: 3600 } as const

export const affiliateStepOne = endpoint({
  ...box,
  path: '/oneClick/affiliateStepOne',
  summary: 'The first of an affiliate’s three boxes: where you are',
  body: z.object(placeFields),
  errors: ['conflict'],
  pageForm: { name: 'where', page: '/dashboard' },
})

export const affiliateStepTwo = endpoint({
  ...box,
  path: '/oneClick/affiliateStepTwo',
  summary: 'The second: what others call you, and whom you would like to meet',
  body: z.object({ username, lookingFor }),
  errors: ['conflict'],
  limits: [nameLimit],
  hashesPassword: true,
  pageForm: { name: 'name', page: '/dashboard' },
})

export const affiliateStepThree = endpoint({
  ...box,
  path: '/oneClick/affiliateStepThree',
  summary: 'The third: a few words, and a photo if you like; from then on others see you',
  form: z.object(introductionFields),
  errors: ['conflict', 'storageFull'],
  limits: [uploadLimit],
  maxBytes: uploadBytes,
  pageForm: { name: 'whom', page: '/dashboard' },
})

export const oneClickBox = endpoint({
  ...box,
  path: '/registration/oneClick',
  summary: 'All that joining with one click left out: place, username, password and a few words',
  body: z.object({
    ...placeFields,
    username,
    password,
    about: firstAbout,
    ...wishedAtFirst,
  }),
  errors: ['conflict'],
  limits: [nameLimit],
  hashesPassword: true,
  pageForm: { name: 'whom', page: '/dashboard' },
})
