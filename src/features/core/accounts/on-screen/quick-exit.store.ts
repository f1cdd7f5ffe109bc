import { api, assertRefused } from '#api/client.ts'
import { forgetSession, setLanding } from '../session.store.ts'
import type { signOut } from '../sign-in/sign-in.contract.ts'

/** Ends the session while the browser is on its way to another site. */
export function signOutOnTheWay(to: string): void {
  // The event stream may tell of the end before this page is gone.
  setLanding(to)
  void api.send<typeof signOut>('GET /site/signout', {}, { keepalive: true }).catch(assertRefused)
  forgetSession()
}
