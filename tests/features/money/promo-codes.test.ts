import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY, MINUTE } from '#lib/clock.ts'
import {
  changePromoCodes,
  getPromoCode,
  listPromoCodes,
} from '#money/promo-codes/promo-codes.contract.ts'
import { app, startApp, withApp } from '#tests/support/app.ts'
import { alice, bob, type CastMember, eve, joins, worksAs } from '#tests/support/cast.ts'
import { eventOf, gatewaySettings, reports, startsOrder } from '#tests/support/gateway.ts'
import { renderer, withRenderer } from '#tests/support/rendered.ts'

/** Codes that publishers give out, beside those of a brand's folder, and end. */

withApp(gatewaySettings)
withRenderer()
let people: Record<'alice' | 'bob' | 'eve' | 'frank', CastMember>
beforeAll(async () => {
  const frank = await worksAs(app, 'Frank', { brand: 'wivesnow' })
  people = { alice: await alice(app), bob: await bob(app), eve: await eve(app), frank }
})
beforeEach(async () => {
  app.clock.advance(MINUTE)
  await app.db.deleteFrom('promo_codes').execute()
})

const day = (later: number) =>
  new Date(app.clock.now().getTime() + later * DAY).toISOString().slice(0, 10)
const adds = (
  given: { brand?: string; code?: string; percent?: number; until?: string } = {},
  by = people.frank,
) =>
  by.calls(changePromoCodes, {
    body: { act: 'add', brand: 'adultcrush', code: 'SUMMER', percent: 50, until: day(3), ...given },
  })
const ends = (code: string, by = people.frank, brand = 'adultcrush') =>
  by.calls(changePromoCodes, { body: { act: 'end', brand, code } })
const listed = async (code: string) =>
  (await people.frank.calls(listPromoCodes)).codes.find((one) => one.code === code)
const takes = (code: string, by = people.alice) => by.calls(getPromoCode, { query: { code } })
let count = 0
const newcomer = (brand = 'adultcrush') => {
  count += 1
  return joins(app, { brand, username: `Buyer${count}` })
}
const amountOf = async (order: number) =>
  (
    await app.db
      .selectFrom('orders')
      .select('amount')
      .where('id', '=', order)
      .executeTakeFirstOrThrow()
  ).amount
async function pays(member: CastMember, code: string): Promise<number> {
  const { order } = await startsOrder(member, 'ac-month', code)
  await reports(app, eventOf(app, { order, amount: await amountOf(order), currency: 'USD' }))
  return order
}

