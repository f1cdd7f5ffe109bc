import { ApiError } from '#api/errors.ts'
import type { Services } from '#api/services.server.ts'
import { campaignPictureIn } from '#content/campaign-pictures.ts'
import { applyChanges, type Change } from '#content/texts.server.ts'
import {
  type BrandPicture,
  brandPicturesById,
  lockBrandPicture,
} from '#core/brand-pictures/brand-pictures.sql.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import { liveRevisions } from './history/revisions.sql.ts'
import { changeOf } from './publishing/published-texts.server.ts'

/**
 * Throws where a campaign shows a picture that its brand does not have; until the end of the
 * transaction, nobody takes it back.
 */
export async function refuseOtherPicture(trx: Trx, text: Change): Promise<void> {
  const id = campaignPictureIn(text)
  if (id === null) return
  const picture = await lockBrandPicture(trx, id, 'share')
  const [, brand = ''] = text.path.split('/')
  assertShowable(picture, id, brand)
}

/** A picture that a campaign of a brand may show; throws as `refuseOtherPicture`. */
export async function pictureOn(db: Db, id: number, brand: string): Promise<BrandPicture> {
  const picture = (await brandPicturesById(db, [id])).get(id)
  assertShowable(picture, id, brand)
  return picture
}

function assertShowable(
  picture: BrandPicture | undefined,
  id: number,
  brand: string,
): asserts picture is BrandPicture {
  if (picture && (picture.brand === null || picture.brand === brand)) return
  const message = picture
    ? `Picture ${id} is of another brand. Please choose one of this brand or of all.`
    : `There is no picture ${id}, or it was taken back. Please choose another.`
  throw new ApiError('invalid', { detail: message, errors: [{ field: 'matter-picture', message }] })
}

/** By numbers of pictures, the addresses of the campaigns that show them on the sites. */
export async function campaignsByPicture(
  { texts }: Pick<Services, 'texts'>,
  db: Db | Trx,
): Promise<Map<number, string[]>> {
  const found = new Map<number, string[]>()
  for (const text of applyChanges(texts.shipped(), (await liveRevisions(db)).map(changeOf))) {
    const id = campaignPictureIn(text)
    if (id === null) continue
    const address = text.path.replace(/^promo\/[a-z]+\/(.*)\.md$/, '/promo/$1')
    found.set(id, [...(found.get(id) ?? []), address])
  }
  return found
}
