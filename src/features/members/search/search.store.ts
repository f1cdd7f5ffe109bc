import { atom } from 'nanostores'
import { api, assertRefused, type CallError } from '#api/client.ts'
import type { Answer } from '#api/contract.ts'
import { createSeed } from '#ui/seeds.store.ts'
import type { Card } from './cards/cards.contract.ts'
import type { countUsers, searchUsers } from './search.contract.ts'
import { countOf, type FiltersQuery, queryOf } from './search.ts'

type Found = Answer<typeof searchUsers>
type Count = Answer<typeof countUsers>

export type Searched = Pick<Found, 'page' | 'hasMore' | 'filters'> & {
  /** Of all pages that were added. */
  members: readonly Card[]
  /** How many there are in all, where that was counted. */
  count: Count | null
  refusal: Pick<CallError, 'message' | 'errors'> | null
  isBusy: boolean
}

export const $search = atom<Searched | null>(null)

export const seedSearch = createSeed(
  (first: Searched | null) => $search.set(first),
  () => $search.set(null),
)

let latest = new AbortController()

/**
 * Exchanges who is shown; false if another search began since, or this one was refused: who was
 * found then stays.
 */
export async function search(query: FiltersQuery, page = 1): Promise<boolean> {
  const found = await ask(query, page)
  if (!found) return false
  const count = countOf(found)
  $search.set({ ...found, count, refusal: null, isBusy: false })
  if (count === null && found.page === 1) void countSearch(found.filters)
  return true
}

/** Adds the next page below, and returns the first of those who came. */
export async function showMore(): Promise<Card | null> {
  const before = $search.get()
  if (!before?.hasMore || before.isBusy) return null
  const found = await ask(queryOf(before.filters), before.page + 1)
  if (!found) return null
  const known = new Set(before.members.map(({ id }) => id))
  const added = found.members.filter(({ id }) => !known.has(id))
  $search.set({
    ...before,
    // It may have been counted meanwhile.
    count: $search.get()?.count ?? before.count,
    page: found.page,
    hasMore: found.hasMore,
    members: [...before.members, ...added],
    refusal: null,
    isBusy: false,
  })
  return added[0] ?? null
}

/** Counts what the filters would find, for who is choosing them. */
export async function countFor(query: FiltersQuery): Promise<Count | null> {
  try {
    return await api.send<typeof countUsers>('GET /search/count', { query })
  } catch (error) {
    // There is then no number, and the search itself says what is wrong.
    assertRefused(error)
    return null
  }
}

async function countSearch(filters: Found['filters']): Promise<void> {
  const count = await countFor(queryOf(filters))
  const now = $search.get()
  if (now?.filters === filters) $search.set({ ...now, count })
}

async function ask(query: FiltersQuery, page: number): Promise<Found | null> {
  latest.abort()
  const own = new AbortController()
  latest = own
  mark({ isBusy: true })
  try {
    return await api.send<typeof searchUsers>(
      'GET /search/users',
      { query: { ...query, page: String(page), withTotal: 'on' } },
      { signal: own.signal },
    )
  } catch (error) {
    if (own.signal.aborted) return null
    assertRefused(error)
    mark({ isBusy: false, refusal: { message: error.message, errors: error.errors } })
    return null
  }
}

function mark(change: Partial<Searched>): void {
  const now = $search.get()
  if (now) $search.set({ ...now, ...change })
}
