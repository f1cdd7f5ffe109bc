import type { z } from 'zod'
import { type Handler, handle } from '#api/call.server.ts'
import { ApiError, fieldError } from '#api/errors.ts'
import type { Services } from '#api/services.server.ts'
import { usernamesOf } from '#core/accounts/usernames/usernames.sql.ts'
import { recordAct } from '#core/audit/audit.sql.ts'
import { DAY, later } from '#lib/clock.ts'
import { brandById, brands } from '#sites/registry.ts'
import type { Brand } from '#sites/site.ts'
import { paidByCode } from '../orders/paid-by-code.sql.ts'
import { productsOf, withPromo } from '../prices/offers.ts'
import { codesInFolder, isCurrent, type PromoCode, promoCodeOf } from '../prices/promo-codes.ts'
import { sellerOf } from '../processors/processors.server.ts'
import { CODES_PATH, MOST_DAYS } from './code-limits.ts'
import { changePromoCodes, getPromoCode, listPromoCodes } from './promo-codes.contract.ts'
import { codesOn, endCode, insertCode, type KeptCode, keptCodes } from './promo-codes.sql.ts'

const sellers = brands.filter(({ billing }) => billing.model !== 'partner')

const listHandler = handle(listPromoCodes, async ({ services: { db }, at }) => {
  const kept = await keptCodes(db)
  const named = new Set(kept.map(({ brand, code }) => `${brand} ${code}`))
  const own: KeptCode[] = sellers.flatMap(({ id, billing }) =>
    codesInFolder(billing)
      .filter(({ code }) => !named.has(`${id} ${code}`))
      .map((promo) => ({
        brand: id,
        ...promo,
        addedAt: null,
        addedBy: null,
        endedAt: null,
        endedBy: null,
      })),
  )
  const all = [...own, ...kept]
  const [paid, names] = await Promise.all([
    paidByCode(db, all),
    usernamesOf(
      db,
      [...new Set(kept.flatMap(({ addedBy, endedBy }) => [addedBy, endedBy]))].flatMap(
        (id) => id ?? [],
      ),
    ),
  ])
  const actOf = (by: number | null, when: Date | null) =>
    when && { by: names.get(by ?? 0) ?? 'somebody who has left', at: when.toISOString() }
  const codes = all.map((one) => {
    const sums = paid.find(({ brand, code }) => brand === one.brand && code === one.code)
    return {
      brand: one.brand,
      code: one.code,
      percent: one.percent,
      until: one.until,
      state: one.endedAt
        ? ('ended' as const)
        : isCurrent(one, at)
          ? ('counts' as const)
          : ('over' as const),
      added: actOf(one.addedBy, one.addedAt),
      ended: actOf(one.endedBy, one.endedAt),
      paid: sums?.paid ?? 0,
      paidBack: sums?.paidBack ?? 0,
    }
  })
  return {
    brands: sellers.map(({ id, name }) => ({ id, name })),
    codes: [
      ...codes.filter(({ state }) => state === 'counts'),
      ...codes.filter(({ state }) => state !== 'counts'),
    ],
  }
})

type Added = Extract<z.output<(typeof changePromoCodes)['body']>, { act: 'add' }>

function refuseToAdd(services: Services, brand: Brand, promo: Omit<Added, 'act'>, at: Date): void {
  if (brand.billing.model === 'partner')
    throw fieldError('brand', `${brand.name} sells nothing itself, but by its partner.`)
  if (!isCurrent(promo, at)) throw fieldError('until', 'This day is over.')
  if (
    promo.until >
    later(at, MOST_DAYS * DAY)
      .toISOString()
      .slice(0, 10)
  )
    throw fieldError('until', 'Please choose a day within two years.')
  const checkout = sellerOf(services, brand)?.checkout
  const dear = productsOf(brand.billing).find(
    (product) => checkout?.sells(product) && !checkout.sells(withPromo(product, promo)),
  )
  if (checkout && dear)
    throw fieldError(
      'percent',
      `${checkout.name} charges nothing so small as ${dear.name} would cost by it. Please take less off.`,
    )
}

const changeHandler = handle(changePromoCodes, async ({ body, scope, services }) => {
  const { member, at } = scope
  const brand = brandById(body.brand)
  if (!brand) throw new ApiError('notFound')
  const act = { by: member.id, at }
  const details = { brand: brand.id, code: body.code }
  await services.db.transaction().execute(async (trx) => {
    const promo: PromoCode | null =
      codesInFolder(brand.billing).find(({ code }) => code === body.code) ?? null
    if (body.act === 'add') {
      refuseToAdd(services, brand, body, at)
      const { code, percent, until } = body
      if (promo || !(await insertCode(trx, brand.id, { code, percent, until }, act)))
        throw fieldError(
          'code',
          `${brand.name} has, or had, this code already. Please choose another, so that each is counted by itself.`,
        )
      return recordAct(trx, scope, {
        action: 'money.addPromoCode',
        subjectId: null,
        details: { ...details, percent, until },
      })
    }
    if (!(await endCode(trx, brand.id, { code: body.code, promo }, act)))
      throw new ApiError(
        'conflict',
        'This code has ended already, or there is none. Nothing was changed.',
      )
    return recordAct(trx, scope, { action: 'money.endPromoCode', subjectId: null, details })
  })
  return {
    ok: true as const,
    next: `${CODES_PATH}?done=${body.act === 'add' ? 'added' : 'ended'}`,
  }
})

const codeHandler = handle(getPromoCode, async ({ query, scope, services }) => {
  const codes = await codesOn(services.db, scope.brand)
  return {
    takesCodes: codes.some((one) => isCurrent(one, scope.at)),
    promo: promoCodeOf(codes, query.code, scope.at),
  }
})

export const promoCodeHandlers: Handler[] = [listHandler, changeHandler, codeHandler]
