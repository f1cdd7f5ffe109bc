import { type Handler, handle } from '#api/call.server.ts'
import { ApiError, fieldError } from '#api/errors.ts'
import { forgetForEverybody } from '#api/remembered.server.ts'
import { usernamesOf } from '#core/accounts/usernames/usernames.sql.ts'
import { recordAct } from '#core/audit/audit.sql.ts'
import {
  type BrandPicture,
  changeBrandPicture,
  deleteBrandPicture,
  insertBrandPicture,
  keptPictures,
  lockBrandPicture,
  lockBrandPictures,
  type PictureFile,
  pictureOfFile,
} from '#core/brand-pictures/brand-pictures.sql.ts'
import { brandPictureName, brandPicturePath } from '#core/brand-pictures/brand-pictures.ts'
import type { Trx } from '#db/connection.server.ts'
import { adsByPicture } from '#money/ads/booked/booked-ads.sql.ts'
import { originOf } from '#sites/hosts.ts'
import { brandById } from '#sites/registry.ts'
import { campaignsByPicture } from '../texts/campaign-pictures.server.ts'
import { forgetUnusedPictures, sentPicture, withPicture } from './picture-files.server.ts'
import { pictureFile, PICTURES_PATH } from './picture-limits.ts'
import { changeBrandPictures, listBrandPictures } from './pictures.contract.ts'

const dayOf = (at: Date) => at.toISOString().slice(0, 10)

const listHandler = handle(listBrandPictures, async ({ services, host, at }) => {
  const { db, address } = services
  const [kept, ads, campaigns] = await Promise.all([
    keptPictures(db),
    adsByPicture(db, dayOf(at)),
    campaignsByPicture(services, db),
  ])
  const actors = kept.flatMap(({ addedBy, changedBy }) => [
    addedBy,
    ...(changedBy === null ? [] : [changedBy]),
  ])
  const names = await usernamesOf(db, [...new Set(actors)])
  const actOf = (by: number, when: Date) => ({
    by: names.get(by) ?? 'somebody who has left',
    at: when.toISOString(),
  })
  const media = originOf('media', host, address)
  return {
    pictures: kept.map(({ id, brand, name, alt, key, width, height, version, ...acts }) => ({
      ...{ id, brand, name, alt, width, height, version },
      src: media + brandPicturePath(key),
      added: actOf(acts.addedBy, acts.addedAt),
      changed: acts.changedAt && actOf(acts.changedBy ?? 0, acts.changedAt),
      ads: ads.get(id) ?? [],
      campaigns: campaigns.get(id) ?? [],
    })),
  }
})

const nameOf = (brand: string | null) =>
  brand === null ? 'All brands together' : (brandById(brand)?.name ?? brand)

/** Throws `invalid` where the brand has the same file as another picture. */
async function refuseTwice(
  trx: Trx,
  { id, brand }: { id: number | null; brand: string | null },
  { digest }: PictureFile,
): Promise<void> {
  const same = await pictureOfFile(trx, brand, digest)
  if (same && same.id !== id)
    throw fieldError(
      pictureFile.field,
      `${nameOf(brand)} ${brand === null ? 'have' : 'has'} this picture already: ${same.name}.`,
    )
}

const gone = () => new ApiError('conflict', 'This picture was taken back. Nothing was changed.')

const changeHandler = handle(changeBrandPictures, async ({ body, files, scope, services }) => {
  const { member, at } = scope
  const { db } = services
  const act = { by: member.id, at }
  const noted = (trx: Trx, action: string, { id, brand }: Pick<BrandPicture, 'id' | 'brand'>) =>
    recordAct(trx, scope, {
      action: `texts.${action}`,
      subjectId: null,
      details: { picture: id, brand: brand ?? 'all' },
    })
  const add = ({ brand: typed, name, alt }: Extract<typeof body, { act: 'add' }>) => {
    const brand = typed === '' ? null : typed
    return (file: PictureFile) =>
      db.transaction().execute(async (trx) => {
        await lockBrandPictures(trx)
        await refuseTwice(trx, { id: null, brand }, file)
        const id = await insertBrandPicture(trx, { brand, name, alt, ...file }, act)
        await noted(trx, 'addPicture', { id, brand })
      })
  }
  /** Returns the key of the file that was there before. */
  const change =
    ({ id, version, name, alt }: Extract<typeof body, { act: 'change' }>) =>
    (file: PictureFile | null) =>
      db.transaction().execute(async (trx) => {
        await lockBrandPictures(trx)
        const before = await lockBrandPicture(trx, id, 'update')
        if (!before) throw gone()
        if (before.version !== version)
          throw new ApiError(
            'conflict',
            'This picture was changed after you opened it. Nothing of yours was saved. It is shown below as it is now; what you typed is still here, and goes over that if you save it again.',
          )
        if (file) await refuseTwice(trx, before, file)
        await changeBrandPicture(trx, id, { name, alt, file }, act)
        await forgetForEverybody(trx)
        await noted(trx, file ? 'replacePicture' : 'changePicture', before)
        return before.key
      })
  const remove = (id: number) =>
    db.transaction().execute(async (trx) => {
      await lockBrandPictures(trx)
      const before = await lockBrandPicture(trx, id, 'update')
      if (!before) throw gone()
      const ads = (await adsByPicture(trx, dayOf(at))).get(id) ?? []
      const campaigns = (await campaignsByPicture(services, trx)).get(id) ?? []
      const shownBy = [
        ...(ads.length === 0 ? [] : [`An ad shows this picture: ${[...new Set(ads)].join(', ')}.`]),
        ...(campaigns.length === 0
          ? []
          : [`A campaign shows this picture: ${campaigns.join(', ')}.`]),
      ]
      if (shownBy.length > 0)
        throw new ApiError(
          'conflict',
          `${shownBy.join(' ')} Give it another picture, or end it, first.`,
        )
      await deleteBrandPicture(trx, id)
      await noted(trx, 'removePicture', before)
      return before.key
    })

  const file = sentPicture(files)
  if (body.act === 'add') {
    if (!file) throw fieldError(pictureFile.field, 'Please choose a picture.')
    await withPicture(services, file, member.id, add(body))
  } else {
    const before =
      body.act === 'remove'
        ? await remove(body.id)
        : file
          ? await withPicture(services, file, member.id, change(body))
          : await change(body)(null)
    await forgetUnusedPictures(services, [brandPictureName(before)])
  }
  const done = { add: 'added', change: 'changed', remove: 'removed' }[body.act]
  return { ok: true as const, next: `${PICTURES_PATH}?done=${done}` }
})

export const pictureHandlers: Handler[] = [listHandler, changeHandler]
