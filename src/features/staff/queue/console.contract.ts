import { z } from 'zod'
import { doneAndNext, endpoint, id } from '#api/contract.ts'
import { queues } from '#core/staff-accounts/queues.ts'
import { pictureQueues } from '#core/tasks/tasks.ts'
import { finding } from '#members/photos/hashes/findings.contract.ts'
import { staffRoles } from '#sites/staff-roles.ts'
import { photoVerdicts } from '../decisions/statements/refusal-reasons.ts'

const queue = z.enum(queues, { error: 'There is no such queue.' })

export const getFraudPage = endpoint({
  method: 'get',
  path: '/staff/queues',
  summary:
    'The queues that one may work in: how much is open in each, counted up to 10,000, since when the oldest waits, and what is due of each brand',
  access: 'staff',
  roles: staffRoles,
  answer: z.object({
    queues: z.array(
      z.object({
        queue: z.enum(queues),
        open: z.number(),
        held: z.number(),
        oldest: z.iso.datetime().nullable(),
        nextDue: z.iso.datetime().nullable(),
      }),
    ),
    /** By brand, what is due first before the others. */
    due: z.array(
      z.object({
        queue: z.enum(queues),
        brand: z.string(),
        open: z.number(),
        dueAt: z.iso.datetime(),
      }),
    ),
    /** Since the last pause. */
    decided: z.number(),
    since: z.iso.datetime(),
    isPauseDue: z.boolean(),
    /**
     * Whether hard queues, and reports about somebody who may be under 18, are left to others for
     * now.
     */
    hidesHard: z.boolean(),
  }),
})

export const getQueue = endpoint({
  method: 'get',
  path: '/staff/queue/{queue}',
  summary:
    'The task of a queue that one holds, its pictures within the answer; and who else works there',
  access: 'staff',
  roles: ['moderator', 'lead'],
  params: z.object({ queue }),
  answer: z.object({
    open: z.number(),
    oldest: z.iso.datetime().nullable(),
    /** What the next one is taken from: this queue, or those one took from that are among them. */
    takesFrom: z.array(queue),
    /** Names of others of staff who hold a task of this queue. */
    others: z.array(z.string()),
    /**
     * Whether there is one that one can take; how many one has skipped within the hour; and whether
     * hard ones wait that one leaves to others.
     */
    isAnyFree: z.boolean(),
    skipped: z.number(),
    leavesHard: z.boolean(),
    decided: z.number(),
    isPauseDue: z.boolean(),
    held: z
      .object({
        id: z.number(),
        brand: z.string(),
        openedAt: z.iso.datetime(),
        dueAt: z.iso.datetime(),
        until: z.iso.datetime(),
        /** Without age and gender: of staff. */
        member: z
          .object({
            id: z.number(),
            username: z.string(),
            age: z.number().nullable(),
            gender: z.string().nullable(),
            headline: z.string(),
            about: z.string(),
          })
          .nullable(),
        photos: z.object({ approved: z.number(), waiting: z.number(), refused: z.number() }),
        /** Of the queue of fraud: what the rules found is read by it at /staff/ruleHits. */
        hit: z.number().nullable(),
        /** `src` null: its file is missing. A report is read at /staff/reportEvidence. */
        photo: z
          .object({
            src: z.string().nullable(),
            key: z.string(),
            kind: z.enum(['photo', 'viewOnce', 'chatPhoto']),
            description: z.string(),
            isPrivate: z.boolean(),
            /** The version of the rules for photos that its owner confirmed. */
            rules: z.string().nullable(),
            /**
             * False where it could not be read, and so was compared with no list and no other
             * photo.
             */
            isCompared: z.boolean(),
            findings: z.array(finding),
          })
          .nullable(),
      })
      .nullable(),
  }),
  errors: ['forbidden'],
})

export const judgeNewPhoto = endpoint({
  method: 'post',
  path: '/staff/judgePhoto',
  summary:
    'Decide about the photo that one holds: approve it, or refuse it for a reason, by its rule; takes the next one',
  access: 'staff',
  roles: ['moderator', 'lead'],
  body: z.object({
    queue: z.enum(pictureQueues).default('photos'),
    id,
    key: z.string().max(64),
    verdict: z.enum(photoVerdicts, { error: 'Please choose one.' }),
  }),
  answer: doneAndNext,
  errors: ['forbidden', 'conflict', 'storageFull'],
  pageForm: { name: 'queue' },
})
