import { atom } from 'nanostores'
import { api, assertRefused } from '../../api/client.ts'
import type { Answer } from '../../api/contract.ts'
import type { FieldError } from '../../api/errors.ts'
import type { searchUsers } from './search.contract.ts'

export type Results = Answer<typeof searchUsers>

export const $results = atom<Results | null>(null)
export const $isSearching = atom(false)
export const $refusal = atom<{ message: string; errors: readonly FieldError[] } | null>(null)

let latest: AbortController | undefined

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
