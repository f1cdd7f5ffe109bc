import { forgetDatabase, localKept, tabKept } from '#lib/browser.ts'

export const STORED_USER = 'user'
export const CCP_INFO = 'ccpInfo'
/** Texts that the server does not have yet (features/members/messages/writing/drafts.ts, unsent.ts). */
export const DRAFTS = 'drafts'
export const OUTBOX = 'outbox'
/** A database of sounds that the server does not have yet (messaging/recordings.client.ts). */
export const RECORDINGS = 'recordings'
/**
 * A database of chosen photos that the server does not have yet (photos/kept-uploads.client.ts).
 */
export const UPLOADS = 'uploads'
/**
 * A database of what was chosen or recorded in a chat and is not sent
 * (messaging/kept-choices.client.ts).
 */
export const CHOICES = 'choices'
/** The list that a profile was opened from (features/members/search/profile/trail.ts). */
export const TRAIL = 'trail'
/** The exit popunder opened in this browser (features/money/ads/popunder/popunder.store.ts). */
export const POPUNDER_SHOWN = 'popunderShown'
/**
 * When the member last saved what partners may know: pages from before no longer rely on what they
 * were given.
 */
export const SHARING_CHANGED = 'sharingChanged'
/**
 * What the member goes on with after paying a partner (money/checkout/partner/PartnerOffer.tsx).
 */
export const WAY_ON = 'upgradeWayOn'
/** Single letters are no keys in this browser (use-keys.ts). */
export const KEYS_OFF = 'keysOff'
export const PAGE_VIEWS = 'monetizationPageViews'
/** The member was sent to the full-page ad that was due. */
export const SENT_TO_AD = 'sentToFullPageAd'
/** Where the full-page ad leads back to. */
export const AD_RETURN_PATH = 'fullPageAdReturnPath'

/**
 * When somebody last had a hand on a page of a member who locks them (app-lock/absence.client.ts).
 */
export const ACTIVE_AT = 'activeAt'

/**
 * Deletes a member's data in this browser (specification §4). Clear-Site-Data affects only the
 * API's origin.
 */
export function forgetStoredUser(): void {
  for (const name of [
    STORED_USER,
    CCP_INFO,
    DRAFTS,
    OUTBOX,
    POPUNDER_SHOWN,
    SHARING_CHANGED,
    ACTIVE_AT,
    KEYS_OFF,
  ])
    localKept.removeItem(name)
  for (const name of [PAGE_VIEWS, AD_RETURN_PATH, SENT_TO_AD, TRAIL, WAY_ON])
    tabKept.removeItem(name)
  for (const name of [RECORDINGS, UPLOADS, CHOICES]) forgetDatabase(name)
}

/** Where a page goes whose session has ended elsewhere. */
export const SESSION_ENDED = '/site/ended'
