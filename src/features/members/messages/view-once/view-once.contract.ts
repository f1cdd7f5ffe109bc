import { z } from 'zod'
import { done, doneAndNext, endpoint, id, textField } from '#api/contract.ts'
import {
  photoFile,
  rulesField,
  uploadBytes,
  uploadLimit,
} from '#members/photos/own/photos.contract.ts'
import { MAX_REPORT_DETAILS, reportReasons } from '#members/reports/reporting/report-reasons.ts'
import { message, sendLimit } from '../messages.contract.ts'

const aboutMessage = z.object({ messageId: id })

export const sendViewOnce = endpoint({
  method: 'post',
  path: '/message/viewOnce',
  summary:
    'Send a photo that the other sees once: a file, or one of your photos by its id; takes an Idempotency-Key',
  access: 'member',
  form: z.object({
    id,
    photo: photoFile.optional(),
    ownPhoto: id.optional(),
    rules: rulesField,
  }),
  answer: z.object({ message, currentCredits: z.number().nullable() }),
  errors: [
    'unavailable',
    'forbidden',
    'verifiedOnly',
    'needsPremium',
    'noCredits',
    'notFound',
    'conflict',
    'storageFull',
  ],
  limits: [sendLimit, uploadLimit],
  maxBytes: uploadBytes,
})

export const openViewOnce = endpoint({
  method: 'post',
  path: '/message/openViewOnce',
  summary:
    'See a photo for one view: whoever asks first gets it, as a data URL, and nobody after that',
  access: 'member',
  body: aboutMessage,
  answer: z.object({
    messageId: z.number(),
    image: z.string(),
    width: z.number(),
    height: z.number(),
    username: z.string(),
    userId: z.number(),
    seenAt: z.iso.datetime(),
  }),
  errors: ['notFound', 'conflict', 'needsPremium'],
  limits: [{ name: 'open-view-once', per: 'account', most: 60, seconds: 60 }],
  pageForm: { name: 'open-view-once', shows: true },
})

export const closeViewOnce = endpoint({
  method: 'post',
  path: '/message/closeViewOnce',
  summary: 'Say that a photo for one view was closed; its file is deleted at once',
  access: 'member',
  body: aboutMessage,
  answer: done,
})

export const withdrawViewOnce = endpoint({
  method: 'post',
  path: '/message/withdrawViewOnce',
  summary: 'Withdraw a photo for one view before it is seen; its file is deleted',
  access: 'member',
  body: aboutMessage,
  answer: doneAndNext,
  errors: ['notFound', 'conflict'],
  pageForm: {},
})

export const reportViewOnce = endpoint({
  method: 'post',
  path: '/message/reportViewOnce',
  summary:
    'Report a photo for one view while it is open: it is kept with the report, for those who decide on it',
  access: 'member',
  body: aboutMessage
    .extend({
      reason: z.enum(
        reportReasons.map((reason) => reason.value),
        { error: 'Please say what is wrong.' },
      ),
      details: textField(MAX_REPORT_DETAILS).default(''),
    })
    .refine(({ reason, details }) => reason !== 'other' || details !== '', {
      path: ['details'],
      error: 'Please tell us what happened.',
    }),
  answer: z.object({ ok: z.literal(true), isKept: z.boolean() }),
  errors: ['notFound'],
  limits: [{ name: 'report', per: 'account', most: 20, seconds: 24 * 3600 }],
  pageForm: { next: '/messages' },
})
