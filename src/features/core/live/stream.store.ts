import { atom } from 'nanostores'
import { whileMounted } from '#ui/while-mounted.ts'
import type { Hint } from './member-events.ts'

export const $connection = atom<'closed' | 'open'>('closed')

/** The latest hint. The page keeps one connection while the store has listeners. */
export const $hint = atom<Hint | null>(null)

let since = 0

export function seedStream(at: number): void {
  since = at
}

whileMounted($hint, async () => {
  const stream = await import('./connection.client.ts')
  return () =>
    stream.connect({
      ...stream.thisPage,
      since: () => since,
      publish: (hint) => $hint.set(hint),
      show: (state) => $connection.set(state),
    })
})
