import { z } from 'zod'
import { endpoint, id } from '../../../api/contract.ts'

export const getHeldLetters = endpoint({
  method: 'get',
  path: '/staff/heldLetters',
  summary:
    'First messages that are held, or were not passed on, of whom a fraud job is about; of an objection, those that its decision kept back; only for who holds the job',
  access: 'staff',
  roles: ['moderator', 'lead'],
  query: z.object({ job: id }),
  answer: z.object({
    letters: z.array(
      z.object({
        id: z.number(),
        to: z.string(),
        text: z.string(),
        /** When it is passed on if nobody decides. */
        until: z.iso.datetime(),
        isWithheld: z.boolean(),
      }),
    ),
  }),
  errors: ['conflict', 'forbidden'],
})
