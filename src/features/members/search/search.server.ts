import { type Call, type Handler, handle } from '#api/call.server.ts'
import type { Answer } from '#api/contract.ts'
import { fieldError } from '#api/errors.ts'
import type { Scope } from '#api/member.server.ts'
import { classifiers } from '#core/people/classifiers.ts'
import { MIN_AGE, MAX_AGE, type Radius } from '#core/people/first-messages/wishes.ts'
import { countryName } from '#core/places/country-name.ts'
import { placeById, placeInField } from '#core/places/places.server.ts'
import { cellOf, type Point } from '#core/places/places.ts'
import { type LocatedPlace, shownTown } from '#core/places/towns.server.ts'
import type { Db } from '#db/connection.server.ts'
import { cutToPage, type Slice, sliceOf } from '#lib/slice.ts'
import { askForFullPageAd } from '#money/ads/full-page-ad.ts'
import { cardsOf } from './cards/cards.server.ts'
import { countCentre } from './distance/centres.server.ts'
import { acrossParts, ringsAround } from './distance/nearest.ts'
import { searchCountriesOf } from './search-countries.ts'
import { countUsers, searchUsers } from './search.contract.ts'
import { countMembers, membersFor, type SearchCriteria } from './search.sql.ts'
import {
  type Filters,
  LEAST_COUNTED,
  MAX_PAGES,
  MOST_COUNTED,
  NEARBY,
  PAGE_SIZE,
  type Sort,
} from './search.ts'
import { bornBetween, wishesOf } from './wishes.server.ts'

type Query = Call<typeof countUsers>['query']

const searchHandler = handle(searchUsers, async ({ query: asked, scope, services, headers }) => {
  askForFullPageAd(headers, scope)
  const query = withWishes(asked, scope.member)
  const place = placeWanted(query, scope)
  if (place) await countCentre(services, scope, place.id)
  const centre = centreOf(place, query.country, scope)
  const find = (radius: Radius | null, page: number) => {
    const wanted = wantedBy(filtersOf(query, scope, place, radius), centre, scope)
    const inSlice = (slice: Slice) =>
      services.database.read((db) =>
        inOrder(db, scope, wanted, query.sort, centre ?? scope.member, slice),
      )
    // In order of distance a longer list takes more statements than a list and a count.
    return page === 1 && query.withTotal && query.sort !== 'nearest'
      ? firstPageWithTotal(inSlice)
      : idsOnPage(page, inSlice)
  }

  const { radius, firstPage } = await chooseRadius(query, centre, find)
  const { rows, hasMore, total } =
    firstPage && query.page === 1 ? firstPage : await find(radius, query.page)
  const members = await cardsOf(services, scope, rows)
  return {
    members,
    page: query.page,
    hasMore,
    total,
    filters: { ...filtersOf(query, scope, place, radius), sort: query.sort },
  }
})

const countHandler = handle(countUsers, async ({ query: asked, scope, services }) => {
  const query = withWishes(asked, scope.member)
  const place = placeWanted(query, scope)
  if (place) await countCentre(services, scope, place.id)
  const centre = centreOf(place, query.country, scope)
  const count = (radius: Radius | null, most: number) =>
    services.database.read((db) =>
      countMembers(
        db,
        scope,
        wantedBy(filtersOf(query, scope, place, radius), centre, scope),
        most,
      ),
    )

  const nearby = centre && query.radius === undefined ? await count(NEARBY, MOST_COUNTED + 1) : 0
  const radius = query.radius === undefined || query.radius === 'any' ? null : query.radius
  const found = nearby > PAGE_SIZE ? nearby : await count(radius, MOST_COUNTED + 1)
  return totalOf(found)
})

type Total = Answer<typeof countUsers>

/**
 * Of as many as were looked for: one more than are counted. A number of few would tell of single
 * people.
 */
function totalOf(found: number): Total {
  if (found < LEAST_COUNTED) return { count: null, isMore: false }
  return { count: Math.min(found, MOST_COUNTED), isMore: found > MOST_COUNTED }
}

/** What a search looks for, without making it; a distance that is left to the search is any. */
export function filtersAsked(asked: Call<typeof searchUsers>['query'], scope: Scope): Filters {
  const query = withWishes(asked, scope.member)
  const radius = query.radius === undefined || query.radius === 'any' ? null : query.radius
  return { ...filtersOf(query, scope, placeWanted(query, scope), radius), sort: asked.sort }
}

/**
 * Adds the member's wishes to a search that names neither ages nor a country. The search form
 * always names a country: a field that was cleared there means any age.
 */
function withWishes<Asked extends Query>(query: Asked, member: Scope['member']): Asked {
  if (query.country !== undefined || query.ageFrom !== undefined || query.ageTo !== undefined)
    return query
  const { ageFrom, ageTo, radius } = wishesOf(member)
  return {
    ...query,
    ageFrom,
    ageTo,
    radius:
      query.radius ??
      (query.place === '' && query.placeId === undefined ? (radius ?? undefined) : undefined),
  }
}

