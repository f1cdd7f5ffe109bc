import { api, assertRefused } from '../../../api/client.ts'
import { DOUBLE_PRESS } from './quick-exit.ts'
import { forgetSession, setLanding } from './session.store.ts'
import type { signOut } from './sign-in.contract.ts'

const link = document.querySelector<HTMLAnchorElement>('[data-quick-exit]')
let pressedAt = -Infinity

link?.addEventListener('click', (event) => {
  event.preventDefault()
  exit(link)
})
// Before dialogs and menus, which stop the key.
addEventListener(
  'keydown',
  ({ key, repeat, timeStamp }) => {
    if (key !== 'Escape' || repeat) return
    if (link && timeStamp - pressedAt < DOUBLE_PRESS) exit(link)
    pressedAt = timeStamp
  },
  { capture: true },
)

/** The page is hidden at once: the other one may be slow. It takes this one's place in the tab's history. */
function exit({ href, dataset }: HTMLAnchorElement): void {
  document.documentElement.hidden = true
  document.title = 'Home'
  if ('signsOut' in dataset) {
    // The event stream may tell of the end before this page is gone.
    setLanding(href)
    void api.send<typeof signOut>('GET /site/signout', {}, { keepalive: true }).catch(assertRefused)
    forgetSession()
  }
  location.replace(href)
}
