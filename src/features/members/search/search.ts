import {
  type Classifier,
  type ClassifierName,
  classifiers,
  type Facts,
} from '#core/people/classifiers.ts'
import { MIN_AGE, MAX_AGE, type Radius, radii } from '#core/people/first-messages/wishes.ts'
import { countryName } from '#core/places/country-name.ts'
import { lengthInWords, type Unit } from '#core/places/distances.ts'
import type { Place } from '#core/places/places.ts'
import { boundedCount } from '#lib/bounded-count.ts'
import { type Gender, genders } from '#sites/genders.ts'

export const PAGE_SIZE = 24
/** Limit of pages; only scrapers go further. */
export const MAX_PAGES = 100

/** Default radius, used if it fills a page; otherwise the whole country. */
export const NEARBY: Radius = 100

/**
 * In each of them people with a photo come first; the nearest by the bands in which distances are
 * shown.
 */
export const sorts = [
  { value: 'lastSeen', label: 'Seen last', words: 'those seen last first' },
  { value: 'nearest', label: 'Nearest', words: 'the nearest first' },
  { value: 'newest', label: 'Newest', words: 'the newest first' },
] as const
export type Sort = (typeof sorts)[number]['value']

/** More than so many are not counted. */
export const MOST_COUNTED = 200
/** Fewer than so many are not counted. */
export const LEAST_COUNTED = 10

export type Filters = {
  gender: Gender[]
  ageFrom: number
  ageTo: number
  /** Null: anywhere. */
  country: string | null
  place: Place | null
  radius: Radius | null
  online: boolean
  withPhoto: boolean
  verified: boolean
  linked: boolean
  /** By classifier: at least one of the values. */
  facts: Facts
  sort: Sort
}

export type FiltersQuery = Partial<
  Record<
    | 'ageFrom'
    | 'ageTo'
    | 'country'
    | 'place'
    | 'placeId'
    | 'radius'
    | 'online'
    | 'withPhoto'
    | 'verified'
    | 'linked'
    | 'sort',
    string
  >
> &
  Partial<Record<'gender' | ClassifierName, string[]>>

export function queryOf(filters: Filters): FiltersQuery {
  const {
    gender,
    ageFrom,
    ageTo,
    country,
    place,
    radius,
    online,
    withPhoto,
    verified,
    linked,
    facts,
    sort,
  } = filters
  return {
    gender,
    ...(ageFrom > MIN_AGE ? { ageFrom: String(ageFrom) } : {}),
    ...(ageTo < MAX_AGE ? { ageTo: String(ageTo) } : {}),
    country: country ?? 'any',
    ...(place ? { place: place.name, placeId: String(place.id) } : {}),
    radius: radius === null ? 'any' : String(radius),
    ...(online ? { online: 'on' } : {}),
    ...(withPhoto ? { withPhoto: 'on' } : {}),
    ...(verified ? { verified: 'on' } : {}),
    ...(linked ? { linked: 'on' } : {}),
    ...facts,
    ...(sort === 'lastSeen' ? {} : { sort }),
  }
}

/** A search without any filter, among those whom the member looks for in their country. */
export const everything = {
  ageFrom: MIN_AGE,
  ageTo: MAX_AGE,
  place: null,
  radius: null,
  online: false,
  withPhoto: false,
  verified: false,
  linked: false,
  facts: {},
} as const satisfies Partial<Filters>

/** Of who searches: where from, and the unit of distances. */
type Own = { country: string; unit: Unit }

export type Chip = { label: string; without: Filters }

/**
 * What narrows or moves a search from the member's own place and wishes, each with the search
 * without it.
 */
export function chipsOf(filters: Filters, own: Own & { lookingFor: readonly Gender[] }): Chip[] {
  const { gender, ageFrom, ageTo, country, place, radius, online, withPhoto, verified, linked } =
    filters
  const chips: Array<[label: string | null, without: Partial<Filters>]> = [
    [
      own.lookingFor.toSorted().join() === gender.toSorted().join()
        ? null
        : sentence(whoInWords(gender)),
      { gender: [...own.lookingFor] },
    ],
    [agesInWords(ageFrom, ageTo), { ageFrom: MIN_AGE, ageTo: MAX_AGE }],
    [radius === null ? null : `Within ${lengthInWords(radius, own.unit)}`, { radius: null }],
    [place === null ? null : `Around ${place.name}`, { place: null, country: own.country }],
    [
      country === null
        ? 'All countries'
        : country === own.country || place !== null
          ? null
          : countryName(country),
      { country: own.country },
    ],
    [online ? 'Online now' : null, { online: false }],
    [withPhoto ? 'With photo' : null, { withPhoto: false }],
    [verified ? 'Photo checked' : null, { verified: false }],
    [linked ? 'Linked with a partner' : null, { linked: false }],
    ...saidInWords(filters.facts).map(({ name, words }): [string, Partial<Filters>] => [
      words,
      { facts: without(filters.facts, name) },
    ]),
  ]
  return chips.flatMap(([label, without]) =>
    label === null ? [] : [{ label: sentence(label), without: { ...filters, ...without } }],
  )
}

