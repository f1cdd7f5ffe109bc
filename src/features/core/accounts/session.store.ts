import { atom, onMount } from 'nanostores'
import { api } from '#api/client.ts'
import { localKept, readKept } from '#lib/browser.ts'
import type { UserInfo } from '#members/viewer/parameters.contract.ts'
import { createSeed, forgetSeeds } from '#ui/seeds.store.ts'
import { $hint } from '../live/stream.store.ts'
import { startTickers, stopTickers } from '../live/tickers.store.ts'
import type { signOut as signOutEndpoint } from './sign-in/sign-in.contract.ts'
import { CCP_INFO, forgetStoredUser, SESSION_ENDED, STORED_USER } from './stored-user.ts'

export const $user = atom<UserInfo | null>(null)

export const seedSession = createSeed(
  (user: UserInfo, ccpInfo?: string) => {
    localKept.setItem(CCP_INFO, ccpInfo ?? '{}')
    setUser(user)
    // The store must be mounted on every page, so that each page notices the end of the session.
    $user.listen(() => undefined)
  },
  () => $user.set(null),
)

/**
 * Specification §4: the user is restored from local storage when present and not an empty array.
 */
export function restoreSession(): void {
  const user = storedUser()
  if (user === null) return
  $user.set(user)
  startTickers()
}

export function setUser(user: UserInfo): void {
  localKept.setItem(STORED_USER, JSON.stringify(user))
  $user.set(user)
  startTickers()
}

let landing: string | null = null

export async function signOut(): Promise<void> {
  const before = landing
  // The event of the end may come before the answer: it would lead to the page for who did not want
  // to leave.
  landing ??= '/'
  try {
    await api.send<typeof signOutEndpoint>('GET /site/signout', {})
  } catch (error) {
    landing = before
    throw error
  }
  leave()
}

/** Clears the member from this browser after the session ended, here or elsewhere. */
export function forgetSession(): void {
  stopTickers()
  forgetSeeds()
  forgetStoredUser()
}

/**
 * Where this tab goes when its session ends: the event of the end may arrive before the answer that
 * leads there.
 */
export function setLanding(path: string | null): void {
  landing = path
}

let restored = () => location.reload()

/** Replaces the reload of a page that the back/forward cache restores. */
export function whenRestored(act: () => void): void {
  restored = act
}

/**
 * The session ended, by whatever: the server knows whether there is something to say, and where to
 * go on after signing in.
 */
export function leave(): void {
  forgetSession()
  location.replace(
    landing ?? `${SESSION_ENDED}?back=${encodeURIComponent(location.pathname + location.search)}`,
  )
}

onMount($user, () => {
  if ($user.get() === null) restoreSession()
  const stopHints = $hint.listen((hint) => {
    if (hint?.type === 'signedOut') leave()
    else if (hint?.type === 'locked') location.reload()
  })
  // The `storage` event fires only in other tabs: the member signed out there.
  const storageChanged = (event: StorageEvent) => {
    if (
      (event.key === STORED_USER || event.key === null) &&
      event.newValue === null &&
      $user.get() !== null
    )
      leave()
  }
  const shownAgain = (event: PageTransitionEvent) => {
    if (event.persisted && $user.get() !== null) restored()
  }
  addEventListener('storage', storageChanged)
  addEventListener('pageshow', shownAgain)
  return () => {
    stopHints()
    removeEventListener('storage', storageChanged)
    removeEventListener('pageshow', shownAgain)
  }
})

export function storedUser(): UserInfo | null {
  const stored = readKept(localKept.getItem(STORED_USER))
  return stored !== null && typeof stored === 'object' && !Array.isArray(stored)
    ? (stored as UserInfo)
    : null
}
