import { EVERYBODY } from '#api/remembered.server.ts'
import type { Services } from '#api/services.server.ts'
import { brandPicturesById } from '#core/brand-pictures/brand-pictures.sql.ts'
import { brandPicturePath } from '#core/brand-pictures/brand-pictures.ts'
import { DAY, later } from '#lib/clock.ts'
import type { Brand } from '#sites/site.ts'
import { drawingPath, drawings } from './ad-pictures.ts'
import { slotProblem } from './ad-places.ts'
import { adsOfDay, type BookedAd } from './booked-ads.sql.ts'

/** `isPut`: by a publisher, so that media hosts serve it and not the build. */
type RunningAd = BookedAd & { picture: { path: string; alt: string; isPut: boolean } }

/**
 * The ads of publishers that a brand shows now; read once a day and whenever one of them changes,
 * for all brands and members together.
 */
export async function runningAdsOn(
  { db, remembered }: Pick<Services, 'db' | 'remembered'>,
  brand: Brand,
  at: Date,
): Promise<RunningAd[]> {
  const running = await remembered.of(EVERYBODY, 'ads', at, async () => {
    const day = at.toISOString().slice(0, 10)
    return { value: await adsRunningOn(db, day), until: later(new Date(day), DAY) }
  })
  return running.filter(
    (ad) =>
      (ad.brand === null || ad.brand === brand.id) &&
      ad.link !== `site:${brand.id}` &&
      slotProblem(brand, ad.slot) === null,
  )
}

async function adsRunningOn(db: Services['db'], day: string): Promise<RunningAd[]> {
  const ads = await adsOfDay(db, day)
  const put = await brandPicturesById(
    db,
    ads.flatMap(({ pictureId }) => pictureId ?? []),
  )
  return ads.flatMap((ad) => {
    const picture = pictureOfAd(ad, put)
    return picture === null ? [] : [{ ...ad, picture }]
  })
}

type Put = Awaited<ReturnType<typeof brandPicturesById>>

/** Null where its picture was removed, or is not in this release. */
export function pictureOfAd(
  { drawing, pictureId }: Pick<BookedAd, 'drawing' | 'pictureId'>,
  put: Put,
): RunningAd['picture'] | null {
  if (drawing !== null) {
    const alt = drawings.get(drawing)
    return alt === undefined ? null : { path: drawingPath(drawing), alt, isPut: false }
  }
  const own = put.get(pictureId ?? 0)
  return own ? { path: brandPicturePath(own.key), alt: own.alt, isPut: true } : null
}
