import { beforeAll, expect, test } from 'vitest'
import { DAY } from '#lib/clock.ts'
import {
  changeAuthorityOrders,
  getAuthorityOrders,
} from '#staff/transparency/authority-orders.contract.ts'
import { app, withApp } from '#tests/support/app.ts'
import { alice, asStaff, type CastMember, eve, givesRoles } from '#tests/support/cast.ts'

/** Orders of authorities: recorded by leads, settled once. */

withApp()
let Eve: CastMember
beforeAll(async () => {
  Eve = await eve(app)
})

const minute = (daysAgo: number) =>
  new Date(app.clock.now().getTime() - daysAgo * DAY).toISOString().slice(0, 16)
const order = {
  brand: 'wivesnow',
  authority: 'Amtsgericht Beispielstadt',
  country: 'DE',
  kind: 'remove',
  category: 'illegal',
} as const
const adds = (more: object = {}, who = Eve) =>
  who.calls(changeAuthorityOrders, {
    body: { act: 'add', ...order, receivedAt: minute(2), ...more },
  })
const settles = (id: number, settledAt = minute(1), who = Eve) =>
  who.calls(changeAuthorityOrders, { body: { act: 'settle', id, outcome: 'partly', settledAt } })
const orders = async (who = Eve) => (await who.calls(getAuthorityOrders)).orders
const first = async () => (await orders())[0]?.id ?? expect.fail('no order')

test('an order is recorded with its day, and settled once, however often it is said', async () => {
  expect((await Eve.visit('/staff/authority-orders')).status).toBe(200)
  await adds()
  expect(await orders()).toMatchObject([
    { ...order, outcome: null, settledAt: null, recordedBy: Eve.username },
  ])
  const id = await first()
  const answers = await Promise.allSettled([settles(id), settles(id), settles(id)])
  expect(answers.filter(({ status }) => status === 'fulfilled').length).toBe(1)
  expect(await orders()).toMatchObject([{ outcome: 'partly', settledAt: `${minute(1)}:00.000Z` }])
  const acts = await app.db
    .selectFrom('audit_log')
    .select('action')
    .where('actor_id', '=', Eve.id)
    .orderBy('id')
    .execute()
  expect(acts.map(({ action }) => action)).toEqual([
    'staff.addAuthorityOrder',
    'staff.settleAuthorityOrder',
  ])
})

test.each<[string, () => Promise<unknown>, string, RegExp]>([
  ['from tomorrow', () => adds({ receivedAt: minute(-1) }), 'receivedAt', /in the future/],
  ['of no day', () => adds({ receivedAt: '2026-13-40T10:00' }), 'receivedAt', /no such day/],
  ['of no country', () => adds({ country: 'ZZ' }), 'country', /choose a country/],
  ['of nobody', () => adds({ authority: ' ' }), 'authority', /./],
  [
    'settled before it came',
    async () => (await adds({ receivedAt: minute(1) }), settles(await first(), minute(3))),
    'settledAt',
    /before the order/,
  ],
  [
    'settled tomorrow',
    async () => (await adds({ receivedAt: minute(0) }), settles(await first(), minute(-1))),
    'settledAt',
    /in the future/,
  ],
])('an order %s is refused in words', async (_, tries, field, message) => {
  await expect(tries()).rejects.toMatchObject({
    errors: [{ field, message: expect.stringMatching(message) as string }],
  })
})

test('an order is for leads alone', async () => {
  await expect(orders(await alice(app))).rejects.toMatchObject({ status: 404 })
  await givesRoles(app, Eve, ['moderator'])
  await asStaff(app, Eve)
  for (const call of [() => orders(), () => adds(), () => settles(1)])
    await expect(call()).rejects.toMatchObject({ code: 'otherRole' })
})
