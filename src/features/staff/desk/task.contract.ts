import { z } from 'zod'
import { doneAndNext, endpoint, id, oneOrMore } from '#api/contract.ts'
import { queues } from '#core/staff-accounts/queues.ts'
import { MOST_AT_ONCE } from './choosing.ts'

const queue = z.enum(queues, { error: 'There is no such queue.' })
const several = oneOrMore(
  z.array(queue, { error: 'Please choose a queue.' }).min(1).max(queues.length),
)
const ids = oneOrMore(z.array(id).min(1).max(MOST_AT_ONCE))
const flag = z.enum(['yes', 'no']).default('no')

/**
 * What whoever works there does with a task, besides deciding; the audit log names each act. What
 * else one holds goes back.
 */
const acts = [
  /**
   * What is due first in these queues, for five minutes, unless one holds one; `again`: also of
   * what one skipped.
   */
  z.object({ act: z.literal('take'), queues: several, again: flag }),
  /** One by choice, which leads may. */
  z.object({ act: z.literal('choose'), queue, id }),
  /** Gives it back; one that is skipped is not given to oneself for an hour. */
  z.object({ act: z.literal('release'), queue, id, skip: flag }),
  /** Keeps it for five more minutes. */
  z.object({ act: z.literal('renew'), id }),
  /** Notes that one looks at its pictures unblurred. */
  z.object({ act: z.literal('reveal'), id }),
  /**
   * Leaves hard queues, and reports about somebody who may be under 18, to others for twelve hours.
   */
  z.object({ act: z.literal('hideHard'), hides: flag }),
] as const

export const actOnTask = endpoint({
  method: 'post',
  path: '/staff/task',
  summary:
    'Take a task of a queue, or one by choice; give it back, keep it, or note a look at its pictures; leave hard queues to others',
  access: 'staff',
  roles: ['moderator', 'lead'],
  body: z.discriminatedUnion('act', acts, { error: 'There is no such act.' }),
  /** `until`: of what one holds now. */
  answer: doneAndNext.extend({ until: z.iso.datetime().optional() }),
  errors: ['forbidden', 'conflict'],
  pageForm: { name: 'task' },
})

export const undoDecided = endpoint({
  method: 'post',
  path: '/staff/undo',
  summary:
    'Take back what one decided before it takes effect: decisions about members, or an answer to a request for removal, an objection or a photo check; the task is open again',
  access: 'staff',
  roles: ['moderator', 'lead'],
  body: z.discriminatedUnion(
    'kind',
    [
      /** Several of them, as one form decides them; each is taken back or not. */
      z.object({ kind: z.literal('decision'), id: ids }),
      z.object({ kind: z.literal('verdict'), id }),
    ],
    { error: 'There is no such kind.' },
  ),
  answer: doneAndNext,
  errors: ['forbidden', 'conflict'],
  pageForm: { name: 'undo' },
})
