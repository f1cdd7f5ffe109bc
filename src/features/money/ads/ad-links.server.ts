import type { Services } from '#api/services.server.ts'
import { domainOf, type Host, originOf } from '#sites/hosts.ts'
import { brandById } from '#sites/registry.ts'
import type { Advertisement } from './ads.ts'
import { bookedAdId } from './booked/ad-limits.ts'
import { drawingPath } from './booked/ad-pictures.ts'
import { runningAdsOn } from './booked/running-ads.server.ts'

type Addressed = Pick<Services, 'settings' | 'address'>

/** `site:<id>` is a sister site's landing; any other link is an address already. */
export function addressOfLink(link: string, { settings, address }: Addressed): string {
  if (!link.startsWith('site:')) return link
  const brand = brandById(link.slice('site:'.length))
  if (!brand) throw new Error(`an ad leads to ${link}, which is no brand`)
  return `${originOf('pages', { domain: domainOf(brand, settings.sitesSuffix), tier: 'www' }, address)}/`
}

/**
 * The `advertisement` parameter: the ads that the brand came with, and those of publishers that run
 * now.
 */
export async function advertisementOf(
  services: Addressed & Pick<Services, 'db' | 'remembered'>,
  host: Host,
  at: Date,
): Promise<Advertisement[]> {
  const { brand } = host
  const own = brand.ads.map(({ picture, link, ...ad }) => ({
    ...ad,
    image: drawingPath(picture.file),
    alt: picture.alt,
    link: addressOfLink(link, services),
    weight: 1,
  }))
  const media = originOf('media', host, services.address)
  const booked = (await runningAdsOn(services, brand, at)).map(
    ({ id, slot, picture, headline, text, action, link, weight }) => ({
      ...{ id: bookedAdId(id), slot, headline, text, action, weight },
      image: picture.isPut ? media + picture.path : picture.path,
      alt: picture.alt,
      link: addressOfLink(link, services),
    }),
  )
  return [...own, ...booked]
}
