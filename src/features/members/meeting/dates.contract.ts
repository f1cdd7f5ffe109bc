import { z } from 'zod'
import { doneAndNext, endpoint, id, textField, ticked } from '#api/contract.ts'
import { hoursAfter, LOCAL_TIME, MAX_NOTE, MAX_PLACE } from './dates.ts'

const emptyIsUnsaid = (value: unknown) => (value === '' ? undefined : value)

const details = {
  place: textField(MAX_PLACE, 1),
  /** What the clock shows where they meet. */
  meetsAt: z
    .string({ error: 'Please choose a day and a time.' })
    .max(30)
    .regex(LOCAL_TIME, 'Please choose a day and a time.'),
  /** Minutes by which that clock is ahead of UTC; by default the solar time where the member is. */
  utcOffset: z.preprocess(emptyIsUnsaid, z.coerce.number().int().min(-840).max(840).optional()),
  note: textField(MAX_NOTE).default(''),
  hours: z.coerce
    .number()
    .pipe(z.literal(hoursAfter, { error: 'Please choose how long.' }))
    .default(hoursAfter[0]),
  showsName: ticked,
  showsPhoto: ticked,
  showsBrand: ticked,
  checkIn: ticked,
}

const dateLink = z.object({
  id: z.number(),
  /** Null where the other is gone or not to be seen any more. */
  other: z.object({ id: z.number(), username: z.string() }).nullable(),
  place: z.string(),
  meetsAt: z.string(),
  note: z.string(),
  hours: z.number(),
  showsName: z.boolean(),
  showsPhoto: z.boolean(),
  showsBrand: z.boolean(),
  checkIn: z.boolean(),
  endsAt: z.iso.datetime(),
  /**
   * Null if it was made with another secret of the product, so that nobody can tell it any more.
   */
  address: z.string().nullable(),
})
export type DateLink = z.output<typeof dateLink>

/** Not in the specification: links that tell a friend about a date, without an account. */
export const listDates = endpoint({
  method: 'get',
  path: '/date/mine',
  summary:
    'The links by which a member tells others about dates, the next one first; and with whom another could be made',
  access: 'signedIn',
  query: z.object({ with: id.optional() }),
  answer: z.object({
    links: z.array(dateLink),
    /** The member of `with`, or null. */
    other: z.object({ id: z.number(), username: z.string() }).nullable(),
  }),
})

const limits = [{ name: 'share-date', per: 'account', most: 30, seconds: 3600 }] as const

export const shareDate = endpoint({
  method: 'post',
  path: '/date/share',
  summary:
    'Make a link that tells somebody without an account about a date, until some hours after it',
  access: 'member',
  body: z.object({ id, ...details }),
  answer: z.object({ link: z.number(), address: z.string(), next: z.string() }),
  errors: ['unavailable', 'conflict'],
  limits,
  pageForm: { name: 'share-date', page: '/profile/edit/dates' },
})

export const changeDate = endpoint({
  method: 'post',
  path: '/date/change',
  summary: 'Change what a link about a date shows; its address stays',
  access: 'signedIn',
  body: z.object({ link: id, ...details }),
  answer: z.object({ link: z.number(), next: z.string() }),
  errors: ['notFound'],
  limits,
  pageForm: { name: 'share-date', page: '/profile/edit/dates' },
})

export const endDate = endpoint({
  method: 'post',
  path: '/date/end',
  summary: 'End a link about a date, which is deleted at once',
  access: 'signedIn',
  body: z.object({ link: id }),
  answer: doneAndNext,
  errors: ['notFound'],
  pageForm: {},
})
