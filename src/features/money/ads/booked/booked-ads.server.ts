import type { z } from 'zod'
import { type Handler, handle } from '#api/call.server.ts'
import { ApiError, fieldError } from '#api/errors.ts'
import { forgetForEverybody } from '#api/remembered.server.ts'
import { usernamesOf } from '#core/accounts/usernames/usernames.sql.ts'
import { recordAct } from '#core/audit/audit.sql.ts'
import {
  brandPicturesById,
  keptPictures,
  lockBrandPicture,
} from '#core/brand-pictures/brand-pictures.sql.ts'
import type { Trx } from '#db/connection.server.ts'
import { DAY, later } from '#lib/clock.ts'
import { originOf } from '#sites/hosts.ts'
import { brandById, brands } from '#sites/registry.ts'
import { sumsByAd } from '../ads.sql.ts'
import { firstCountedDay } from '../report/ad-report.ts'
import { plainAddress } from './ad-address.ts'
import { ADS_PATH, bookedAdId, MOST_AD_DAYS, stateOfAd } from './ad-limits.ts'
import { adPictureValue, drawings, readAdPicture } from './ad-pictures.ts'
import { slotProblem } from './ad-places.ts'
import { changeBookedAds, listBookedAds } from './booked-ads.contract.ts'
import {
  type AdContent,
  changeBookedAd,
  endBookedAd,
  insertBookedAd,
  type KeptAd,
  keptAd,
  keptAds,
} from './booked-ads.sql.ts'
import { pictureOfAd } from './running-ads.server.ts'

const showing = brands.filter(({ flags }) => flags.showAds)
const order = ['runs', 'comes', 'over', 'ended'] as const

const listHandler = handle(listBookedAds, async ({ services: { db, address }, host, at }) => {
  const since = firstCountedDay(at)
  const [kept, put, sums] = await Promise.all([
    keptAds(db),
    keptPictures(db),
    sumsByAd(db, since, null),
  ])
  const [names, shown] = await Promise.all([
    usernamesOf(db, actorsOf(kept)),
    brandPicturesById(db, [...new Set(kept.flatMap(({ pictureId }) => pictureId ?? []))]),
  ])
  const media = originOf('media', host, address)
  const actOf = (by: number, when: Date) => ({
    by: names.get(by) ?? 'somebody who has left',
    at: when.toISOString(),
  })
  const ads = kept.map((ad) => {
    const picture = pictureOfAd(ad, shown)
    const counted = sums.filter((one) => one.ad === bookedAdId(ad.id))
    const { id, brand, slot, link, headline, text, action, weight, from, until, version } = ad
    return {
      ...{ id, brand, slot, link, headline, text, action, weight, from, until, version },
      picture: adPictureValue(ad),
      image: picture && {
        src: picture.isPut ? media + picture.path : picture.path,
        alt: picture.alt,
      },
      state: stateOfAd(ad, at),
      added: actOf(ad.addedBy, ad.addedAt),
      changed: ad.changedAt && actOf(ad.changedBy ?? 0, ad.changedAt),
      ended: ad.endedAt && actOf(ad.endedBy ?? 0, ad.endedAt),
      views: counted.reduce((sum, one) => sum + one.views, 0),
      clicks: counted.reduce((sum, one) => sum + one.clicks, 0),
    }
  })
  return {
    today: at.toISOString().slice(0, 10),
    since,
    brands: showing.map(({ id, name }) => ({ id, name })),
    pictures: [
      ...put.map(({ id, name, brand }) => ({ value: `own:${id}`, label: name, brand })),
      ...[...drawings].map(([file, alt]) => ({ value: `drawn:${file}`, label: alt, brand: null })),
    ],
    ads: order.flatMap((state) => ads.filter((ad) => ad.state === state)),
  }
})

function actorsOf(kept: readonly KeptAd[]): number[] {
  const all = kept.flatMap(({ addedBy, changedBy, endedBy }) => [addedBy, changedBy, endedBy])
  return [...new Set(all.flatMap((id) => id ?? []))]
}

