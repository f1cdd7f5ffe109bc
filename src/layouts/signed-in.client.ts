import { STORED_USER } from '../features/core/accounts/stored-user.ts'
import { localKept, readKept } from '../lib/browser.ts'

/** These pages are files, the same for everybody: what is there for whoever is signed in is shown by the style sheet. */
const user = readKept(localKept.getItem(STORED_USER))
if (user !== null && typeof user === 'object' && 'username' in user)
  document.documentElement.dataset['signedIn'] = ''
