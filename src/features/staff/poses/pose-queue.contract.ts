import { z } from 'zod'
import { endpoint, id } from '../../../api/contract.ts'
import { verdicts } from '../../members/poses/pose-checks.ts'
import { poseIds } from '../../members/poses/poses.ts'

const picture = z.object({ src: z.string(), isMain: z.boolean() })

export const getPoseQueue = endpoint({
  method: 'get',
  path: '/staff/poses',
  summary:
    'The photo check that one holds, its photos within the answer, since they have no address; and how many wait',
  access: 'staff',
  roles: ['moderator', 'lead'],
  answer: z.object({
    /** Of others, whoever holds them. */
    waiting: z.number(),
    held: z
      .object({
        id: z.number(),
        username: z.string(),
        age: z.number(),
        gender: z.string(),
        pose: z.enum(poseIds),
        sentAt: z.iso.datetime(),
        /** Until when nobody else gets it. */
        until: z.iso.datetime(),
        /** How many photos the member sent in seven days, this one among them. */
        tries: z.number(),
        photo: z.string().nullable(),
        /** What the decision is about: the main photo as it is now; null where there is none any more. */
        mainPhotoId: z.number().nullable(),
        profilePhotos: z.array(picture),
      })
      .nullable(),
  }),
})

const answer = z.object({ ok: z.literal(true), next: z.string() })

export const takePose = endpoint({
  method: 'post',
  path: '/staff/takePose',
  summary: 'Take the oldest photo check that nobody holds, for ten minutes',
  access: 'staff',
  roles: ['moderator', 'lead'],
  answer,
  errors: ['forbidden'],
  pageForm: { name: 'poses' },
})

export const decidePose = endpoint({
  method: 'post',
  path: '/staff/decidePose',
  summary:
    'Approve the photo check that one holds, or refuse it with a reason; its photo is deleted',
  access: 'staff',
  roles: ['moderator', 'lead'],
  body: z.object({
    id,
    mainPhotoId: id.optional(),
    verdict: z.enum(verdicts, { error: 'Please choose one.' }),
  }),
  answer,
  errors: ['forbidden', 'conflict'],
  pageForm: { name: 'poses' },
})
