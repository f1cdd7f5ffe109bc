/** Where the page views of a session are counted (specification §4, "Page-view monetisation"): in session storage. */
export const PAGE_VIEWS = 'monetizationPageViews'
