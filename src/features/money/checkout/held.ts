import { dayIn } from '#lib/formats.ts'
import { inCredits } from '../prices/in-credits.ts'
import { FAR_AWAY } from './partner/far-away.ts'

/** What a member has at present, in a few words; `credits`: null on brands that sell none. */
export function heldInShort(
  { premiumUntil, locale }: { premiumUntil: Date | null; locale: string | null },
  credits: number | null,
  at: Date,
): string {
  if (credits !== null) return inCredits(credits)
  if (premiumUntil === null || premiumUntil <= at) return 'No membership'
  return premiumUntil >= FAR_AWAY ? 'Premium' : `Premium until ${dayIn(locale, premiumUntil)}`
}
