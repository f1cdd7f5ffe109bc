import { jsonIn } from './json.ts'

/**
 * What a browser may lack, refuse or have no room for, in one place: private windows, blocked
 * cookies, embedded views and old browsers. Each of these answers as if there were nothing, or
 * keeps it until the page is left.
 */

type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** All requests of a server share its modules. */
const isInPage = () => typeof document !== 'undefined'

/** A storage; what it does not take is kept by the page. */
function guarded(open: () => Storage | null | undefined): Kept {
  const here = new Map<string, string | null>()
  const ask = <T>(act: (storage: Storage) => T): T | undefined => {
    try {
      const storage = open()
      return storage ? act(storage) : undefined
    } catch {
      return undefined
    }
  }
  return {
    getItem: (name) =>
      here.has(name) ? (here.get(name) ?? null) : (ask((storage) => storage.getItem(name)) ?? null),
    setItem(name, value) {
      const isKept = ask((storage) => {
        storage.setItem(name, value)
        return true
      })
      if (isKept) here.delete(name)
      else if (isInPage()) here.set(name, value)
    },
    removeItem(name) {
      const isGone = ask((storage) => {
        storage.removeItem(name)
        return true
      })
      if (isGone) here.delete(name)
      else if (isInPage()) here.set(name, null)
    },
  }
}

export const localKept = guarded(() => globalThis.localStorage)
export const tabKept = guarded(() => globalThis.sessionStorage)

/**
 * What was kept as JSON; null where there is nothing, or nothing that can be read: storage can hold
 * anything.
 */
export function readKept(text: string | null): unknown {
  return text === null ? null : jsonIn(text)
}

/** The value of something that may be absent, or throw when it is touched. */
function orNull<T>(read: () => T | undefined): T | null {
  try {
    return read() ?? null
  } catch {
    return null
  }
}

export const databases = (): IDBFactory | null => orNull(() => globalThis.indexedDB)
export const webLocks = (): LockManager | null => orNull(() => globalThis.navigator.locks)

export function forgetDatabase(name: string): void {
  orNull(() => databases()?.deleteDatabase(name))
}

/** A channel to the other pages of this browser; null without one. */
export function openChannel(name: string): BroadcastChannel | null {
  return orNull(() => new BroadcastChannel(name))
}

/** Of the pages that do it at this moment, one does; each, where the browser has no locks. */
export async function inOnePage(name: string, act: () => Promise<void>): Promise<void> {
  const locks = webLocks()
  if (!locks) return act()
  await locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock) await act()
  })
}

/**
 * Registers the script, and waits until it works; null where the browser has no service workers, or
 * not for this page.
 */
export async function serviceWorker(script: string): Promise<ServiceWorkerRegistration | null> {
  try {
    const workers = globalThis.navigator.serviceWorker
    await workers.register(script)
    return await workers.ready
  } catch {
    // Absent, refused, or aborted by Firefox as the page is left; the next page registers.
    return null
  }
}

/** Whether the text is in the clipboard now. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await globalThis.navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/**
 * When the member last changed what other pages show: such a page from before is loaded again
 * instead of restored.
 */
export const CHANGED_AT = 'changedAt'

export function outdatePages(): void {
  tabKept.setItem(CHANGED_AT, String(Date.now()))
}
