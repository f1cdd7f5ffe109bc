import { useStore as useMountedStore } from '@nanostores/react'

/**
 * A store's value, and its changes. On the server only what an island begins with: nanostores would
 * mount the store there, and with it streams and timers that are a browser's.
 */
export const useStore: typeof useMountedStore = import.meta.env.SSR
  ? (store, { ssr } = {}) => (typeof ssr === 'function' ? ssr() : store.value)
  : useMountedStore
