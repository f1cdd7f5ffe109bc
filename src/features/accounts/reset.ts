/**
 * Resetting a password is one page in several states, each an address of its own, so that they need no script:
 * a form to ask for a link; what to do next; the dialog in which a followed link ends; and that it is done.
 */
const PAGE = '/resetPassword/makeRequest'

export const resetPage = {
  ask: `${PAGE}#ask`,
  sent: `${PAGE}#sent`,
  updatePassword: `${PAGE}#update-password`,
  changed: `${PAGE}#password-changed`,
} as const

/**
 * The path of a link in a mail. A browser keeps the link's own fragment where the redirect that follows names
 * none, which is so for a token that is used or too old: that is how the page knows.
 */
export function resetLinkPath(token: string): string {
  return `${PAGE}?token=${token}#ask-again`
}
