import { atom } from 'nanostores'
import { api, assertRefused } from '../../api/client.ts'
import type { Answer } from '../../api/contract.ts'
import type { FieldError } from '../../api/errors.ts'
import type { searchUsers } from './search.contract.ts'

export type Results = Answer<typeof searchUsers>

export const $results = atom<Results | null>(null)
/** Whether a search is running. The previous results stay until it ends. */
export const $isSearching = atom(false)
/** Errors of the last search, by field and as a message; null if it succeeded. */
export const $refusal = atom<{ message: string; errors: readonly FieldError[] } | null>(null)

let latest: AbortController | undefined

/** Searches with the form's fields; a newer search supersedes a running one. */
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
