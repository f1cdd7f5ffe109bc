import { onMount, type Store } from 'nanostores'

/**
 * Starts what keeps a store current while it has listeners. `load` gives the function that starts
 * it, and that returns what stops it: its module is loaded once the store is mounted, and nothing
 * starts where it is not any more.
 */
export function whileMounted(store: Store, load: () => Promise<() => () => void>): void {
  // Another file of the page was here first, and listens for good: of a store that is mounted,
  // nothing tells so again.
  if (store.lc > 0) return void load().then((start) => start())
  onMount(store, () => {
    let isMounted = true
    let stop: (() => void) | undefined
    void load().then((start) => {
      if (isMounted) stop = start()
    })
    return () => {
      isMounted = false
      stop?.()
    }
  })
}