/** Describes a search: `women and men aged 30 to 40 within 100 km of London`. */
export function inWords(filters: Filters, own: Own & { placeName: string }): string {
  const { gender, ageFrom, ageTo, country, place, radius, online, withPhoto, verified, linked } =
    filters
  const where =
    radius !== null
      ? `within ${lengthInWords(radius, own.unit)} of ${place?.name ?? own.placeName}`
      : country === null
        ? 'in all countries'
        : 'in the whole country'
  return [
    whoInWords(gender),
    agesInWords(ageFrom, ageTo),
    verified ? 'with a checked photo' : withPhoto ? 'with a photo' : null,
    linked ? 'linked with a partner' : null,
    online ? 'who are online' : null,
    where,
  ]
    .filter(Boolean)
    .join(' ')
    .concat(...saidInWords(filters.facts).map(({ words }) => `, ${lowered(words)}`))
}

/** `Speaks: French or German`, `Does not smoke`: one a classifier. */
function saidInWords(facts: Facts): Array<{ name: ClassifierName; words: string }> {
  return classifiers.flatMap(
    ({ name, fact, most, options }: Classifier & { name: ClassifierName }) => {
      const labels = options
        .filter(({ value }) => facts[name]?.includes(value))
        .map(({ label }, index) => (index === 0 || most > 1 ? label : lowered(label)))
      if (labels.length === 0) return []
      return [{ name, words: (most > 1 ? `${fact}: ` : '') + labels.join(' or ') }]
    },
  )
}

function without(facts: Facts, name: ClassifierName): Facts {
  const { [name]: _, ...others } = facts
  return others
}

const lowered = (words: string) => words.charAt(0).toLowerCase() + words.slice(1)

export const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

function agesInWords(from: number, to: number): string | null {
  if (from === MIN_AGE && to === MAX_AGE) return null
  if (from === to) return `aged ${from}`
  return to === MAX_AGE ? `of ${from} and over` : `aged ${from} to ${to}`
}

function whoInWords(wanted: readonly Gender[]): string {
  const chosen = genders
    .filter(({ value }) => wanted.includes(value))
    .map(({ plural }) => plural.toLowerCase())
  if (chosen.length === genders.length) return 'everybody'
  return [chosen.slice(0, -1).join(', '), chosen.at(-1)].filter(Boolean).join(' and ')
}

export function widerSearch(
  filters: Filters,
  own: Own,
): { label: string; filters: Filters } | null {
  const { radius } = filters
  if (filters.online)
    return { label: 'Include people who are not online', filters: { ...filters, online: false } }
  if (filters.verified)
    return {
      label: 'Include people whose photo is not checked',
      filters: { ...filters, verified: false },
    }
  if (filters.linked)
    return {
      label: 'Include people who are not linked with a partner',
      filters: { ...filters, linked: false },
    }
  if (Object.keys(filters.facts).length > 0)
    return {
      label: 'Include people whatever they say of themselves',
      filters: { ...filters, facts: {} },
    }
  if (radius !== null) {
    const next = radii.find((one) => one > radius && one >= 50) ?? null
    return {
      label:
        next === null ? 'Look at any distance' : `Look within ${lengthInWords(next, own.unit)}`,
      filters: { ...filters, radius: next },
    }
  }
  if (filters.withPhoto)
    return { label: 'Include people without a photo', filters: { ...filters, withPhoto: false } }
  if (filters.ageFrom > MIN_AGE || filters.ageTo < MAX_AGE) {
    return { label: 'Include all ages', filters: { ...filters, ageFrom: MIN_AGE, ageTo: MAX_AGE } }
  }
  if (filters.country !== null)
    return { label: 'Look in all countries', filters: { ...filters, country: null, place: null } }
  return null
}

type Total = { count: number | null; isMore: boolean }

/** How many a page of results says there are: all of them, where it is the only one. */
export function countOf(found: {
  members: readonly unknown[]
  page: number
  hasMore: boolean
  total: Total | null
}): Total | null {
  const { members, page, hasMore, total } = found
  return page === 1 && !hasMore ? { count: members.length, isMore: false } : total
}

/** `140 people`, `One person`, `200+ people`, `Fewer than ten people`. */
export function countInWords({ count, isMore }: Total): string {
  if (count === null) return 'Fewer than ten people'
  if (count === 0) return 'Nobody'
  return count === 1 ? 'One person' : `${boundedCount({ count, isMore })} people`
}
