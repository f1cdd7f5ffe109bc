import { z } from 'zod'
import { doneAndNext, endpoint, id, textField } from '../../api/contract.ts'
import { acts, decisionStates, MAX_NOTE, policies, scopes, severities } from '../enforcement/decisions.ts'
import { batchKinds, batchPolicies, batchStates, itemResults, itemReversals } from './batches.ts'

const empty = (value: unknown) => (value === '' ? undefined : value)
/** One tick of a form is a word, several are a list. */
const ids = z.preprocess((value) => (value === undefined || value === '' ? [] : Array.isArray(value) ? value : [value]), z.array(id).max(1000))
const kind = z.enum(batchKinds, { error: 'This is decided one by one, never in a batch.' })

const choice = z.object({
  /** Of the job; of the account where it is about accounts. */
  id: z.number(),
  accountId: z.number().nullable(),
  username: z.string(),
  brand: z.string(),
  standing: z.string(),
  openedAt: z.iso.datetime().nullable(),
  /** What it is, or what the accounts have in common. */
  facts: z.array(z.string()),
  /** The picture within the answer. */
  src: z.string().nullable(),
  /** Why it cannot be chosen; null where it can. */
  refused: z.string().nullable(),
})
export type Choice = z.output<typeof choice>

export const getChoices = endpoint({
  method: 'get',
  path: '/staff/batchChoices',
  summary: 'What a batch can be made of: open jobs of a queue, in its order, or accounts that share something with one',
  access: 'staff',
  query: z.object({
    kind,
    /** Jobs about this account alone; of accounts, the one with which they share something. */
    about: z.preprocess(empty, id.optional()),
    /** The last job that was seen; of accounts, the last one. */
    after: z.preprocess(empty, id.optional()),
  }),
  answer: z.object({ choices: z.array(choice), about: z.object({ id: z.number(), username: z.string() }).nullable(), next: z.number().nullable() }),
  errors: ['forbidden'],
})

export const gatherBatch = endpoint({
  method: 'post',
  path: '/staff/gatherBatch',
  summary: 'Gather jobs or accounts for a batch, or add them to one of one’s own that has not begun; decides nothing',
  access: 'staff',
  body: z.object({ kind, batch: z.preprocess(empty, id.optional()), chosen: ids }),
  answer: doneAndNext,
  errors: ['forbidden', 'conflict'],
  pageForm: { name: 'gather-batch' },
})

export const planBatch = endpoint({
  method: 'post',
  path: '/staff/planBatch',
  summary: 'Say what a batch is to do, and find out what would become of each item; decides nothing yet',
  access: 'staff',
  body: z.object({
    id,
    act: z.enum(acts, { error: 'Please choose what to do.' }),
    policy: z.preprocess(empty, z.enum(batchPolicies, { error: 'This rule is decided on one by one, never in a batch.' }).default('none')),
    severity: z.preprocess(empty, z.enum(severities).default('low')),
    days: z.preprocess(empty, z.coerce.number({ error: 'Please enter a number.' }).int('Please enter a whole number.').optional()),
    scope: z.preprocess(empty, z.enum(scopes).default('network')),
    note: textField(MAX_NOTE).default(''),
    internalNote: textField(MAX_NOTE).default(''),
    /** Items that are taken out. */
    leaveOut: ids.default([]),
  }),
  answer: doneAndNext,
  errors: ['forbidden', 'conflict'],
  pageForm: { name: 'plan-batch' },
})

export const runBatch = endpoint({
  method: 'post',
  path: '/staff/runBatch',
  summary: 'Begin a batch as it was planned: each item is decided as a single one would be; begun once, however often it is sent',
  access: 'staff',
  body: z.object({
    id,
    count: z.preprocess(empty, z.coerce.number({ error: 'Please enter a number.' }).optional()),
    /** As the batch said it: nobody begins what they planned since in another window, and do not see. */
    planned: z.string().max(64).optional(),
  }),
  answer: doneAndNext,
  errors: ['forbidden', 'conflict'],
  pageForm: { name: 'run-batch' },
})

