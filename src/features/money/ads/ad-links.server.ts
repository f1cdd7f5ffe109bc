import type { Services } from '../../../api/services.server.ts'
import { domainOf, originOf } from '../../../sites/hosts.ts'
import { brandById } from '../../../sites/registry.ts'
import type { Brand } from '../../../sites/site.ts'
import type { Advertisement } from './ads.ts'

type Addressed = Pick<Services, 'settings' | 'address'>

/** `site:<id>` is a sister site's landing; any other link is an address already. */
export function addressOfLink(link: string, { settings, address }: Addressed): string {
  if (!link.startsWith('site:')) return link
  const brand = brandById(link.slice('site:'.length))
  if (!brand) throw new Error(`an ad leads to ${link}, which is no brand`)
  return `${originOf('pages', { domain: domainOf(brand, settings.sitesSuffix), tier: 'www' }, address)}/`
}

/** The `advertisement` parameter. */
export function advertisementOf(brand: Brand, services: Addressed): Advertisement[] {
  return brand.ads.map(({ picture, link, ...ad }) => ({
    ...ad,
    image: `/ads/${picture.file}.svg`,
    alt: picture.alt,
    link: addressOfLink(link, services),
  }))
}
