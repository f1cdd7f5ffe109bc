import { z } from 'zod'
import { doneAndNext, endpoint, id, textField } from '#api/contract.ts'
import { oneParagraph } from '../edit/introduction.ts'
import { MAX_ANSWER } from './prompts.ts'

export const shownAnswer = z.object({ id: z.number(), question: z.string(), answer: z.string() })
export type ShownAnswer = z.output<typeof shownAnswer>

const answer = textField(MAX_ANSWER)
  .transform(oneParagraph)
  .refine((words) => words !== '', 'Please write something first.')

export const changePrompts = endpoint({
  method: 'post',
  path: '/profile/prompts',
  summary:
    'Answer one of the brand’s questions on one’s profile, three at most; change an answer, move it, or take it away',
  access: 'member',
  body: z.discriminatedUnion('act', [
    z.object({ act: z.literal('add'), prompt: z.string().max(40), answer }),
    /** Moving an answer saves its words, too, which a form without script would lose. */
    z.object({ act: z.enum(['save', 'earlier', 'later']), id, answer }),
    z.object({ act: z.literal('remove'), id }),
  ]),
  answer: doneAndNext,
  errors: ['notFound', 'conflict'],
  limits: [{ name: 'prompts', per: 'account', most: 60, seconds: 600 }],
  pageForm: { name: 'edit-profile' },
})
