import { DAY, later } from '#lib/clock.ts'
import type { Brand } from '#sites/site.ts'

type AdMember = { firstPremiumAt: Date | null; fullPageAdDueAt: Date | null; createdAt: Date }

/** Days after joining, and after each one, before a full-page ad is due. */
const FIRST = 1
const AGAIN = 7

/** `showFullPageAd` of the user record: on a brand with it, for who never upgraded. */
export function isFullPageAdDue(
  { flags }: Brand,
  { firstPremiumAt, fullPageAdDueAt, createdAt }: AdMember,
  at: Date,
): boolean {
  if (
    !flags.showFullPageAd ||
    !flags.showFullPageAdFS ||
    flags.removeOptimiserRedirects ||
    firstPremiumAt !== null
  )
    return false
  return (fullPageAdDueAt ?? later(createdAt, FIRST * DAY)) <= at
}

export function nextFullPageAd(at: Date): Date {
  return later(at, AGAIN * DAY)
}

/**
 * Specification §4: the header on searches, which somebody asks for. Nothing that a page asks by
 * itself has it, so that a poll or a notice takes nobody away from a text or a payment (decisions
 * §3); a navigation is told by the user record.
 */
export function askForFullPageAd(
  headers: Headers,
  { brand, member, at }: { brand: Brand; member: AdMember; at: Date },
): void {
  if (isFullPageAdDue(brand, member, at)) headers.set('X-Page-Render', 'FullPageAd')
}
