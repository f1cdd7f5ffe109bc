import { z } from 'zod'
import { endpoint, id } from '#api/contract.ts'

export const getHeldMessages = endpoint({
  method: 'get',
  path: '/staff/heldMessages',
  summary:
    'First messages that are held, or were not passed on, of whom a fraud task is about; of an objection, those that its decision kept back; only for who holds the task',
  access: 'staff',
  roles: ['moderator', 'lead'],
  query: z.object({ task: id }),
  answer: z.object({
    messages: z.array(
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
