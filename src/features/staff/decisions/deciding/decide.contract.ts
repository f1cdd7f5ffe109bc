import { z } from 'zod'
import { endpoint, id, textField } from '#api/contract.ts'
import { brands } from '#sites/registry.ts'
import {
  acts,
  decisionStates,
  MAX_NOTE,
  PHOTO,
  policies,
  scopes,
  severities,
  TEXT,
  textParts,
} from '../decisions.ts'

const empty = (value: unknown) => (value === '' ? undefined : value)
const brand = z.preprocess(
  empty,
  z
    .enum(
      brands.map((one) => one.id),
      { error: 'There is no such brand.' },
    )
    .optional(),
)

const recommendation = z.object({
  severity: z.enum(severities),
  act: z.enum(acts),
  days: z.number().nullable(),
  arithmetic: z.string(),
})

export const advice = z.object({
  before: z.number(),
  bySeverity: z.array(recommendation),
  /** What can be removed of what the member wrote, by its name in the form. */
  texts: z.array(z.object({ name: z.string(), label: z.string() })),
  /** What was decided and stands, each of which can be given back; the latest first. */
  given: z.array(z.object({ id: z.number(), label: z.string() })),
})
export type Advice = z.output<typeof advice>

export const getAdvice = endpoint({
  method: 'get',
  path: '/staff/advice',
  summary:
    'What counts against a person already, and the act that each severity of a new breach comes to, with its arithmetic',
  access: 'staff',
  roles: ['moderator', 'lead'],
  query: z.object({ accountId: id, brand }),
  answer: advice,
  errors: ['forbidden'],
})

const hideable = z.object({
  /** By its name in the form. */
  name: z.string(),
  label: z.string(),
  /** Small, within the answer; null where its file is missing. */
  src: z.string().nullable(),
})
export type Hideable = z.output<typeof hideable>

export const getHideable = endpoint({
  method: 'get',
  path: '/staff/hideablePhotos',
  summary:
    'The photos of a member that all members see, and with a task about them those that are private or wait, of which one can be hidden; that they were looked at is on record',
  access: 'staff',
  roles: ['moderator', 'lead'],
  query: z.object({
    /** The task that one holds; without one, `accountId` says whose. */
    task: z.preprocess(empty, id.optional()),
    accountId: z.preprocess(empty, id.optional()),
  }),
  answer: z.object({ photos: z.array(hideable) }),
  errors: ['forbidden', 'conflict'],
})

/** What is decided, without about whom. */
export const decisionFields = {
  policy: z.preprocess(empty, z.enum(policies).default('none')),
  severity: z.preprocess(empty, z.enum(severities).default('low')),
  days: z.preprocess(
    empty,
    z.coerce
      .number({ error: 'Please enter a number.' })
      .int('Please enter a whole number.')
      .optional(),
  ),
  scope: z.preprocess(empty, z.enum(scopes).default('network')),
  note: textField(MAX_NOTE).default(''),
  internalNote: textField(MAX_NOTE).default(''),
  /** Idempotency key of the form, so that a double click decides once. */
  key: z.uuid().optional(),
}

export const decideTask = endpoint({
  method: 'post',
  path: '/staff/decide',
  summary:
    'Decide about a member, with a rule, a reason for the member and a note for staff; closes the task that one holds',
  access: 'staff',
  roles: ['moderator', 'lead'],
  body: z.object({
    /** Without a task, `accountId` says about whom. */
    taskId: z.preprocess(empty, id.optional()),
    accountId: z.preprocess(empty, id.optional()),
    act: z.enum(acts, { error: 'Please choose what to do.' }),
    brand,
    /** A photo or a text with its id; by default what the task is about. */
    about: z.preprocess(empty, z.enum(['account', 'photo', ...textParts]).optional()),
    aboutId: z.preprocess(empty, id.optional()),
    /** Of a photo as it was looked at: one that was cropped since is looked at again. */
    photoKey: z.preprocess(empty, z.string().max(64).optional()),
    /** Which text to remove, as the advice names it: `username`, `prompt-12`. */
    text: z.preprocess(empty, z.string().regex(TEXT, 'There is no such text.').optional()),
    /** Which photo to hide, as `GET /staff/hideablePhotos` names it. */
    photo: z.preprocess(empty, z.string().regex(PHOTO, 'There is no such photo.').optional()),
    /** Which decision to give back; by default the latest about the same thing. */
    reverses: z.preprocess(empty, id.optional()),
    ...decisionFields,
  }),
  answer: z.object({
    ok: z.literal(true),
    id: z.number(),
    needsSecond: z.boolean(),
    next: z.string(),
  }),
  errors: ['forbidden', 'conflict', 'storageFull'],
  pageForm: { name: 'decide' },
})

const decision = z.object({
  id: z.number(),
  accountId: z.number(),
  username: z.string(),
  brand: z.string(),
  act: z.enum(acts),
  policy: z.enum(policies),
  severity: z.enum(severities),
  days: z.number().nullable(),
  scope: z.enum(scopes),
  note: z.string(),
  internalNote: z.string(),
  isOwn: z.boolean(),
  isAutomated: z.boolean(),
  decidedAt: z.iso.datetime(),
  takesEffectAt: z.iso.datetime().nullable(),
  state: z.enum(decisionStates),
  /** Of the statement of reasons; null while there is none. */
  statement: z.string().nullable(),
})
export type Decided = z.output<typeof decision>

export const getDecision = endpoint({
  method: 'get',
  path: '/staff/decision',
  summary:
    'A decision as staff see it: what, about whom, why, and whether it can still be taken back',
  access: 'staff',
  roles: ['moderator', 'lead'],
  query: z.object({ id }),
  answer: z.object({ decision }),
  errors: ['forbidden'],
})
