import { z } from 'zod'
import { doneAndNext, endpoint } from '#api/contract.ts'
import { LONGEST_QUERY } from './help-words.ts'

const question = z.object({
  id: z.string(),
  title: z.string(),
  keywords: z.string().optional(),
  html: z.string(),
})

export const helpIndex = endpoint({
  method: 'get',
  path: '/help/index',
  summary:
    'The questions of the help pages with their answers, by category; with `q`, those that it finds, best first',
  access: 'anyone',
  query: z.object({ q: z.string().max(LONGEST_QUERY).default('') }),
  answer: z.object({
    found: z.number(),
    categories: z.array(
      z.object({ id: z.string(), name: z.string(), questions: z.array(question) }),
    ),
  }),
  limits: [{ name: 'help-search', per: 'ip', most: 120, seconds: 60 }],
})

export const logHelp = endpoint({
  method: 'post',
  path: '/help/log',
  summary:
    'Say whether an answer was useful: counted by brand, question and day, and with nobody’s name',
  access: 'anyone',
  body: z.object({
    questionId: z.string().max(80),
    /** A boolean in JSON, or the button's value in a form without script. */
    wasUseful: z.union([
      z.boolean(),
      z.enum(['true', 'false']).transform((text) => text === 'true'),
    ]),
  }),
  answer: doneAndNext,
  errors: ['notFound'],
  limits: [{ name: 'help-log', per: 'ip', most: 60, seconds: 3600 }],
  pageForm: {},
})
