import { api, assertRefused } from '../../../api/client.ts'
import type { signOut } from '../../core/accounts/sign-in.contract.ts'
import { forgetStoredUser } from '../../core/accounts/stored-user.ts'

/**
 * The server sets the attribute where the page was opened from one of ours: a link from elsewhere signs nobody out.
 * Without script, or where this fails, the page's form signs out.
 */
const page = document.querySelector<HTMLElement>('[data-signs-out]')
if (page) {
  api
    .send<typeof signOut>('GET /site/signout', {})
    .then(() => {
      forgetStoredUser()
      page.dataset['signsOut'] = 'done'
    })
    .catch(assertRefused)
}

// Imported dynamically everywhere: a module imported both ways needs a helper, which every page would load.
void import('./ads.client.ts')
