import { z } from 'zod'
import { doneAndNext, endpoint, id, textField } from '#api/contract.ts'
import { MAX_ANSWER } from '../queue/ticket-list.ts'
import { MAX_CANNED, MAX_NAME } from './canned-texts.ts'

export const getCannedTexts = endpoint({
  method: 'get',
  path: '/staff/cannedTexts',
  summary: 'Texts that staff use again in their answers, by name',
  access: 'staff',
  roles: ['support', 'lead'],
  answer: z.object({
    texts: z.array(
      z.object({ id: z.number(), name: z.string(), body: z.string(), changedAt: z.iso.datetime() }),
    ),
  }),
})

/**
 * When the text was changed last, as it was opened: nobody overwrites, or deletes, what somebody
 * else has written since.
 */
const seen = z.iso.datetime().optional()

export const changeCannedTexts = endpoint({
  method: 'post',
  path: '/staff/cannedText',
  summary:
    'Write a text that staff use again, change one, or delete it; {name} and {brand} are filled in for each answer',
  access: 'staff',
  roles: ['support', 'lead'],
  body: z.discriminatedUnion('act', [
    z.object({
      act: z.literal('save'),
      id: id.optional(),
      seen,
      name: textField(MAX_NAME, 1),
      body: textField(MAX_CANNED, 1),
    }),
    z.object({ act: z.literal('delete'), id, seen }),
  ]),
  answer: doneAndNext,
  errors: ['conflict'],
  pageForm: { name: 'canned-text' },
})

export const beginAnswer = endpoint({
  method: 'post',
  path: '/staff/beginAnswer',
  summary:
    'Put a text that staff use again before what was typed of an answer; nothing is kept or sent',
  access: 'staff',
  roles: ['support', 'lead'],
  /** `back`: which part of the list is shown; `text`: which text, and `answer` what was typed. */
  body: z.object({
    id,
    back: z.string().max(2000).default(''),
    text: id,
    answer: textField(MAX_ANSWER).default(''),
  }),
  answer: z.object({ id: z.number(), back: z.string(), text: z.number(), answer: z.string() }),
  pageForm: { name: 'tickets', shows: true },
})
