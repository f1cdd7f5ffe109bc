import { ownPath } from '../../sites/routes.ts'
import { AD_RETURN_PATH } from '../accounts/stored-user.ts'

/** The way on leads back to where the member was, once. */
const path = ownPath(sessionStorage.getItem(AD_RETURN_PATH))
const on = document.querySelector<HTMLAnchorElement>('a[data-go-on]')
if (on && path !== null) {
  on.href = path
  on.addEventListener('click', () => sessionStorage.removeItem(AD_RETURN_PATH))
}

// Imported dynamically everywhere: a module imported both ways needs a helper, which every page would load.
void import('./ads.client.ts')
