import { $user } from '../features/core/accounts/session.store.ts'
import { goingTo } from '../ui/going-to.ts'

const hasTransition = /^\/(dashboard|messages|search|plist|profile|billing)(\/|$)/

// The bar imports it, which is rendered on the server, too.
if (typeof document !== 'undefined') {
  // Going on to another page aborts a transition, which is no error of the page.
  const allowAbort = (transition: ViewTransition | null) =>
    void (
      transition &&
      Promise.allSettled([transition.ready, transition.updateCallbackDone, transition.finished])
    )
  addEventListener('pageswap', (event) => {
    const { viewTransition } = event
    allowAbort(viewTransition)
    // Only pages of members opt in; Chromium reports the abort as an uncaught error of a page that
    // does not.
    const { pathname } = new URL(goingTo(event) ?? '/', location.href)
    if (!hasTransition.test(pathname)) viewTransition?.skipTransition()
  })
  addEventListener('pagereveal', ({ viewTransition }) => allowAbort(viewTransition))
  allowAbort(document.activeViewTransition)
  // A page that the back/forward cache restores is guarded by its island; one that was left before
  // is loaded again.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && $user.value === null) location.reload()
  })
}
