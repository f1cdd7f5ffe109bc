import { z } from 'zod'
import { doneAndNext, endpoint, id, textField } from '#api/contract.ts'
import { queues, taskPlaces } from '#core/staff-accounts/queues.ts'
import { brands } from '#sites/registry.ts'
import { MAX_VIEW_NAME, MOST_PAGES } from './task-list.ts'

export const listPlace = z.enum(taskPlaces, { error: 'There is no such list.' })
const queue = z.enum(queues, { error: 'There is no such queue.' })
/** One of an address or a form is a word, several are a list. */
export const severalQueues = z.preprocess(
  (value) => (value === undefined ? [] : Array.isArray(value) ? value : [value]),
  z.array(queue).max(queues.length),
)
/** '' means all brands. */
export const listBrand = z
  .enum(['', ...brands.map((one) => one.id)], { error: 'There is no such brand.' })
  .default('')

export const getTaskList = endpoint({
  method: 'get',
  path: '/staff/tasks/{place}',
  summary:
    'What waits in the queues of a place, or in some of them, in the order in which it is given out, without its pictures and words',
  access: 'staff',
  roles: ['moderator', 'lead'],
  params: z.object({ place: listPlace }),
  query: z.object({
    queue: severalQueues.default([]),
    brand: listBrand,
    page: z.coerce.number().int().min(1).max(MOST_PAGES).default(1),
  }),
  answer: z.object({
    tasks: z.array(
      z.object({
        id: z.number(),
        queue,
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
    /** Of the place, up to 1,000 of each queue on each brand. */
    queues: z.array(z.object({ queue, open: z.number() })),
    /** Of the chosen queues. */
    brands: z.array(z.object({ brand: z.string(), open: z.number() })),
    /**
     * The chosen queues, or all; whether one can take of them; how many one has skipped within the
     * hour; and whether hard ones wait that one leaves to others.
     */
    takesFrom: z.array(queue),
    isAnyFree: z.boolean(),
    skipped: z.number(),
    leavesHard: z.boolean(),
    /** Whether one may open any of them, and not only the next. */
    mayChoose: z.boolean(),
    views: z.array(
      z.object({ id: z.number(), name: z.string(), queues: z.array(queue), brand: z.string() }),
    ),
  }),
  errors: ['forbidden'],
})

export const keepView = endpoint({
  method: 'post',
  path: '/staff/view',
  summary: 'Keep the filters of a list under a name, for oneself, or forget them',
  access: 'staff',
  roles: ['moderator', 'lead'],
  body: z.discriminatedUnion(
    'act',
    [
      z.object({
        act: z.literal('keep'),
        place: listPlace,
        queue: severalQueues,
        brand: listBrand,
        name: textField(MAX_VIEW_NAME, 1),
      }),
      z.object({ act: z.literal('forget'), place: listPlace, id }),
    ],
    { error: 'There is no such act.' },
  ),
  answer: doneAndNext,
  errors: ['conflict'],
  pageForm: { name: 'view' },
})
