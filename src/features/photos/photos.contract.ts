import { z } from 'zod'
import { done, endpoint, id, textField } from '../../api/contract.ts'
import { MAX_BYTES, MAX_DESCRIPTION } from './photos.ts'

/** `<picture>` uses `sources` in this order; width and height are those of the largest rendition. */
export const pictureSchema = z.object({
  id: z.number(),
  src: z.string(),
  sources: z.array(z.object({ type: z.string(), srcSet: z.string() })),
  width: z.number(),
  height: z.number(),
  placeholder: z.string(),
  /** The owner's description, used as alt text; often empty. */
  description: z.string(),
  isPrivate: z.boolean(),
})
export type Picture = z.infer<typeof pictureSchema>

const ownPhotoSchema = pictureSchema.extend({
  status: z.enum(['waiting', 'approved', 'rejected']),
  isPrimary: z.boolean(),
  rejectReason: z.string().nullable(),
})
export type OwnPhoto = z.infer<typeof ownPhotoSchema>

const tick = z
  .enum(['on', 'true', 'false', ''])
  .default('')
  .transform((value) => value === 'on' || value === 'true')

export const photoFile = z.file({ error: 'Please choose a photo.' }).max(MAX_BYTES, 'Please choose a photo of up to 15 MB.')

export const uploadLimit = { name: 'upload', per: 'account', most: 30, seconds: 30 * 60 } as const
/** Photo size plus space for the form's text fields. */
export const uploadBytes = MAX_BYTES + 64 * 1024

export const uploadPhoto = endpoint({
  method: 'post',
  path: '/image/upload',
  summary: 'Add a photo: JPEG, PNG, WebP or AVIF of up to 15 MB',
  access: 'signedIn',
  form: z.object({
    photo: photoFile.refine((file) => file.size > 0, 'Please choose a photo.'),
    description: textField(MAX_DESCRIPTION).default(''),
    isPrivate: tick,
  }),
  answer: z.object({ photo: ownPhotoSchema }),
  errors: ['conflict', 'storageFull'],
  limits: [uploadLimit],
  maxBytes: uploadBytes,
  pageForm: { name: 'upload-photo', next: '/profile/edit/managePhotos' },
})

export const listOwnPhotos = endpoint({
  method: 'get',
  path: '/image/mine',
  summary: 'Your own photos, the primary one first',
  access: 'signedIn',
  answer: z.object({ photos: z.array(ownPhotoSchema), most: z.number() }),
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
  summary: 'Choose the photo that is shown first',
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
  body: z.object({ description: textField(MAX_DESCRIPTION).optional(), isPrivate: z.boolean().optional() }),
  answer: z.object({ photo: ownPhotoSchema }),
})
