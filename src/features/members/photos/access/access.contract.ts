import { z } from 'zod'
import { endpoint, id } from '#api/contract.ts'
import { pictureSchema } from '#core/people/pictures/pictures.contract.ts'
import { LASTS } from './access.ts'

export const requestPhoto = endpoint({
  method: 'post',
  path: '/profile/requestPhoto',
  summary:
    'Ask a member to show you their private photos, or to add a photo if they have none; asking again changes nothing',
  access: 'member',
  body: z.object({ id }),
  answer: z.object({ asked: z.enum(['toSeePrivate', 'toAddOne']), next: z.string() }),
  errors: ['unavailable', 'conflict'],
  limits: [{ name: 'request-photo', per: 'account', most: 20, seconds: 24 * 3600 }],
  pageForm: {},
})

const until = z.iso.datetime().nullable()
/**
 * `until`: when somebody stops to see the photos; null where they only ask, or see them until it is
 * taken back.
 */
const person = z.object({
  id: z.number(),
  username: z.string(),
  picture: pictureSchema.nullable(),
  until,
})
export type PhotoPerson = z.infer<typeof person>

export const listPhotoRequests = endpoint({
  method: 'get',
  path: '/image/requests',
  summary:
    'Who asks to see your private photos or any photo, and who may see the private ones, until when',
  access: 'signedIn',
  answer: z.object({ asking: z.array(person), allowed: z.array(person) }),
})

const lasts = z.enum(LASTS).default('always')

export const allowPhotos = endpoint({
  method: 'post',
  path: '/image/allow/id/{id}',
  summary:
    'Let a member see your private photos for a time that begins now, or stop letting them; a refusal is not told',
  access: 'signedIn',
  params: z.object({ id }),
  body: z.object({ allowed: z.boolean(), lasts }),
  answer: z.object({ ok: z.literal(true), until }),
  errors: ['unavailable'],
})

export const answerPhotoRequest = endpoint({
  method: 'post',
  path: '/image/access',
  summary: 'The same by a form without script',
  access: 'signedIn',
  /** `back`: a page of ours that is shown then; else where the photos are managed. */
  body: z.object({
    id,
    act: z.enum(['allow', 'stop']),
    lasts,
    back: z.string().max(500).optional(),
  }),
  answer: z.object({ next: z.string() }),
  errors: ['unavailable'],
  pageForm: {},
})
