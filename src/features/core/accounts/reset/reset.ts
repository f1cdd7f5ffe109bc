/**
 * Each state of the page has its own URL, so that none needs a script: request form, next steps,
 * new password, done, and why a link is over.
 */
const PAGE = '/resetPassword/makeRequest'

export const resetPage = {
  path: PAGE,
  ask: `${PAGE}#ask`,
  sent: `${PAGE}#sent`,
  changed: `${PAGE}#password-changed`,
  /** A link that was opened, by its state. */
  open: `${PAGE}#update-password`,
  done: `${PAGE}#used-before`,
  replaced: `${PAGE}#newer-link`,
  old: `${PAGE}#ask-again`,
} as const

/** What is said where a link is over, on the page and by a refused form. */
export const resetLinkIsOver = {
  done: 'Your password was changed by this link already. If you do not remember it, please ask for a new link.',
  replaced:
    'A newer link was sent since, or your password was changed. Please use the newest link, or ask for another.',
  old: 'This link is too old. Please ask for a new one.',
} as const
