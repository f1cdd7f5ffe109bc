import { TRAIL } from '#core/accounts/stored-user.ts'
import { tabKept } from '#lib/browser.ts'
import type { Trail } from './trail.ts'

/**
 * Notes the list from which a profile is opened, so that the profile leads to the next one and
 * back.
 */
export function keepTrail(ids: readonly number[], title: string): void {
  const { upTo = 1 } = (history.state ?? {}) as { upTo?: number }
  const trail: Trail = {
    ids: [...new Set(ids)],
    back: location.pathname + location.search,
    title,
    upTo,
  }
  tabKept.setItem(TRAIL, JSON.stringify(trail))
}
