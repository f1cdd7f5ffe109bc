import { z } from 'zod'
import { doneAndNext, endpoint, id, textField } from '#api/contract.ts'
import { oneParagraph } from '#core/people/edit/introduction.ts'
import { pictureSchema } from '#core/people/pictures/pictures.contract.ts'

/** Above every brand's limit, which the handler checks, with an error text of its own. */
const MAX_CHARACTERS = 10_000

const words = z.object({
  id: z.number(),
  isOwn: z.boolean(),
  body: z.string(),
  at: z.iso.datetime(),
})
const update = words.extend({
  author: z.object({ userId: z.number(), username: z.string(), picture: pictureSchema.nullable() }),
})
export type UpdateWords = z.output<typeof words>
export type Update = z.output<typeof update>

const before = z
  .string()
  .max(60)
  .regex(/^\d{1,15}-\d{1,15}$/)
  .optional()
const older = z.string().nullable()

const limits = [
  { name: 'updates', per: 'account', most: 240, seconds: 60, inMemory: true },
] as const

export const addUpdate = endpoint({
  method: 'post',
  path: '/userUpdate/add',
  summary:
    'Tell those who may see one’s profile something short; up to `maxUpdateChars` of the brand',
  access: 'member',
  body: z.object({
    body: textField(MAX_CHARACTERS)
      .transform(oneParagraph)
      .refine((body) => body !== '', 'Please write something first.'),
  }),
  answer: z.object({ update, next: z.string() }),
  limits: [{ name: 'add-update', per: 'account', most: 60, seconds: 3600 }],
  pageForm: { name: 'update', page: '/dashboard' },
})

export const moreUpdatesDashboard = endpoint({
  method: 'get',
  path: '/userUpdate/moreUpdatesDashboard',
  summary:
    'Updates of people whom a member likes and of their own, newest first; `before` is the `older` of the page above',
  access: 'member',
  query: z.object({ before }),
  answer: z.object({ updates: z.array(update), older }),
  limits,
})

export const updatesOfMember = endpoint({
  method: 'get',
  path: '/userUpdate/member/id/{id}',
  summary: 'The updates of one member, newest first',
  access: 'member',
  params: z.object({ id }),
  query: z.object({ before }),
  answer: z.object({ updates: z.array(words), older }),
  errors: ['unavailable'],
  limits,
})

const removal = {
  access: 'member',
  body: z.object({ id }),
  answer: doneAndNext,
  errors: ['notFound'],
  limits: [{ name: 'remove-update', per: 'account', most: 60, seconds: 3600 }],
  pageForm: {},
} as const

export const deleteUpdate = endpoint({
  method: 'post',
  path: '/userUpdate/delete',
  summary: 'Delete one’s own update',
  ...removal,
})

export const restoreUpdate = endpoint({
  method: 'post',
  path: '/userUpdate/restore',
  summary: 'Bring back an update that one has deleted within the last hour',
  ...removal,
})
