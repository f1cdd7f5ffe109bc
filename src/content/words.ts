import { dayIn } from '../lib/formats.ts'
import type { Brand } from '../sites/site.ts'
import { cookieTable } from './cookies.ts'

export type Word = { text: string } | { html: string }

/** Text between `::: word` and `:::` is shown if the word's condition holds for the brand. */
export const conditions: Readonly<Record<string, (brand: Brand) => boolean>> = {
  subscription: ({ billing }) => billing.model === 'subscription',
  credits: ({ billing }) => billing.model === 'credits',
  partner: ({ billing }) => billing.model === 'partner',
  trial: ({ billing }) => billing.model === 'subscription' && billing.oneDayFreeTrial,
  ads: ({ flags }) => flags.showAds,
  noads: ({ flags }) => !flags.showAds,
}

const region = new Intl.DisplayNames(['en-GB'], { type: 'region' })
const credits = (count: number): string => (count === 1 ? '1 credit' : `${count} credits`)

const placeholders: Readonly<Record<string, (brand: Brand) => string | undefined>> = {
  name: ({ name }) => name,
  tagline: ({ copy }) => copy.tagline,
  domain: ({ domain }) => domain,
  companyName: ({ legal }) => legal.companyName,
  companyAddress: ({ legal }) => legal.companyAddress,
  companyCountry: ({ legal }) => region.of(legal.companyCountry),
  custodian: ({ legal }) => legal.custodian,
  supportEmail: ({ legal }) => legal.supportEmail,
  advertising: ({ flags }) =>
    flags.showAds
      ? 'Advertisements are marked as such. An advertiser learns your address only if you have agreed to that in your settings.'
      : 'There are no advertisements here, and no scripts of other companies.',
  messagePrice: ({ billing }) =>
    billing.model === 'credits' ? credits(billing.prices.message) : undefined,
  magicMessagePrice: ({ billing }) =>
    billing.model === 'credits' ? credits(billing.prices.magicMessage) : undefined,
  locationPrice: ({ billing }) =>
    billing.model === 'credits' ? credits(billing.prices.revealLocation) : undefined,
  welcomeCredits: ({ billing }) =>
    billing.model === 'credits' ? credits(billing.welcomeCredits) : undefined,
}

export const knownPlaceholders: readonly string[] = [
  ...Object.keys(placeholders),
  'version',
  'cookies',
]

export function wordFor(placeholder: string, brand: Brand, version: string | null): Word | null {
  if (placeholder === 'cookies') return { html: cookieTable(brand) }
  if (placeholder === 'version')
    return version === null ? null : { text: dayIn(null, new Date(version)) }
  const text = Object.hasOwn(placeholders, placeholder)
    ? placeholders[placeholder]?.(brand)
    : undefined
  return text === undefined ? null : { text }
}
