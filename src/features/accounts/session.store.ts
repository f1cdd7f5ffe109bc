import { atom, onMount } from 'nanostores'
import { api } from '../../api/client.ts'
import { createSeed, forgetSeeds } from '../../ui/seeds.store.ts'
import { $hint } from '../live/stream.store.ts'
import { startTickers, stopTickers } from '../live/tickers.store.ts'
import type { UserInfo } from '../viewer/parameters.contract.ts'
import type { signOut as signOutEndpoint } from './sign-in.contract.ts'
import { CCP_INFO, forgetStoredUser, STORED_USER } from './stored-user.ts'

/** The signed-in member (specification §3, user record); null for nobody. */
export const $user = atom<UserInfo | null>(null)

/** Takes the user from the page's data: what the server said just now counts more than what was stored. */
export const seedSession = createSeed(
  (user: UserInfo, ccpInfo?: string) => {
    localStorage.setItem(CCP_INFO, ccpInfo ?? '{}')
    setUser(user)
    // The end of the session is heard of on every page, whether or not anything on it shows the user.
    $user.listen(() => undefined)
  },
  () => $user.set(null),
)

/** Specification §4: the user is restored from local storage when present and not an empty array. */
export function restoreSession(): void {
  const user = storedUser()
  if (user === null) return
  $user.set(user)
  startTickers()
}

/** Changes what is known of the member, here and in the store. */
export function setUser(user: UserInfo): void {
  localStorage.setItem(STORED_USER, JSON.stringify(user))
  $user.set(user)
  startTickers()
}

/** Ends the session on the server, then everything that this browser knew of it; throws if the server was not reached. */
export async function signOut(): Promise<void> {
  await api.send<typeof signOutEndpoint>('GET /site/signout', {})
  leave()
}

/** Forgets the member here: the session is over, whoever ended it.  */
export function forgetSession(): void {
  stopTickers()
  forgetSeeds()
  forgetStoredUser()
}

/** Forgets the member and shows the landing; `replace`, so that "back" does not lead to the page again. */
function leave(): void {
  forgetSession()
  location.replace('/')
}

onMount($user, () => {
  if ($user.get() === null) restoreSession()
  const stopHints = $hint.listen((hint) => {
    if (hint?.type === 'signedOut') leave()
  })
  // Signed out in another tab: only other tabs hear of a change to the storage.
  const storageChanged = (event: StorageEvent) => {
    if ((event.key === STORED_USER || event.key === null) && event.newValue === null && $user.get() !== null) leave()
  }
  // A page that the browser kept whole and shows again may be of a session that is over: the server decides.
  const shownAgain = (event: PageTransitionEvent) => {
    if (event.persisted) location.reload()
  }
  addEventListener('storage', storageChanged)
  addEventListener('pageshow', shownAgain)
  return () => {
    stopHints()
    removeEventListener('storage', storageChanged)
    removeEventListener('pageshow', shownAgain)
  }
})

function storedUser(): UserInfo | null {
  const text = localStorage.getItem(STORED_USER)
  if (text === null) return null
  try {
    const stored: unknown = JSON.parse(text)
    return stored !== null && typeof stored === 'object' && !Array.isArray(stored) ? (stored as UserInfo) : null
  } catch {
    // Somebody else's words under our name: as good as nothing.
    localStorage.removeItem(STORED_USER)
    return null
  }
}
