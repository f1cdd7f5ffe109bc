import { z } from 'zod'
import { listingLimits } from '../sites/listing.ts'
import { categoryNames, helpCategories } from './help-categories.ts'

export const kinds = ['legal', 'help', 'promo', 'brand'] as const
export type ContentKind = (typeof kinds)[number]

export const legalNames = [
  'about',
  'terms',
  'privacy',
  'cookiePolicy',
  '2257Notice',
  'tos',
  'trust',
  'safety',
] as const
export type LegalName = (typeof legalNames)[number]

export const promoNames = ['landing', 'oneClick', 'affiliate'] as const
type PromoName = (typeof promoNames)[number]
export type JoinName = Exclude<PromoName, 'landing'>

/**
 * A page of a brand that people who write texts add, beside the promotional pages that each brand
 * has.
 */
export function isCampaign({ kind, name }: { kind: string; name: string }): boolean {
  return kind === 'promo' && !(promoNames as readonly string[]).includes(name)
}

/** Of a brand alone, which has no text for all: how it is found and shared. */
export const brandNames = ['listing'] as const

const words = (most: number) => z.string().trim().min(1).max(most)
const date = z.iso.date('Please give a date as 2026-12-31.')

/* The staff's editor builds its form from these schemas. `meta`: `title` is the label (by default the key in
   words), `description` the hint, `options` the labels of choices, `default` the value in a new text, `shown` after how
   many characters others cut it. */

const legalMatter = z.strictObject({
  title: words(80).meta({ title: 'Title' }),
  /** Members must accept again when the version of the terms or of the privacy policy changes. */
  version: date.meta({
    title: 'In force since',
    description:
      'A new date of the terms or of the privacy policy asks every member to accept them again.',
  }),
  /** Shown to members who must accept again, not on the page. */
  changes: words(300).meta({
    title: 'What this version changes',
    description: 'A sentence for members who are asked again.',
  }),
  review: z
    .union(
      [z.literal('pending'), z.iso.date()],
      'Please write pending, or the date of the review as 2026-12-31.',
    )
    .meta({
      title: 'Read by counsel',
      description: 'The date of the review, as 2026-12-31, or pending.',
    }),
})

const helpMatter = z.strictObject({
  title: words(120).meta({ title: 'Question' }),
  category: z.enum(categoryNames).meta({ title: 'Category', options: helpCategories }),
  order: z.int().nonnegative().meta({
    title: 'Place in the category',
    description: 'The lowest number stands first.',
    default: 50,
  }),
  billing: z
    .array(z.enum(['subscription', 'credits', 'partner']))
    .min(1)
    .optional()
    .meta({
      title: 'Only where members pay by',
      description: 'Choose none for all brands.',
      options: { subscription: 'Subscription', credits: 'Credits', partner: 'A partner' },
    }),
  keywords: words(200).optional().meta({
    title: 'Words that people search with',
    description: 'Those that the question does not have.',
  }),
})

const landingMatter = z.strictObject({
  headline: words(80).meta({ title: 'Headline' }),
  lead: words(220).meta({ title: 'Lead' }),
  reasons: z
    .array(
      z
        .strictObject({
          title: words(60).meta({ title: 'Title' }),
          text: words(240).meta({ title: 'Text' }),
        })
        .meta({ title: 'Reason' }),
    )
    .length(3)
    .meta({ title: 'Reasons' }),
  priceTitle: words(40).meta({ title: 'Above the prices' }),
  priceText: words(160).meta({
    title: 'About the prices',
    description: 'The prices themselves come from the brand.',
  }),
  closing: words(40).meta({
    title: 'Last line',
    description: 'It stands above the second call to join.',
  }),
})

const joinMatter = z.strictObject({
  title: words(60).meta({ title: 'Title' }),
  headline: words(80).meta({ title: 'Headline' }),
  lead: words(220).meta({ title: 'Lead' }),
  points: z
    .array(words(160).meta({ title: 'Point' }))
    .length(3)
    .meta({ title: 'Points' }),
  small: words(300).meta({ title: 'Below the form' }),
})

/** Words that a page shows as they are, after placeholders. */
const noHtml = (most: number) =>
  words(most).refine(
    (text) => !/[<>]/.test(text),
    'Please use plain words: HTML is not shown here.',
  )

/** What the button of a campaign leads to. */
const waysToJoin = {
  register: 'The ordinary sign-up',
  oneClick: 'The sign-up without a password',
  affiliate: 'The short sign-up, with a password',
} as const
const wayNames = Object.keys(waysToJoin) as [WayToJoin, ...WayToJoin[]]
type WayToJoin = keyof typeof waysToJoin

