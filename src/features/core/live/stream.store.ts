import { atom } from 'nanostores'
import { whileMounted } from '../../../ui/while-mounted.ts'
import type { Hint } from './member-events.ts'

export const $connection = atom<'closed' | 'open'>('closed')

/** The latest hint. The page keeps one connection while the store has listeners. */
export const $hint = atom<Hint | null>(null)

/** When the page's counters were current, by the server's clock. */
export let since = 0

export function seedStream(at: number): void {
  since = at
}

whileMounted($hint, async () => (await import('./connection.client.ts')).connect)
