/** Where the media host serves the page of a zone, to be framed. */
export const AD_ZONE_PATH = '/ad-zone'

/**
 * A click may open the advertiser's page; nothing may lead ours elsewhere, and the frame has no
 * origin to store under.
 */
export const ZONE_SANDBOX = 'allow-scripts allow-popups allow-popups-to-escape-sandbox'