type Body = z.output<(typeof changeBookedAds)['body']>
type Sent = Extract<Body, { act: 'change' }>

/** Throws `invalid` at the field of what does not fit. `brand` null: every brand. */
async function contentOf(
  trx: Trx,
  brand: string | null,
  { link, headline, text, action, picture, weight, from, until }: Omit<Sent, 'act' | 'id'>,
  at: Date,
): Promise<AdContent> {
  const today = at.toISOString().slice(0, 10)
  if (brand !== null && link === `site:${brand}`)
    throw fieldError('link', 'This is the brand itself. An ad leads somewhere else.')
  if (until < today) throw fieldError('until', 'This day is over.')
  if (until < from) throw fieldError('until', 'This is before its first day.')
  if (
    until >
    later(at, MOST_AD_DAYS * DAY)
      .toISOString()
      .slice(0, 10)
  )
    throw fieldError('until', 'Please choose a day within two years.')
  const shown = readAdPicture(picture)
  if (!shown) throw fieldError('picture', 'Please choose a picture.')
  if (shown.pictureId !== null) {
    // Not removed before this commits.
    const put = await lockBrandPicture(trx, shown.pictureId, 'share')
    if (!put) throw fieldError('picture', 'This picture was removed. Please choose another.')
    if (put.brand !== null && put.brand !== brand)
      throw fieldError(
        'picture',
        `This picture is of ${brandById(put.brand)?.name ?? put.brand} alone. Please choose another.`,
      )
  }
  return { link: plainAddress(link), headline, text, action, ...shown, weight, from, until }
}

/** Why a change of an ad, or its end, came too late. */
async function tooLate(trx: Trx, id: number): Promise<ApiError> {
  const ad = await keptAd(trx, id)
  const who = ad && (ad.endedBy ?? ad.changedBy)
  const name = who == null ? null : (await usernamesOf(trx, [who])).get(who)
  const by = name === undefined || name === null ? '' : ` by ${name}`
  return new ApiError(
    'conflict',
    !ad
      ? 'There is no such ad. Nothing was changed.'
      : ad.endedAt !== null
        ? `This ad was ended${by}. Nothing was changed.`
        : `This ad was changed${by} after you opened it. Nothing of yours was saved. The list shows what it says now; what you typed is still here, and goes over that if you save it again.`,
  )
}

const changeHandler = handle(changeBookedAds, async ({ body, scope, services }) => {
  const { member, at } = scope
  const act = { by: member.id, at }
  const done = await services.db.transaction().execute(async (trx) => {
    const noted = (action: string, details: Record<string, string | number>) =>
      recordAct(trx, scope, { action: `money.${action}`, subjectId: null, details })
    await forgetForEverybody(trx)
    if (body.act === 'add') {
      const brand = body.brand === '' ? null : brandById(body.brand)
      const problem = brand && slotProblem(brand, body.slot)
      if (problem) throw fieldError(brand.flags.showAds ? 'slot' : 'brand', problem)
      const content = await contentOf(trx, brand?.id ?? null, { ...body, version: 1 }, at)
      const { slot } = body
      const id = await insertBookedAd(trx, { brand: brand?.id ?? null, slot, ...content }, act)
      const { link, from, until } = content
      await noted('addAd', { ad: id, brand: brand?.id ?? 'all', slot, link, from, until })
      return 'added'
    }
    if (body.act === 'change') {
      const before = await keptAd(trx, body.id)
      if (!before || before.endedAt !== null || before.version !== body.version)
        throw await tooLate(trx, body.id)
      const content = await contentOf(trx, before.brand, body, at)
      if (!(await changeBookedAd(trx, body, content, act))) throw await tooLate(trx, body.id)
      const { link, from, until } = content
      await noted('changeAd', { ad: body.id, link, from, until })
      return 'changed'
    }
    if (!(await endBookedAd(trx, body.id, act))) throw await tooLate(trx, body.id)
    await noted('endAd', { ad: body.id })
    return 'ended'
  })
  return { ok: true as const, next: `${ADS_PATH}?done=${done}` }
})

export const bookedAdHandlers: Handler[] = [listHandler, changeHandler]
