import { atom } from 'nanostores'
import { api, assertRefused } from '../../api/client.ts'
import type { Answer } from '../../api/contract.ts'
import type { FieldError } from '../../api/errors.ts'
import type { searchUsers } from './search.contract.ts'

export type Results = Answer<typeof searchUsers>

/** What the last search found; null until the page has seeded it or a search has come back. */
export const $results = atom<Results | null>(null)
/** Whether a search is on its way. What was found before stays until it is back. */
export const $isSearching = atom(false)
/** Why the last search was not carried out, by field and in a sentence; null where it was. */
export const $refusal = atom<{ message: string; errors: readonly FieldError[] } | null>(null)

let latest: AbortController | undefined

/** Searches by the fields of the form; a newer search takes the place of one that is still on its way. */
export async function search(fields: URLSearchParams): Promise<boolean> {
  latest?.abort()
  const own = new AbortController()
  latest = own
  $isSearching.set(true)
  const query = Object.fromEntries([...new Set(fields.keys())].map((name) => [name, name === 'gender' ? fields.getAll(name) : fields.get(name)]))
  try {
    const results = await api.send<typeof searchUsers>('GET /search/users', { query }, { signal: own.signal })
    $refusal.set(null)
    $results.set(results)
    return true
  } catch (error) {
    if (own.signal.aborted) return false
    assertRefused(error)
    $refusal.set({ message: error.message, errors: error.errors })
    return false
  } finally {
    if (latest === own) $isSearching.set(false)
  }
}
