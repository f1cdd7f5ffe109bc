import { z } from 'zod'

/** What marketers edit, as the front matter of its files says it; whatever is not named here is an error. */

export const kinds = ['legal', 'help', 'promo'] as const
export type Kind = (typeof kinds)[number]

/** The legal pages, by the last part of their path under `/site/`. */
export const legalNames = ['about', 'terms', 'privacy', 'cookiePolicy', '2257Notice', 'tos'] as const
export type LegalName = (typeof legalNames)[number]

/** The parts of the help page, in its order. */
export const helpCategories = {
  joining: 'Joining and signing in',
  profile: 'Your profile and photos',
  meeting: 'Finding people',
  messages: 'Messages',
  paying: 'Paying',
  privacy: 'Privacy',
  safety: 'Safety',
  leaving: 'Leaving',
} as const
export type HelpCategory = keyof typeof helpCategories
const categoryNames = Object.keys(helpCategories) as [HelpCategory, ...HelpCategory[]]

export const promoNames = ['landing', 'oneClick', 'affiliate'] as const
export type PromoName = (typeof promoNames)[number]

const words = (most: number) => z.string().trim().min(1).max(most)

const legalMatter = z.strictObject({
  title: words(80),
  /** In force since; members are asked again when that of the terms or of the privacy policy changes. */
  version: z.iso.date(),
  /** What this version changed, in a sentence for whoever is asked again. */
  changes: words(300),
  /** Whether counsel has read it, and when. Never on the page. */
  review: z.union([z.literal('pending'), z.iso.date()]),
})

const helpMatter = z.strictObject({
  title: words(120),
  category: z.enum(categoryNames),
  order: z.int().nonnegative(),
  /** Only on brands that bill like this; on all of them if left out. */
  billing: z.array(z.enum(['subscription', 'credits', 'partner'])).min(1).optional(),
  /** What people search for that the question does not say. */
  keywords: words(200).optional(),
})

const landingMatter = z.strictObject({
  headline: words(80),
  lead: words(220),
  reasons: z.array(z.strictObject({ title: words(60), text: words(240) })).length(3),
  /** Heads and explains the prices, which the landing shows from the brand's billing. */
  priceTitle: words(40),
  priceText: words(160),
  /** The last line, above the second call to join. */
  closing: words(40),
})

const joinMatter = z.strictObject({
  title: words(60),
  headline: words(80),
  lead: words(220),
  points: z.array(words(160)).length(3),
  /** Below the form. */
  small: words(300),
})

/** The front matter that a file of this kind and name has. */
export function matterOf(kind: Kind, name: string): z.ZodType {
  if (kind === 'legal') return legalMatter
  if (kind === 'help') return helpMatter
  return name === 'landing' ? landingMatter : joinMatter
}

export type LegalMatter = z.output<typeof legalMatter>
export type HelpMatter = z.output<typeof helpMatter>
export type LandingText = z.output<typeof landingMatter>
export type JoinMatter = z.output<typeof joinMatter>
