export const STORED_USER = 'user'
export const CCP_INFO = 'ccpInfo'
/** Texts that the server does not have yet (messaging/unsent.ts). */
export const DRAFTS = 'drafts'
export const OUTBOX = 'outbox'
/** The list that a profile was opened from (features/discovery/trail.ts). */
export const TRAIL = 'trail'
const PAGE_VIEWS = 'monetizationPageViews'

/** Deletes a member's data in this browser (specification §4). Clear-Site-Data affects only the API's origin. */
export function forgetStoredUser(): void {
  for (const name of [STORED_USER, CCP_INFO, DRAFTS, OUTBOX]) localStorage.removeItem(name)
  sessionStorage.removeItem(PAGE_VIEWS)
  sessionStorage.removeItem(TRAIL)
}

/** When the member last changed what other pages show: such a page from before is loaded again instead of restored. */
export const CHANGED_AT = 'changedAt'

export function outdatePages(): void {
  sessionStorage.setItem(CHANGED_AT, String(Date.now()))
}
