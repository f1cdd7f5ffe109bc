import { tabKept } from '../../../lib/browser.ts'
import { AD_RETURN_PATH } from '../../core/accounts/stored-user.ts'

/** The way on leads back to where the member was, once. */
const path = tabKept.getItem(AD_RETURN_PATH)
const on = document.querySelector<HTMLAnchorElement>('a[data-go-on]')
if (on && path !== null && /^\/(?![/\\])/.test(path)) {
  on.href = path
  on.addEventListener('click', () => tabKept.removeItem(AD_RETURN_PATH))
}

// Imported dynamically everywhere: a module imported both ways needs a helper, which every page would load.
void import('./ads.client.ts')
