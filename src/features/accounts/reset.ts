/**
 * The states of the password reset page. Each has its own URL, so that none needs a script: request form, next steps,
 * new password, done.
 */
const PAGE = '/resetPassword/makeRequest'

export const resetPage = {
  ask: `${PAGE}#ask`,
  sent: `${PAGE}#sent`,
  updatePassword: `${PAGE}#update-password`,
  changed: `${PAGE}#password-changed`,
} as const

/**
 * The path of a mailed link. If the redirect after a used or expired token has no fragment, browsers keep the link's
 * fragment; the page detects an invalid link by it.
 */
export function resetLinkPath(token: string): string {
  return `${PAGE}?token=${token}#ask-again`
}
