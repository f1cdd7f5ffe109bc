export const STORED_USER = 'user'
export const CCP_INFO = 'ccpInfo'
const PAGE_VIEWS = 'monetizationPageViews'

/** Deletes a member's data in this browser (specification §4). Clear-Site-Data affects only the API's origin. */
export function forgetStoredUser(): void {
  localStorage.removeItem(STORED_USER)
  localStorage.removeItem(CCP_INFO)
  sessionStorage.removeItem(PAGE_VIEWS)
}

/** When the member last changed what other pages show: such a page from before is loaded again instead of restored. */
export const CHANGED_AT = 'changedAt'

export function outdatePages(): void {
  sessionStorage.setItem(CHANGED_AT, String(Date.now()))
}
