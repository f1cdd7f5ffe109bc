import { useStore } from '@nanostores/react'
import type { Store, StoreValue } from 'nanostores'
import { useState, useSyncExternalStore } from 'react'

/**
 * A shared store's value in an island. `seed` puts the page's data into the store, once a page; until the
 * island is alive it shows just these, so that the server's markup and the first render agree. On the server
 * the store is not touched: it would be everybody's.
 */
export function useSeeded<S extends Store>(store: S, initial: StoreValue<S>, seed: (initial: StoreValue<S>) => void): StoreValue<S> {
  if (typeof window === 'undefined') return initial
  // With the first render alone: what was forgotten since, at sign-out, must not come back with the next.
  useState(() => seed(initial))
  return useStore(store, { ssr: () => initial })
}

const never = () => () => undefined

/** False on the server and in the first render; true from then on: for what only the browser knows, like its time zone. */
export function useIsAlive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