describe('a code', () => {
  test('that a publisher adds counts at once, on its brand alone, until the end of its last day', async () => {
    await expect(takes('summer')).resolves.toMatchObject({ promo: null })
    expect(await adds({ code: ' summer ' })).toEqual({
      ok: true,
      next: '/staff/content/codes?done=added',
    })
    const promo = { code: 'SUMMER', percent: 50, until: day(3) }
    expect(await takes('summer')).toEqual({ takesCodes: true, promo })
    expect((await takes('summer', people.bob)).promo).toBeNull()
    const { order } = await startsOrder(await newcomer(), 'ac-month', 'Summer')
    expect(await amountOf(order)).toBe(1498)
    const lasts = (until: string) => app.db.updateTable('promo_codes').set({ until }).execute()
    await lasts(day(0))
    expect((await takes('summer')).promo).toEqual({ ...promo, until: day(0) })
    await lasts(day(-1))
    expect(await takes('summer')).toMatchObject({ promo: null })
    expect((await listed('SUMMER'))?.state).toBe('over')
    await expect(startsOrder(await newcomer(), 'ac-month', 'SUMMER')).rejects.toMatchObject({
      errors: [{ field: 'promoCode' }],
    })
  })

  test('is not found by trying: after sixty in an hour there is no answer', async () => {
    const guesser = await newcomer()
    for (let n = 0; n < 60; n += 1) await takes(`GUESS${n}`, guesser)
    await expect(takes('SUMMER', guesser)).rejects.toMatchObject({ code: 'tooMany' })
  })

  test('is counted by who paid, and by what went back', async () => {
    await adds()
    await startsOrder(await newcomer(), 'ac-month', 'SUMMER')
    expect(await listed('SUMMER')).toMatchObject({ paid: 0, paidBack: 0, state: 'counts' })
    await pays(await newcomer(), 'SUMMER')
    const order = await pays(await newcomer(), 'SUMMER')
    await reports(
      app,
      eventOf(app, { type: 'payment.refunded', order, amount: 1498, currency: 'USD' }),
    )
    expect(await listed('SUMMER')).toMatchObject({ paid: 2, paidBack: 1 })
    expect(await listed('SECONDLOOK')).toMatchObject({ paid: 0 })
  })

  test('that is ended counts no more; who had ordered by it pays the price of then', async () => {
    await adds({ code: 'EARLY' })
    const buyer = await newcomer()
    const { order } = await startsOrder(buyer, 'ac-month', 'EARLY')
    await ends('early')
    expect((await takes('EARLY')).promo).toBeNull()
    await expect(startsOrder(buyer, 'ac-quarter', 'EARLY')).rejects.toMatchObject({
      errors: [{ field: 'promoCode', message: 'We do not know this code, or it has ended.' }],
    })
    await reports(app, eventOf(app, { order, amount: 1498, currency: 'USD' }))
    expect(await listed('EARLY')).toMatchObject({
      state: 'ended',
      paid: 1,
      added: { by: 'Frank' },
      ended: { by: 'Frank' },
    })
    await expect(ends('EARLY')).rejects.toMatchObject({ code: 'conflict' })
    await expect(adds({ code: 'EARLY' })).rejects.toMatchObject({ errors: [{ field: 'code' }] })
  })

  test('of the brand’s folder counts until it is ended, and is named as such', async () => {
    expect((await takes('SECONDLOOK')).promo?.percent).toBe(20)
    expect(await listed('SECONDLOOK')).toMatchObject({ state: 'counts', added: null, ended: null })
    await expect(adds({ code: 'SECONDLOOK' })).rejects.toMatchObject({
      errors: [{ field: 'code' }],
    })
    await ends('SECONDLOOK')
    expect(await takes('SECONDLOOK')).toEqual({ takesCodes: false, promo: null })
    expect(await listed('SECONDLOOK')).toMatchObject({
      state: 'ended',
      added: null,
      ended: { by: 'Frank' },
    })
    await expect(ends('SECONDLOOK')).rejects.toMatchObject({ code: 'conflict' })
    expect((await takes('FIRSTLETTER', people.bob)).promo?.percent).toBe(25)
  })

  test('that two add, or end, at the same moment is added and ended once', async () => {
    const acts = [
      [() => adds(), 'invalid'],
      [() => ends('SUMMER'), 'conflict'],
      [() => ends('SECONDLOOK'), 'conflict'],
    ] as const
    for (const [act, code] of acts) {
      const both = await Promise.allSettled([act(), act()])
      expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code } })
    }
  })

  test('of another campaign is an order of its own, though it costs the same', async () => {
    await adds()
    await adds({ code: 'AUTUMN' })
    const buyer = await newcomer()
    const first = await startsOrder(buyer, 'ac-month', 'SUMMER')
    const second = await startsOrder(buyer, 'ac-month', 'AUTUMN')
    expect(second.order).not.toBe(first.order)
    expect((await startsOrder(buyer, 'ac-month', 'AUTUMN')).order).toBe(second.order)
  })

  test.each([
    ['a brand that there is not', { brand: 'nobrand' }, 'brand'],
    ['a brand that sells by its partner', { brand: 'meetwives' }, 'brand'],
    ['too few letters', { code: 'ABC' }, 'code'],
    ['other signs', { code: 'SUM-MER' }, 'code'],
    ['a tag', { code: '<b>AB' }, 'code'],
    ['too many letters', { code: 'A'.repeat(21) }, 'code'],
    ['nothing off', { percent: 0 }, 'percent'],
    ['everything off', { percent: 100 }, 'percent'],
    ['half a per cent', { percent: 10.5 }, 'percent'],
    ['a day that is over', { until: '2020-01-01' }, 'until'],
    ['a day that there is not', { until: '2027-02-30' }, 'until'],
    ['a day far away', { until: '2999-01-01' }, 'until'],
  ])('for %s is refused beside its field', async (_, given, field) => {
    await expect(adds(given)).rejects.toMatchObject({ code: 'invalid', errors: [{ field }] })
    expect(await app.db.selectFrom('promo_codes').selectAll().execute()).toEqual([])
  })

  test('is a publisher’s alone, and both acts are on record without a member', async () => {
    const editor = await worksAs(app, 'Ed', { brand: 'wivesnow', roles: ['editor'] })
    await expect(adds({}, editor)).rejects.toMatchObject({ code: 'otherRole' })
    await expect(adds({}, people.alice)).rejects.toMatchObject({ code: 'notFound' })
    await adds()
    await ends('SUMMER')
    const acts = await app.db
      .selectFrom('audit_log')
      .select(['actor_id', 'subject_id', 'action', 'details'])
      .where('action', 'in', ['money.addPromoCode', 'money.endPromoCode'])
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    const details = { brand: 'adultcrush', code: 'SUMMER' }
    const by = { actor_id: people.frank.id, subject_id: null }
    expect(acts).toEqual([
      { ...by, action: 'money.endPromoCode', details },
      { ...by, action: 'money.addPromoCode', details: { ...details, percent: 50, until: day(3) } },
    ])
  })
})