export const agreeBatch = endpoint({
  method: 'post',
  path: '/staff/agreeBatch',
  summary:
    'Agree, as the second person, to all of a batch that waits for one: each as a single one, never to one’s own, about oneself or on a report of one’s own',
  access: 'staff',
  body: z.object({
    id,
    count: z.preprocess(empty, z.coerce.number({ error: 'Please enter a number.' }).optional()),
    /** The last request that was on the page: nobody agrees to what the batch has come to since. */
    upTo: z.preprocess(empty, id.optional()),
  }),
  answer: doneAndNext.extend({ agreed: z.number() }),
  errors: ['forbidden', 'conflict'],
  pageForm: { name: 'agree-batch' },
})

export const reverseBatch = endpoint({
  method: 'post',
  path: '/staff/reverseBatch',
  summary: 'Take a whole batch back: what waits is undone before anything leaves, the rest is given back',
  access: 'staff',
  body: z.object({ id }),
  answer: doneAndNext,
  errors: ['forbidden', 'conflict'],
  pageForm: { name: 'reverse-batch' },
})

const batch = z.object({
  id: z.number(),
  kind: z.enum(batchKinds),
  state: z.enum(batchStates),
  madeBy: z.string(),
  isOwn: z.boolean(),
  madeAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
  reversedBy: z.string().nullable(),
  reversalAt: z.iso.datetime().nullable(),
  act: z.enum(acts).nullable(),
  policy: z.enum(policies).nullable(),
  severity: z.enum(severities).nullable(),
  days: z.number().nullable(),
  scope: z.enum(scopes).nullable(),
  note: z.string().nullable(),
  internalNote: z.string().nullable(),
  count: z.object({
    items: z.number(),
    /** Of what is foreseen or came of it. */
    decided: z.number(),
    needsSecond: z.number(),
    leftOut: z.number(),
    /** Items whose outcome is there; of a batch that is taken back, those that it has come to. */
    done: z.number(),
    /** How many there are to do. */
    toDo: z.number(),
  }),
})
export type Batch = z.output<typeof batch>

const item = z.object({
  id: z.number(),
  accountId: z.number(),
  username: z.string(),
  brand: z.string(),
  standing: z.string(),
  jobId: z.number().nullable(),
  src: z.string().nullable(),
  foreseen: z.enum(itemResults).nullable(),
  outcome: z.enum(itemResults).nullable(),
  why: z.string(),
  decisionId: z.number().nullable(),
  /** Of its decision, as it is now. */
  decision: z.enum(decisionStates).nullable(),
  reversal: z.enum(itemReversals).nullable(),
  reversalWhy: z.string(),
  /** The second person's answer, to the decision or to its being taken back; null where none is asked. */
  second: z.enum(['waits', 'approved', 'refused', 'expired']).nullable(),
})

export const getBatch = endpoint({
  method: 'get',
  path: '/staff/batches/{id}',
  summary: 'A batch: what it does or did, to whom, by whom, and what became of each item',
  access: 'staff',
  params: z.object({ id }),
  answer: z.object({
    batch,
    /** By what `runBatch` knows the plan again; null where there is none. */
    planned: z.string().nullable(),
    items: z.array(item),
    /** How many of it wait for whoever asks to agree as the second person, the last of them, and how many for somebody else. */
    seconds: z.object({ mine: z.number(), upTo: z.number().optional(), others: z.number() }),
  }),
  errors: ['forbidden'],
})

export const getBatches = endpoint({
  method: 'get',
  path: '/staff/batches',
  summary: 'The latest batches of all staff, the newest first',
  access: 'staff',
  query: z.object({ before: z.preprocess(empty, id.optional()) }),
  answer: z.object({ batches: z.array(batch), next: z.number().nullable() }),
  errors: ['forbidden'],
})
