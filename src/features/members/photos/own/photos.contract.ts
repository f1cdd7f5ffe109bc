import { z } from 'zod'
import { done, doneAndNext, endpoint, id, textField } from '#api/contract.ts'
import { pictureSchema } from '#core/people/pictures/pictures.contract.ts'
import { holds } from '../crop/crops.ts'
import { MAX_BYTES, MAX_DESCRIPTION, MAX_PHOTOS } from '../photos.ts'
import { PHOTO_RULES, photoRules } from './photo-rules.ts'

export const photoSchema = pictureSchema.extend({ id: z.number(), isPrivate: z.boolean() })
export type Photo = z.infer<typeof photoSchema>

const side = z.number().min(0).max(1)
const cropSchema = z
  .object({ x: side, y: side, width: side.positive(), height: side.positive() })
  .refine(
    ({ x, y, width, height }) => x + width <= 1.0001 && y + height <= 1.0001,
    'This part is not within the photo.',
  )
const turnsSchema = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)])
const edit = { turns: turnsSchema, crop: cropSchema.nullable(), card: cropSchema.nullable() }

const ownPhotoSchema = photoSchema.extend({
  status: z.enum(['waiting', 'approved', 'rejected']),
  isPrimary: z.boolean(),
  rejectReason: z.string().nullable(),
  /** Address of the statement of reasons, where a decision refused it. */
  statement: z.string().nullable(),
  /**
   * Parts of the turned original, as fractions; null for all of it. `card` is the part shown on
   * cards.
   */
  edit: z.object(edit),
  /** Address of the original, for five minutes. */
  original: z.string(),
})
export type OwnPhoto = z.infer<typeof ownPhotoSchema>

const tick = z
  .enum(['on', 'true', 'false', ''])
  .default('')
  .transform((value) => value === 'on' || value === 'true')

export const photoFile = z
  .file({ error: 'Please choose a photo.' })
  .max(MAX_BYTES, 'Please choose a photo of up to 15 MB.')

/** Whom the photos show; left out where the present rules were confirmed before. */
export const rulesField = z.enum(['', PHOTO_RULES], { error: photoRules.missing }).default('')

export const uploadLimit = { name: 'upload', per: 'account', most: 30, seconds: 30 * 60 } as const
/** Photo size plus space for the form's text fields. */
export const uploadBytes = MAX_BYTES + 64 * 1024

export const uploadPhoto = endpoint({
  method: 'post',
  path: '/image/upload',
  summary:
    'Add a photo: JPEG, PNG, WebP, AVIF or GIF that stands still, of up to 15 MB; takes an Idempotency-Key',
  access: 'signedIn',
  form: z.object({
    photo: photoFile.refine((file) => file.size > 0, 'Please choose a photo.'),
    description: textField(MAX_DESCRIPTION).default(''),
    isPrivate: tick,
    rules: rulesField,
  }),
  answer: z.object({ photo: ownPhotoSchema }),
  errors: ['conflict', 'storageFull'],
  limits: [uploadLimit],
  maxBytes: uploadBytes,
  pageForm: { next: '/profile/edit/managePhotos' },
})

export const listOwnPhotos = endpoint({
  method: 'get',
  path: '/image/mine',
  summary: 'Your own photos in their order; the first that everybody may see is primary',
  access: 'signedIn',
  answer: z.object({
    photos: z.array(ownPhotoSchema),
    most: z.number(),
    /** Whether the next photo needs the tick of whom it shows. */
    asksRules: z.boolean(),
  }),
})

const photoId = z.object({ id })

export const deletePhoto = endpoint({
  method: 'post',
  path: '/image/delete/id/{id}',
  summary: 'Delete one of your photos; the next one becomes primary',
  access: 'signedIn',
  params: photoId,
  answer: done,
})

export const setPrimaryPhoto = endpoint({
  method: 'post',
  path: '/image/setPrimary/id/{id}',
  summary: 'Move a photo to the front',
  access: 'signedIn',
  params: photoId,
  answer: done,
  errors: ['conflict'],
})

export const describePhoto = endpoint({
  method: 'post',
  path: '/image/describe/id/{id}',
  summary: 'Say what one of your photos shows, and who may see it',
  access: 'signedIn',
  params: photoId,
  body: z.object({
    description: textField(MAX_DESCRIPTION).optional(),
    isPrivate: z.boolean().optional(),
  }),
  answer: z.object({ photo: ownPhotoSchema }),
})

export const orderPhotos = endpoint({
  method: 'post',
  path: '/image/order',
  summary:
    'Put your photos in an order: the ids of all of them; the first that everybody may see is shown first',
  access: 'signedIn',
  body: z.object({ ids: z.array(id).min(1).max(MAX_PHOTOS) }),
  answer: z.object({ photos: z.array(ownPhotoSchema) }),
  errors: ['conflict'],
})

const editLimit = { name: 'edit-photo', per: 'account', most: 60, seconds: 30 * 60 } as const

export const managePhoto = endpoint({
  method: 'post',
  path: '/image/manage',
  summary:
    'Move, turn, describe or delete one of your photos, by a form without script; answers where the form leads',
  access: 'signedIn',
  body: z.object({
    id,
    act: z.enum(['earlier', 'later', 'first', 'turnLeft', 'turnRight', 'save', 'delete']),
    /** Of `save` alone. */
    description: textField(MAX_DESCRIPTION).default(''),
    isPrivate: tick,
  }),
  answer: doneAndNext,
  errors: ['notFound', 'conflict', 'storageFull'],
  limits: [editLimit],
  pageForm: {},
})

export const editPhoto = endpoint({
  method: 'post',
  path: '/image/edit/id/{id}',
  summary:
    'Turn and crop one of your photos, always from its original, and choose the part that cards show',
  access: 'signedIn',
  params: photoId,
  body: z.object(edit).refine(({ crop, card }) => card === null || holds(crop, card), {
    path: ['card'],
    message: 'Cards show a part of the photo as it is cropped.',
  }),
  answer: z.object({ photo: ownPhotoSchema }),
  errors: ['conflict', 'storageFull'],
  limits: [editLimit],
})
