import { api, assertRefused } from '#api/client.ts'
import type { signOut } from '#core/accounts/sign-in/sign-in.contract.ts'
import { forgetStoredUser } from '#core/accounts/stored-user.ts'
import type { trackEvent } from './ads.contract.ts'
import type { AdEvent } from './ads.ts'

/** Counts that an ad came into view, or was clicked; what is not counted is nobody's loss. */
export function trackAd(ad: string, event: AdEvent): void {
  api.send<typeof trackEvent>('POST /ad/trackEvent', { body: { ad, event } }).catch(assertRefused)
}

/** Signs out, and stays on the page; false where the server refused. */
export async function signOutHere(): Promise<boolean> {
  try {
    await api.send<typeof signOut>('GET /site/signout', {})
  } catch (error) {
    assertRefused(error)
    return false
  }
  forgetStoredUser()
  return true
}
