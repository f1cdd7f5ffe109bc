import { z } from 'zod'
import { doneAndNext, endpoint, id, textField } from '../../../api/contract.ts'
import { MAX_NOTE, MAX_TAG } from './member-notes.ts'

const tag = textField(MAX_TAG, 1)

export const noteMember = endpoint({
  method: 'post',
  path: '/staff/noteMember',
  summary: 'Add a note to a member’s file that only staff read',
  access: 'staff',
  roles: ['moderator', 'support', 'lead'],
  body: z.object({
    accountId: id,
    note: textField(MAX_NOTE, 1),
    /** Of the form: sent twice, it writes one note. */
    key: z
      .string()
      .regex(/^[\x21-\x7e]{1,100}$/)
      .optional(),
  }),
  answer: doneAndNext,
  errors: ['conflict', 'forbidden'],
  pageForm: { name: 'member-file' },
})

export const deleteMemberNote = endpoint({
  method: 'post',
  path: '/staff/deleteMemberNote',
  summary: 'Delete a note of one’s own from a member’s file, or, as a lead, anybody’s',
  access: 'staff',
  roles: ['moderator', 'support', 'lead'],
  body: z.object({ accountId: id, noteId: id }),
  answer: doneAndNext,
  errors: ['forbidden'],
  pageForm: { name: 'member-file' },
})

export const tagMember = endpoint({
  method: 'post',
  path: '/staff/tagMember',
  summary: 'Put a tag on a member’s file, or take one away, for staff alone',
  access: 'staff',
  roles: ['moderator', 'support', 'lead'],
  body: z.object({
    accountId: id,
    tag,
    act: z.enum(['add', 'remove'], { error: 'Please choose one.' }),
  }),
  answer: doneAndNext,
  errors: ['conflict', 'forbidden'],
  pageForm: { name: 'member-file' },
})
