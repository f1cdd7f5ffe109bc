import { tabKept } from '../../../lib/browser.ts'
import { TRAIL } from '../../core/accounts/stored-user.ts'
import { profileId, type Trail } from './trail.ts'

/** Notes the list when a profile is opened from it, so that the profile leads to the next one and back. */
document.addEventListener('click', ({ target }) => {
  const link =
    target instanceof Element
      ? target.closest<HTMLAnchorElement>('[data-person] a[href^="/profile/view/id/"]')
      : null
  if (!link) return
  const ids = [
    ...document.querySelectorAll<HTMLAnchorElement>('.people [data-person] h3 a'),
  ].flatMap((one) => profileId(one.pathname) ?? [])
  // A link elsewhere on the page is of no list.
  if (!ids.some((id) => id === profileId(link.pathname))) return
  const { upTo = 1 } = (history.state ?? {}) as { upTo?: number }
  const trail: Trail = {
    ids: [...new Set(ids)],
    back: location.pathname + location.search,
    title: document.querySelector('h1')?.textContent ?? '',
    upTo,
  }
  tabKept.setItem(TRAIL, JSON.stringify(trail))
})
