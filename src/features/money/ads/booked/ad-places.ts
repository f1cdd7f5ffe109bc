import { adSlots } from '#sites/ads.ts'
import type { Brand } from '#sites/site.ts'
import type { AdSlot } from '../ads.ts'

export const slotWords: Readonly<Record<AdSlot, string>> = {
  page: 'Below a page',
  footer: 'At the foot of pages',
  fullPage: 'The page between two pages',
  signOut: 'The page of signing out',
}

/** Why a brand shows no ad of staff in a slot, for people; null where it does. */
export function slotProblem({ name, flags, zones }: Brand, slot: AdSlot): string | null {
  if (!flags.showAds) return `${name} shows no ads.`
  if ((slot === 'footer' && !flags.footerAds) || (slot === 'fullPage' && !flags.showFullPageAdFS))
    return `${name} shows no ads here. Please choose another place.`
  if (zones.some((zone) => zone.slot === slot))
    return `An ad network fills this place of ${name}. Please choose another place.`
  return null
}

export const slotChoices = adSlots.map((value) => ({ value, label: slotWords[value] }))
