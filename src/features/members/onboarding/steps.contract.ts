import { z } from 'zod'
import { doneAndNext, endpoint } from '#api/contract.ts'
import { firstAbout, headline } from '#core/people/edit/introduction.contract.ts'
import { wishedAtFirst } from '#core/people/first-messages/wishes.contract.ts'
import { photoFile, rulesField, uploadBytes, uploadLimit } from '../photos/own/photos.contract.ts'
import { steps } from './steps.ts'

const isNothing = (value: unknown): boolean =>
  value === '' || (value instanceof Blob && value.size === 0)

/** A member's onboarding: every flag of the user record, and the step to show now. */
export const progress = z.object({
  flags: z.object({
    justRegistered: z.boolean(),
    showUploadPhotoDescriptionBox: z.boolean(),
    affiliateOneClickBox: z.boolean(),
    affiliateOneClickBoxStep2: z.boolean(),
    affiliateOneClickBoxStep3: z.boolean(),
    showOneClickBox: z.boolean(),
  }),
  nextStep: z.enum(steps.map(({ step }) => step)).nullable(),
  next: z.string(),
})

export const justRegistered = endpoint({
  method: 'post',
  path: '/registration/justRegistered',
  summary: 'The welcome was seen',
  access: 'signedIn',
  answer: progress,
  pageForm: {},
})

export const introduction = endpoint({
  method: 'get',
  path: '/registration/introduction',
  summary: 'What a newcomer has said of themselves so far',
  access: 'signedIn',
  answer: z.object({ headline: z.string(), about: z.string() }),
})

export const saveIntroduction = endpoint({
  method: 'post',
  path: '/registration/introduction',
  summary: 'Keep a newcomer’s words until the last screen finishes signing up',
  access: 'signedIn',
  body: z.object({ headline: headline.optional(), about: firstAbout }),
  answer: doneAndNext,
  errors: ['conflict'],
  limits: [{ name: 'save-introduction', per: 'account', most: 60, seconds: 600 }],
  pageForm: { name: 'words', page: '/dashboard' },
})

/**
 * Browsers send an empty file without a name for an unused file field; some parsers read it as
 * text.
 */
const photoOrNone = z.preprocess(
  (value) => (isNothing(value) ? undefined : value),
  photoFile.optional(),
)

export const firstPhoto = endpoint({
  method: 'post',
  path: '/registration/firstPhoto',
  summary:
    'Go on from the first of a newcomer’s screens, by a form without script; with a photo, if one was chosen',
  access: 'signedIn',
  form: z.object({
    photo: photoOrNone,
    rules: rulesField,
    /** As an Idempotency-Key: the page's script may send the same photo while it is being left. */
    key: z.uuid().optional(),
  }),
  answer: doneAndNext,
  errors: ['conflict', 'storageFull'],
  limits: [uploadLimit],
  maxBytes: uploadBytes,
  pageForm: { name: 'photo', page: '/dashboard' },
})

export const introductionFields = {
  about: firstAbout,
  headline: headline.optional(),
  ...wishedAtFirst,
  photo: photoOrNone,
  rules: rulesField,
}

export const uploadStep = endpoint({
  method: 'post',
  path: '/registration/uploadStep',
  summary: 'Step 2 of sign-up: some words about yourself, and a photo',
  access: 'signedIn',
  form: z.object(introductionFields),
  answer: progress,
  errors: ['conflict', 'storageFull'],
  limits: [uploadLimit],
  maxBytes: uploadBytes,
  pageForm: { name: 'whom', page: '/dashboard' },
})
