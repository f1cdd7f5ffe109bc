import { z } from 'zod'
import { endpoint } from '../../../api/contract.ts'
import { brands } from '../../../sites/registry.ts'
import { queues } from '../../core/staff-accounts/queues.ts'
import { MOST_PAGES } from './task-list.ts'

const queue = z.enum(queues, { error: 'There is no such queue.' })

export const getTaskList = endpoint({
  method: 'get',
  path: '/staff/queue/{queue}/list',
  summary:
    'What waits in a queue, in the order in which it is given out, without its pictures and words',
  access: 'staff',
  roles: ['moderator', 'lead'],
  params: z.object({ queue }),
  query: z.object({
    /** '' means all brands. */
    brand: z
      .enum(['', ...brands.map((one) => one.id)], { error: 'There is no such brand.' })
      .default(''),
    page: z.coerce.number().int().min(1).max(MOST_PAGES).default(1),
  }),
  answer: z.object({
    tasks: z.array(
      z.object({
        id: z.number(),
        brand: z.string(),
        openedAt: z.iso.datetime(),
        dueAt: z.iso.datetime(),
        reason: z.string(),
        /** Of whom it is about: the language in which they read dates, if they chose one. */
        language: z.string().nullable(),
        heldBy: z.string().nullable(),
        isMine: z.boolean(),
        isSkipped: z.boolean(),
      }),
    ),
    hasMore: z.boolean(),
    brands: z.array(z.object({ brand: z.string(), open: z.number() })),
    /** Whether one may open any of them, and not only the next. */
    mayChoose: z.boolean(),
  }),
  errors: ['forbidden'],
})
