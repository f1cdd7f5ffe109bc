import { STORED_USER } from '../features/core/accounts/stored-user.ts'
import { localKept, readKept } from '../lib/browser.ts'

/**
 * These pages are files, the same for everybody: what is there for whoever is signed in is shown by
 * the style sheet.
 */
function show(): void {
  const user = readKept(localKept.getItem(STORED_USER))
  const isSignedIn = user !== null && typeof user === 'object' && 'username' in user
  document.documentElement.toggleAttribute('data-signed-in', isSignedIn)
}

show()
// Signed out in another tab, or before the browser went back to this page.
addEventListener('storage', show)
addEventListener('pageshow', show)
