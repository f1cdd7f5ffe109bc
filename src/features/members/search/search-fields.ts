import { classifiers } from '#core/people/classifiers.ts'
import type { FiltersQuery } from './search.ts'
import type { Values } from './SearchForm.tsx'

/** In an address: `deck` for one person at a time. It is no filter. */
export const VIEW = 'view'

/** What the fields of the search form say, as in the address; empty ones are left out. */
export function fieldsOf(form: HTMLFormElement): string {
  const fields = new URLSearchParams()
  for (const [name, value] of new FormData(form))
    if (typeof value === 'string' && value !== '' && name !== VIEW) fields.append(name, value)
  return fields.toString()
}

const names = [
  'ageFrom',
  'ageTo',
  'country',
  'place',
  'placeId',
  'radius',
  'online',
  'withPhoto',
  'verified',
  'linked',
  'sort',
] as const

const listed = ['gender', ...classifiers.map(({ name }) => name)] as const

export function queryIn(fields: URLSearchParams): FiltersQuery {
  return {
    ...Object.fromEntries(
      listed.flatMap((name) => {
        const values = fields.getAll(name)
        return values.length === 0 ? [] : [[name, values]]
      }),
    ),
    ...Object.fromEntries(
      names.flatMap((name) => {
        const value = fields.get(name)
        return value === null ? [] : [[name, value]]
      }),
    ),
  }
}

export function valuesOf(query: FiltersQuery): Values {
  return {
    gender: query.gender ?? [],
    ageFrom: query.ageFrom ?? '',
    ageTo: query.ageTo ?? '',
    country: query.country ?? 'any',
    place: query.place ?? '',
    placeId: query.placeId ?? '',
    radius: query.radius ?? 'any',
    online: query.online !== undefined,
    withPhoto: query.withPhoto !== undefined,
    verified: query.verified !== undefined,
    linked: query.linked !== undefined,
    sort: query.sort ?? 'lastSeen',
    facts: Object.fromEntries(classifiers.map(({ name }) => [name, query[name] ?? []])),
  }
}
