import type { GivenSettings } from '../settings.ts'
import { domainOf } from '../sites/hosts.ts'
import type { Brand } from '../sites/site.ts'

type Facts = {
  settings: Pick<
    GivenSettings,
    'smtpUrl' | 'dataDir' | 'sitesSuffix' | 'gateway' | 'partner' | 'shops'
  >
  brands: readonly Brand[]
  /** Legal texts that counsel has not read. */
  unread: readonly string[]
}

/** `about` is what it is about, as the steps of cli/going-live.md are named. */
export type Unfinished = { about: 'brands' | 'payments' | 'mail'; says: string }

const either = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/**
 * What a production lacks that is for members, a sentence a fact; the start and the doctor read it.
 */
export function unfinishedOf({ settings, brands, unread }: Facts): Unfinished[] {
  const { smtpUrl, dataDir, sitesSuffix, gateway, partner, shops } = settings
  const isSold = ({ id }: Brand) =>
    gateway !== null || shops.some((shop) => shop.brands.includes(id))
  const ofPartner = ({ billing }: Brand) => billing.model === 'partner'
  const line = (
    about: Unfinished['about'],
    some: readonly Brand[],
    says: (names: string) => string,
  ): Unfinished[] =>
    some.length === 0 ? [] : [{ about, says: says(some.map(({ id }) => id).join(', ')) }]
  return [
    ...(smtpUrl === null
      ? [{ about: 'mail' as const, says: `Mails stay as files in ${dataDir}: set SMTP_URL.` }]
      : []),
    ...line(
      'brands',
      brands.filter((brand) => isReserved(domainOf(brand, sitesSuffix))),
      (names) =>
        sitesSuffix === null
          ? `The domain is a placeholder on ${names}: npm run site:own sets one of your own.`
          : `SITES_SUFFIX is a placeholder: set it to a domain of your own, or leave it out.`,
    ),
    ...line(
      'brands',
      brands.filter(({ legal }) => legal.isPlaceholder || isReserved(legal.supportEmail)),
      (names) =>
        `The company or its address for support is a placeholder on ${names}: npm run site:own sets your own.`,
    ),
    ...line(
      'payments',
      brands.filter((brand) => !ofPartner(brand) && !isSold(brand)),
      (names) =>
        `Prices are shown, and nothing can be bought, on ${names}: set ${either.format(['GATEWAY_URL', ...shops.map(({ setting }) => setting)])}.`,
    ),
    ...line(
      'payments',
      brands.filter((brand) => ofPartner(brand) && partner === null),
      (names) => `Nobody can be upgraded on ${names}: set PARTNER_URL.`,
    ),
    ...(unread.length === 0
      ? []
      : [
          {
            about: 'brands' as const,
            says: `Counsel has not read ${unread.join(', ')}: have them read, and enter the date as review.`,
          },
        ]),
  ]
}

/** A name that RFC 2606 and 6761 keep from everybody, at the end of a domain or of an address. */
export function isReserved(domain: string): boolean {
  return /(?:^|[.@])(?:example|test|invalid|localhost|local|example\.(?:com|net|org))$/i.test(
    domain,
  )
}