const campaignMatter = z
  .strictObject({
    headline: noHtml(80).meta({ title: 'Headline' }),
    button: noHtml(40).meta({ title: 'On the button' }),
    leadsTo: z
      .enum(wayNames)
      .meta({ title: 'The button leads to', options: waysToJoin, default: 'register' }),
    /** By its number, so that another one may take its place. */
    picture: z.int().positive().max(999_999_999).optional().meta({
      title: 'Picture',
      description: 'Its number on the page of brand pictures. Empty: what is drawn for the brand.',
    }),
    pictureShows: noHtml(200).optional().meta({
      title: 'What the picture shows',
      description: 'In one sentence, for whoever does not see it.',
    }),
    from: date.optional().meta({
      title: 'First day',
      description: 'By the clocks of the brand. Empty: as soon as it is published.',
    }),
    until: date.optional().meta({
      title: 'Last day',
      description: 'After it, its address leads nowhere. Empty: until it is taken back.',
    }),
  })
  .refine(({ from, until }) => from === undefined || until === undefined || from <= until, {
    path: ['until'],
    error: 'Please choose a last day that is not before the first.',
  })
  .refine(({ picture, pictureShows }) => picture === undefined || pictureShows !== undefined, {
    path: ['pictureShows'],
    error: 'Please say what the picture shows.',
  })

/** Controls, breaks, and what turns the direction of the words around it. */
const NO_LINE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u
const MARKUP = /[<>]|\{\{|\}\}|\*\*|__|\]\(/

/** A line that others show as it is; where there is none, the brand's own data says it. */
function plainLine(key: keyof typeof listingLimits) {
  return words(listingLimits[key].most)
    .refine((text) => !NO_LINE.test(text), 'Please write this in one line.')
    .refine(
      (text) => !MARKUP.test(text),
      'Please use plain words: HTML, Markdown and {{words}} are not filled in here.',
    )
    .optional()
}
const EMPTY = 'Empty: what the product came with.'

const listingMatter = z.strictObject({
  tagline: plainLine('tagline').meta({
    title: 'Tagline',
    description: `At the foot of pages, in mails and where texts say it. The picture of a shared page keeps the one that it was drawn with. ${EMPTY}`,
  }),
  seoTitle: plainLine('seoTitle').meta({
    title: 'Title in search engines',
    description: `The title of the landing. ${EMPTY}`,
    shown: listingLimits.seoTitle.shown,
  }),
  seoDescription: plainLine('seoDescription').meta({
    title: 'Description in search engines',
    description: `What they say of the brand, below the title. ${EMPTY}`,
    shown: listingLimits.seoDescription.shown,
  }),
  seoKeywords: plainLine('seoKeywords').meta({
    title: 'Words that people search with',
    description: `With commas between. ${EMPTY}`,
  }),
  shareTitle: plainLine('shareTitle').meta({
    title: 'Title of the landing where it is shared',
    description: 'Empty: the title in search engines.',
    shown: listingLimits.shareTitle.shown,
  }),
  shareLine: plainLine('shareLine').meta({
    title: 'Line below it where it is shared',
    description: 'Empty: the description in search engines.',
    shown: listingLimits.shareLine.shown,
  }),
})

export function matterOf(kind: ContentKind, name: string): z.ZodType {
  if (kind === 'legal') return legalMatter
  if (kind === 'help') return helpMatter
  if (kind === 'brand') return listingMatter
  if (isCampaign({ kind, name })) return campaignMatter
  return name === 'landing' ? landingMatter : joinMatter
}

const MAX_CAMPAIGN = 2000

/**
 * The label of the Markdown body, whether it is required, and its limit; null if no page shows one.
 */
export function bodyOf(
  kind: ContentKind,
  name: string,
): { label: string; required: boolean; most?: number } | null {
  if (isCampaign({ kind, name })) return { label: 'Text', required: true, most: MAX_CAMPAIGN }
  if (kind === 'legal') return { label: 'Text', required: true }
  if (kind === 'help') return { label: 'Answer', required: true }
  return kind === 'brand' || name === 'landing' ? null : { label: 'More words', required: false }
}

export type LegalMatter = z.output<typeof legalMatter>
export type HelpMatter = z.output<typeof helpMatter>
export type LandingText = z.output<typeof landingMatter>
export type ListingMatter = z.output<typeof listingMatter>
export type JoinMatter = z.output<typeof joinMatter>
export type CampaignMatter = z.output<typeof campaignMatter>