type Found = { rows: number[]; hasMore: boolean; total: Total | null }

/** Where none is asked for: nearby if that fills more than one page, else everywhere. */
async function chooseRadius(
  query: Query,
  centre: Point | null,
  find: (radius: Radius | null, page: number) => Promise<Found>,
): Promise<{ radius: Radius | null; firstPage?: Found }> {
  if (!centre || query.radius === 'any') return { radius: null }
  if (query.radius !== undefined) return { radius: query.radius }
  const firstPage = await find(NEARBY, 1)
  return firstPage.hasMore ? { radius: NEARBY, firstPage } : { radius: null }
}

async function idsOnPage(page: number, find: (slice: Slice) => Promise<number[]>): Promise<Found> {
  if (page > MAX_PAGES) return { rows: [], hasMore: false, total: null }
  const { rows, hasMore } = cutToPage(await find(sliceOf(page, PAGE_SIZE)), PAGE_SIZE)
  return { rows, hasMore: hasMore && page < MAX_PAGES, total: null }
}

/**
 * The ids of as many as are counted are read at once: the list and its count would find the same
 * members twice.
 */
async function firstPageWithTotal(find: (slice: Slice) => Promise<number[]>): Promise<Found> {
  const ids = await find(sliceOf(1, MOST_COUNTED))
  return { ...cutToPage(ids, PAGE_SIZE), total: totalOf(ids.length) }
}

async function inOrder(
  db: Db,
  scope: Scope,
  wanted: SearchCriteria,
  sort: Sort,
  centre: Point,
  slice: Slice,
): Promise<number[]> {
  if (sort !== 'nearest')
    return membersFor(db, scope, wanted, slice, sort === 'newest' ? 'created_at' : 'last_seen_at')
  return acrossParts(
    ringsAround(centre, wanted.circle?.km ?? null).map(
      (ring) => (part: Slice) => membersFor(db, scope, { ...wanted, ...ring }, part),
    ),
    slice,
  )
}

/**
 * A circle stands around a town that is large enough to be named: around each of the many small
 * places it would tell in which cell somebody lives. Around one's own place it says no more than
 * the distance on a card.
 */
function placeWanted(query: Query, scope: Scope): LocatedPlace | null {
  const country = query.country ?? scope.member.country
  const searched = searchCountriesOf(scope)
  if (country !== 'any' && !searched.includes(country))
    throw fieldError('country', elsewhere(scope, country))
  if (query.place === '' && query.placeId === undefined) return null
  const place = /^\d+$/.test(query.place)
    ? placeById(query.placeId ?? Number(query.place))
    : placeInField(country, query.place, query.placeId)
  if (!place)
    throw fieldError('place', 'We do not know this place. Please choose the nearest larger town.')
  if (!searched.includes(place.country)) throw fieldError('place', elsewhere(scope, place.country))
  return shownTown(place)
}

function elsewhere({ brand }: Scope, country: string): string {
  return `${brand.name} does not search in ${countryName(country)}. Please choose a country from the list.`
}

function centreOf(
  place: LocatedPlace | null,
  country: string | undefined,
  { member }: Scope,
): Point | null {
  if (place) return cellOf(place)
  return country === undefined || country === 'any' || country === member.country ? member : null
}

function filtersOf(
  query: Query,
  { member }: Scope,
  place: LocatedPlace | null,
  radius: Radius | null,
): Omit<Filters, 'sort'> {
  const [youngest, oldest] = [query.ageFrom ?? MIN_AGE, query.ageTo ?? MAX_AGE].toSorted(
    (a, b) => a - b,
  ) as [number, number]
  const country = place?.country ?? query.country ?? member.country
  return {
    gender: query.gender?.length ? [...new Set(query.gender)] : [...member.lookingFor],
    ageFrom: youngest,
    ageTo: oldest,
    country: country === 'any' ? null : country,
    place: place && {
      id: place.id,
      name: place.name,
      region: place.region,
      country: place.country,
    },
    radius,
    online: query.online,
    withPhoto: query.withPhoto,
    verified: query.verified,
    linked: query.linked,
    facts: Object.fromEntries(
      classifiers.flatMap(({ name }) => {
        const values = query[name]
        return values?.length ? [[name, [...new Set(values)]]] : []
      }),
    ),
  }
}

function wantedBy(
  filters: Omit<Filters, 'sort'>,
  centre: Point | null,
  scope: Scope,
): SearchCriteria {
  const { gender, ageFrom, ageTo, country, radius } = filters
  const { online, withPhoto, verified, linked, facts } = filters
  return {
    gender,
    bornBetween: bornBetween(ageFrom, ageTo, scope.at),
    // A circle may cross borders.
    country: centre && radius !== null ? null : country,
    countries: searchCountriesOf(scope),
    circle: centre && radius !== null ? { centre, km: radius } : null,
    online,
    withPhoto,
    verified,
    linked,
    facts,
  }
}

export const searchHandlers: Handler[] = [searchHandler, countHandler]
