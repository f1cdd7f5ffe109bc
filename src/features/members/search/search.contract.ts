import { z } from 'zod'
import { endpoint, id, textField } from '#api/contract.ts'
import { type ClassifierName, classifiers } from '#core/people/classifiers.ts'
import { MIN_AGE, MAX_AGE, radii } from '#core/people/first-messages/wishes.ts'
import { gender } from '#core/people/genders.contract.ts'
import { countryCodes } from '#core/places/countries.ts'
import { genders } from '#sites/genders.ts'
import { card } from './cards/cards.contract.ts'
import { LEAST_COUNTED, MOST_COUNTED, sorts } from './search.ts'

/** Forms without script send empty fields as ''. */
const empty = (value: unknown) => (value === '' ? undefined : value)
const tick = z
  .preprocess(empty, z.enum(['on', 'true', 'false']).default('false'))
  .transform((value) => value !== 'false')
const age = z
  .preprocess(
    empty,
    z.coerce
      .number({ error: 'Please enter a number.' })
      .int('Please enter a whole number.')
      .optional(),
  )
  .transform((value) => value && Math.min(MAX_AGE, Math.max(MIN_AGE, value)))

const page = z.preprocess(empty, z.coerce.number().int().min(1).default(1))

const several = <Value extends z.ZodType>(value: Value, most: number) =>
  z.preprocess(
    (given) => (typeof given === 'string' ? [given].filter(Boolean) : given),
    z.array(value).max(most).optional(),
  )

/** What profiles say by choosing: of each classifier that is named, at least one of the values. */
const facts = Object.fromEntries(
  classifiers.map(({ name, options }) => [
    name,
    several(z.enum(options.map(({ value }) => value)), options.length),
  ]),
) as unknown as Record<ClassifierName, ReturnType<typeof several<z.ZodString>>>

const filtersQuery = z.object({
  gender: several(gender, genders.length),
  ...facts,
  ageFrom: age,
  ageTo: age,
  country: z.preprocess(
    empty,
    z.enum(['any', ...countryCodes], { error: 'Please choose a country.' }).optional(),
  ),
  place: textField(100).default(''),
  /** Overrides `place`: the choice among several places of one name. */
  placeId: z.preprocess(empty, id.optional()),
  radius: z.preprocess(
    empty,
    z
      .union([z.literal('any'), z.coerce.number().pipe(z.literal([...radii]))], {
        error: 'Please choose a distance.',
      })
      .optional(),
  ),
  online: tick,
  withPhoto: tick,
  verified: tick,
  /** Linked as partners by both, of whom the viewer finds both. */
  linked: tick,
})

/** How many fit, counted up to MOST_COUNTED; null: fewer than LEAST_COUNTED. */
const total = z.object({ count: z.number().nullable(), isMore: z.boolean() })

/** Shared by the search and its count. */
const limits = [{ name: 'search', per: 'account', most: 120, seconds: 60, inMemory: true }] as const

export const searchUsers = endpoint({
  method: 'get',
  path: '/search/users',
  summary:
    'Members by gender, age, distance and what they say of themselves, those with a photo first. What is left out is what the member wishes for (/profile/save), near their own place. Countries are `searchcountries` of the site parameters and the member’s own; `any` means all of these. A small place stands for the named town near it, and 30 different ones a day are searched around.',
  access: 'member',
  query: filtersQuery.extend({
    sort: z.preprocess(empty, z.enum(sorts.map(({ value }) => value)).default('lastSeen')),
    page,
    /** Asks for `total`, which costs less with the list than by a call of its own. */
    withTotal: tick,
  }),
  answer: z.object({
    members: z.array(card),
    page: z.number(),
    hasMore: z.boolean(),
    /** Null where it is not asked for, after the first page, and in order of distance. */
    total: total.nullable(),
    filters: z.object({
      gender: z.array(gender),
      ageFrom: z.number(),
      ageTo: z.number(),
      country: z.string().nullable(),
      place: z
        .object({ id: z.number(), name: z.string(), region: z.string(), country: z.string() })
        .nullable(),
      radius: z.literal([...radii]).nullable(),
      online: z.boolean(),
      withPhoto: z.boolean(),
      verified: z.boolean(),
      linked: z.boolean(),
      facts: z.partialRecord(z.enum(classifiers.map(({ name }) => name)), z.array(z.string())),
      sort: z.enum(sorts.map(({ value }) => value)),
    }),
  }),
  limits: [...limits],
})

export const countUsers = endpoint({
  method: 'get',
  path: '/search/count',
  summary: `How many members fit a search, counted up to ${MOST_COUNTED}; null for fewer than ${LEAST_COUNTED}`,
  access: 'member',
  query: filtersQuery,
  answer: total,
  limits: [...limits],
})
