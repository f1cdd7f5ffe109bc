import { sealText, unsealText } from '../../lib/seal.server.ts'

/** What a session sets up: a secret for an app, and codes for the day the app is lost. */
export type Offer = { secret: string; recoveryCodes: string[] }

/** An account's secret as it is kept; it opens for that account alone. */
export function sealFactor(secret: string, sessionSecret: string, accountId: number): string {
  return sealText(secret, sessionSecret, factorPurpose(accountId))
}

/** The secret of `sealFactor`; null where it is another account's, or was sealed under another SESSION_SECRET. */
export function openFactor(sealed: string, sessionSecret: string, accountId: number): string | null {
  return opened(sealed, sessionSecret, factorPurpose(accountId))
}

/** An offer as it is kept until it is confirmed; it opens for its session alone. */
export function sealOffer(offer: Offer, sessionSecret: string, sessionId: number): string {
  return sealText(JSON.stringify(offer), sessionSecret, offerPurpose(sessionId))
}

/** The offer of `sealOffer`; null where it was made to another session, or sealed under another SESSION_SECRET. */
export function openOffer(sealed: string, sessionSecret: string, sessionId: number): Offer | null {
  const text = opened(sealed, sessionSecret, offerPurpose(sessionId))
  return text === null ? null : (JSON.parse(text) as Offer)
}

function opened(sealed: string, sessionSecret: string, purpose: string): string | null {
  try {
    return unsealText(sealed, sessionSecret, purpose)
  } catch {
    return null
  }
}

function factorPurpose(accountId: number): string {
  return `second factor of account ${accountId}`
}

function offerPurpose(sessionId: number): string {
  return `second factor offered to session ${sessionId}`
}
