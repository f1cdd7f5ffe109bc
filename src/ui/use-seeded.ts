import type { Store, StoreValue } from 'nanostores'
import { useState, useSyncExternalStore } from 'react'
import { useStore } from './use-store.ts'

/**
 * Until hydration the island renders `initial`; on the server the store stays empty, because all
 * requests share it.
 */
export function useSeeded<S extends Store>(
  store: S,
  initial: StoreValue<S>,
  seed: (initial: StoreValue<S>) => void,
): StoreValue<S> {
  if (import.meta.env.SSR) return initial
  // Seeds in the first render only, so that data cleared at sign-out does not return in a later
  // render.
  useState(() => seed(initial))
  return useStore(store, { ssr: () => initial })
}

const never = () => () => undefined

/**
 * False on the server and during hydration, for values that only the browser knows, such as its
 * time zone.
 */
export function useIsAlive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
