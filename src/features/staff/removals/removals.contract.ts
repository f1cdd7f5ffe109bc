import { z } from 'zod'
import { doneAndNext, endpoint, id, textField } from '#api/contract.ts'
import { email } from '#core/accounts/passwords/credentials.contract.ts'
import { severities } from '../decisions/decisions.ts'
import { kindValues, MAX_ANSWER, MAX_DETAILS, MAX_TARGETS, REPORT_PAGE } from './removals.ts'

const isTicked = (sentence: string) =>
  z
    .enum(['on', 'true', 'false', ''])
    .default('')
    .refine((value) => value === 'on' || value === 'true', sentence)

/** Copied into a mail to whatever address was typed, so it must not carry an advertisement. */
const name = textField(80, 1).refine(
  (value) => !/https?:|www\.|[<>@]/i.test(value),
  'Please write your name only.',
)

export const askForRemoval = endpoint({
  method: 'post',
  path: '/site/reportContent',
  summary:
    'Ask for the removal of content, without an account; the answer does not say whether it is there',
  access: 'anyone',
  body: z.object({
    kind: z.enum(kindValues, { error: 'Please choose one.' }),
    /** Addresses of ours and usernames, one a line. */
    targets: textField(MAX_TARGETS, 1),
    details: textField(MAX_DETAILS).default(''),
    goodFaith: isTicked('Please confirm this: without it we may not act on a request.'),
    /** The signature. */
    name,
    email,
  }),
  answer: z.object({ next: z.string(), number: z.string() }),
  limits: [{ name: 'removal', per: 'ip', most: 10, seconds: 3600 }],
  pageForm: { path: REPORT_PAGE, name: 'report-content' },
})

export const confirmRemoval = endpoint({
  method: 'post',
  path: '/site/confirmRequest',
  summary:
    'Say, by the link in its receipt, that a request is from the address of a trusted flagger: it comes before others of its kind then',
  access: 'anyone',
  body: z.object({ token: z.string().max(200) }),
  answer: doneAndNext,
  errors: ['notFound'],
  limits: [{ name: 'confirm-removal', per: 'ip', most: 60, seconds: 3600 }],
  pageForm: {},
})

export const getRemoval = endpoint({
  method: 'get',
  path: '/staff/removal',
  summary: 'The request for removal that one holds, with what it names',
  access: 'staff',
  roles: ['moderator', 'lead'],
  answer: z.object({
    held: z
      .object({
        id: z.number(),
        task: z.number(),
        number: z.string(),
        kind: z.enum(kindValues),
        brand: z.string(),
        details: z.string(),
        name: z.string(),
        email: z.string(),
        isTrusted: z.boolean(),
        madeAt: z.iso.datetime(),
        dueAt: z.iso.datetime(),
        targets: z.array(z.object({ given: z.string(), found: z.string() })),
        /** Those that are named, or whose photo is: what can be decided is about one of them. */
        members: z.array(z.object({ id: z.number(), username: z.string() })),
        /**
         * Photos of the members that are named, within the answer; `isNamed`: by its own address.
         */
        photos: z.array(
          z.object({
            id: z.number(),
            src: z.string().nullable(),
            owner: z.string(),
            ownerId: z.number(),
            isNamed: z.boolean(),
            isShown: z.boolean(),
          }),
        ),
      })
      .nullable(),
  }),
})

/** One tick of a form is a word, several are a list. */
const ids = z.preprocess(
  (value) => (value === undefined ? [] : Array.isArray(value) ? value : [value]),
  z.array(id).max(100),
)

export const decideRemoval = endpoint({
  method: 'post',
  path: '/staff/decideRemoval',
  summary:
    'Remove photos on the request that one holds, with their copies on all brands, or refuse it with a reason',
  access: 'staff',
  roles: ['moderator', 'lead'],
  body: z.object({
    id,
    task: id,
    verdict: z.enum(['remove', 'refuse'], { error: 'Please choose one.' }),
    photos: ids,
    /** How much it counts against whose photo it was; by default as usual for what was asked. */
    severity: z.preprocess(
      (value) => (value === '' ? undefined : value),
      z.enum(severities).optional(),
    ),
    /** Whoever asked reads it, and whose photo it was. */
    reason: textField(MAX_ANSWER, 10),
  }),
  answer: doneAndNext,
  errors: ['forbidden', 'conflict'],
  pageForm: { name: 'queue' },
})
