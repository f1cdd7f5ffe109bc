/**
 * Each state of the page has its own URL, so that none needs a script: request form, next steps, new password, done.
 */
const PAGE = '/resetPassword/makeRequest'

export const resetPage = {
  ask: `${PAGE}#ask`,
  sent: `${PAGE}#sent`,
  updatePassword: `${PAGE}#update-password`,
  changed: `${PAGE}#password-changed`,
} as const

/** Browsers keep the link's fragment if the redirect has none; the page detects a used or expired token by it. */
export function resetLinkPath(token: string): string {
  return `${PAGE}?token=${token}#ask-again`
}
