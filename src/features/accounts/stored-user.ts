export const STORED_USER = 'user'
export const CCP_INFO = 'ccpInfo'
/** Where the page views of a session are counted (specification §4, "Page-view monetisation"): in session storage. */
const PAGE_VIEWS = 'monetizationPageViews'

/** Forgets what this browser keeps of a member (specification §4). Clear-Site-Data does not reach it: that clears the API's origin. */
export function forgetStoredUser(): void {
  localStorage.removeItem(STORED_USER)
  localStorage.removeItem(CCP_INFO)
  sessionStorage.removeItem(PAGE_VIEWS)
}
