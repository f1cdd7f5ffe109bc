import { tabKept } from '../lib/browser.ts'

/** Specification §8 and §9, in milliseconds. */
const RELOAD_GUARD = 10_000
const RELOADED_AT = 'reloadedAt'

/**
 * Chromium, Firefox and Safari say differently that a module was not there: after an upgrade the
 * server has other files than an open page asks for.
 */
function isMissingModule(error: unknown): boolean {
  return error instanceof TypeError && /\bmodule\b/i.test(error.message) && navigator.onLine
}

/**
 * Firefox drops what a page loads as soon as it is being left, which looks the same: a reload would
 * undo the click.
 */
let leftAt = 0
addEventListener('beforeunload', () => (leftAt = Date.now()))

function reloadOnce(error: unknown): void {
  if (
    !isMissingModule(error) ||
    Date.now() - Math.max(leftAt, Number(tabKept.getItem(RELOADED_AT))) < RELOAD_GUARD
  )
    return
  tabKept.setItem(RELOADED_AT, String(Date.now()))
  location.reload()
}

addEventListener('unhandledrejection', ({ reason }) => reloadOnce(reason))
addEventListener('astro:hydration-error', (event) =>
  reloadOnce((event as CustomEvent<{ error: unknown }>).detail.error),
)
// Of a part that is loaded with its first use, whose region says so in its place meanwhile.
addEventListener('reported', (event) => reloadOnce((event as CustomEvent<unknown>).detail))
