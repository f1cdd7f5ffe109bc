import { z } from 'zod'
import { done, endpoint, id } from '../../api/contract.ts'
import { pictureSchema } from './photos.contract.ts'

export const requestPhoto = endpoint({
  method: 'post',
  path: '/profile/requestPhoto',
  summary: 'Ask a member to show you their private photos, or to add a photo if they have none; asking again changes nothing',
  access: 'member',
  body: z.object({ id }),
  answer: z.object({ asked: z.enum(['toSeePrivate', 'toAddOne']) }),
  errors: ['unavailable', 'conflict'],
  limits: [{ name: 'request-photo', per: 'account', most: 20, seconds: 24 * 3600 }],
})

const person = z.object({ id: z.number(), username: z.string(), picture: pictureSchema.nullable() })
export type PhotoPerson = z.infer<typeof person>

export const listPhotoRequests = endpoint({
  method: 'get',
  path: '/image/requests',
  summary: 'Who asks to see your private photos or any photo, and who may see the private ones',
  access: 'signedIn',
  answer: z.object({ asking: z.array(person), allowed: z.array(person) }),
})

export const allowPhotos = endpoint({
  method: 'post',
  path: '/image/allow/id/{id}',
  summary: 'Let a member see your private photos, or stop letting them; a refusal is not told',
  access: 'signedIn',
  params: z.object({ id }),
  body: z.object({ allowed: z.boolean() }),
  answer: done,
  errors: ['unavailable'],
})
