import { z } from 'zod'
import { doneAndNext, endpoint, id } from '#api/contract.ts'
import { verdicts } from '#members/poses/pose-checks.ts'
import { poseIds } from '#members/poses/poses.ts'

const picture = z.object({ src: z.string(), isMain: z.boolean() })

export const getPose = endpoint({
  method: 'get',
  path: '/staff/pose',
  summary:
    'The photo check that one holds, its photos within the answer, since they have no address',
  access: 'staff',
  roles: ['moderator', 'lead'],
  answer: z.object({
    held: z
      .object({
        id: z.number(),
        task: z.number(),
        username: z.string(),
        age: z.number(),
        gender: z.string(),
        pose: z.enum(poseIds),
        sentAt: z.iso.datetime(),
        /** How many photos the member sent in seven days, this one among them. */
        tries: z.number(),
        photo: z.string().nullable(),
        /**
         * What the decision is about: the main photo as it is now; null where there is none any
         * more.
         */
        mainPhotoId: z.number().nullable(),
        profilePhotos: z.array(picture),
      })
      .nullable(),
  }),
})

export const decidePose = endpoint({
  method: 'post',
  path: '/staff/decidePose',
  summary:
    'Approve the photo check that one holds, or refuse it with a reason; its photo is deleted',
  access: 'staff',
  roles: ['moderator', 'lead'],
  body: z.object({
    /** The task that one holds. */
    task: id,
    mainPhotoId: id.optional(),
    verdict: z.enum(verdicts, { error: 'Please choose one.' }),
  }),
  answer: doneAndNext,
  errors: ['forbidden', 'conflict'],
  pageForm: { name: 'queue' },
})