test('that would cost less than the brand’s processor charges is refused, in the processor’s name', async () => {
  const shop = await startApp({
    CCBILL_ACCOUNT: '900100',
    CCBILL_USER: 'datalink1',
    CCBILL_PASSWORD: 'a password',
    CCBILL_SHOPS: 'adultcrush:0001:687fa3e0-e60d-4466-88e2-181fa56dd6a9:7d901dad245fd0ff6bc20d06',
    CCBILL_LIMITS: '20.00-150.00',
  })
  const grace = await worksAs(shop, 'Grace', { brand: 'wivesnow' })
  await expect(adds({ percent: 40 }, grace)).rejects.toMatchObject({
    errors: [{ field: 'percent', message: expect.stringMatching(/^CCBill charges nothing so/) }],
  })
  await expect(adds({ percent: 30 }, grace)).resolves.toMatchObject({ ok: true })
  await shop.close()
})

describe('the page', () => {
  async function shows(who: CastMember, path: string, file: string, fields?: string[][]) {
    const headers = {
      Host: who.host,
      Origin: `http://${who.host}`,
      Cookie: [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    }
    const posted = fields && { method: 'POST', body: new URLSearchParams(fields) }
    const answer = await app.frontDoor(
      new Request(`http://${who.host}${path}`, { headers, redirect: 'manual', ...posted }),
      '203.0.113.7',
      renderer.shows({ file }),
    )
    return { status: answer.status, html: await answer.text() }
  }
  const form = (more: Record<string, string> = {}) =>
    Object.entries({
      act: 'add',
      brand: 'wivesnow',
      code: 'WINTER',
      percent: '15',
      until: day(9),
      ...more,
    })

  test('without script adds a code, or says beside the field why not, with what was typed', async () => {
    const refused = await shows(
      people.frank,
      '/staff/content/code',
      'form/promo-code.astro',
      form({ percent: '99' }),
    )
    expect(refused.status).toBe(422)
    expect(refused.html).toMatch(/id="code-percent-error"[^>]*>[^<]*from 5 to 80/)
    expect(refused.html).toMatch(/value="WINTER"/)
    const { status } = await shows(
      people.frank,
      '/staff/content/code',
      'form/promo-code.astro',
      form(),
    )
    expect(status).toBe(303)
    const { html } = await shows(
      people.frank,
      '/staff/content/codes?done=added',
      'staff/content/codes.astro',
    )
    expect(html).toContain('Added. It counts from now on.')
    expect(html).toMatch(/WINTER[\s\S]*15 % off on WivesNow/)
  })

  test('where one pays asks for a code as long as there is one, and says what it takes off', async () => {
    const upgradePage = async (query = '') =>
      (await shows(people.alice, `/billing/upgrade${query}`, 'billing/upgrade.astro')).html
    await adds({ code: 'HALFOFF' })
    await ends('SECONDLOOK')
    expect(await upgradePage()).toContain('I have a code')
    expect(await upgradePage('?promo=halfoff')).toMatch(/HALFOFF: 50 % off/)
    expect(await upgradePage('?promo=secondlook')).toContain(
      'We do not know this code, or it has ended.',
    )
    await ends('HALFOFF')
    expect(await upgradePage()).not.toContain('I have a code')
  })
})
