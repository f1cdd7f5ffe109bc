import { z } from 'zod'
import { doneAndNext, endpoint, id, textField } from '#api/contract.ts'
import { MAX_NOTE, MAX_TAG } from './member-notes.ts'

const about = { accountId: id }

export const noteMember = endpoint({
  method: 'post',
  path: '/staff/memberNote',
  summary:
    'Add a note to a member’s file that only staff read, delete one’s own or, as a lead, anybody’s; put a tag on the file, or take one away',
  access: 'staff',
  roles: ['moderator', 'support', 'lead'],
  body: z.discriminatedUnion('act', [
    z.object({
      act: z.literal('add'),
      ...about,
      note: textField(MAX_NOTE, 1),
      /** Of the form: sent twice, it writes one note. */
      key: z
        .string()
        .regex(/^[\x21-\x7e]{1,100}$/)
        .optional(),
    }),
    z.object({ act: z.literal('delete'), ...about, noteId: id }),
    z.object({ act: z.enum(['tag', 'untag']), ...about, tag: textField(MAX_TAG, 1) }),
  ]),
  answer: doneAndNext,
  errors: ['conflict', 'forbidden'],
  pageForm: { name: 'member-file' },
})
