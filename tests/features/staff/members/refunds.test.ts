import { setTimeout } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Given } from '#api/contract.ts'
import { setRoles } from '#core/staff-accounts/roles.sql.ts'
import { MINUTE } from '#lib/clock.ts'
import { ledgerFaults } from '#money/books/ledger-check.sql.ts'
import { cancellationJob } from '#money/contracts/cancel.server.ts'
import { listContracts } from '#money/contracts/ending/declarations.contract.ts'
import { refundJob } from '#money/contracts/refunds.server.ts'
import { balanceOf } from '#money/credits/credits.sql.ts'
import { reportedRefund } from '#money/orders/refunds.sql.ts'
import { getMemberFile } from '#staff/members/member-file.contract.ts'
import { actOnMember } from '#staff/members/support-acts.contract.ts'
import { conflict, runJob } from '#tests/support/app.ts'
import { type CastMember, joins, parametersFor, worksAs } from '#tests/support/cast.ts'
import { mailsTo } from '#tests/support/mail.ts'
import { paysAt, type Shop, startShop } from '#tests/support/sandbox.ts'
import { answersApproval, approvalsFor } from '#tests/support/verdicts.ts'

/**
 * Support pays back: whole or in parts, within a brand's limit, above it with a lead; against the
 * sandbox gateway.
 */

let instead: ((request: Request) => Response | Promise<Response>) | null = null
const asked: unknown[] = []
let shop: Shop
let Sue: CastMember
let Lea: CastMember
let number = 0
beforeAll(async () => {
  shop = await startShop({}, (request) => {
    if (!request.url.endsWith('/refundPayment')) return null
    asked.push(request.url)
    return instead?.(request) ?? null
  })
})
afterAll(() => shop.close())
beforeEach(async () => {
  number += 1
  asked.length = 0
  await shop.days(2)
  Sue = await worksAs(shop.app, `Sue${number}`, { roles: ['support'] })
  Lea = await worksAs(shop.app, `Lea${number}`, { roles: ['lead'] })
})
afterEach(async () => {
  instead = null
  expect(await ledgerFaults(db(), shop.app.clock.now(), 10)).toEqual([])
})

const db = () => shop.app.db
const work = () => runJob(shop.app, refundJob)

type Buyer = { member: CastMember; order: number; payment: number; reference: string }
let people = 0
async function buys(brand = 'adultcrush', keyword = 'ac-month'): Promise<Buyer> {
  const { member, order } = await paysAt(shop, brand, keyword, `Payer${(people += 1)}`)
  const charge = () =>
    db()
      .selectFrom('payments')
      .select(['id', 'reference'])
      .where('order_id', '=', order)
      .executeTakeFirstOrThrow()
  const { id, reference } = await vi.waitFor(charge)
  return { member, order, payment: id, reference }
}

type Act = Given<typeof actOnMember>['body']
const acts = (of: CastMember, body: Omit<Act, 'accountId' | 'reason'>, by = Sue) =>
  by.calls(actOnMember, { body: { accountId: of.id, reason: 'They could not sign in.', ...body } })
const paysBack = ({ member, payment }: Buyer, sum?: string, more: Partial<Act> = {}, by = Sue) =>
  acts(member, { act: 'refund', payment, ...(sum === undefined ? {} : { sum }), ...more }, by)
const file = (who: CastMember, by = Sue) =>
  by.calls(getMemberFile, { params: { id: who.id }, query: {} })
const charges = async ({ member }: Buyer) => (await file(member)).support?.charges
const said = async ({ member }: Buyer, kind = 'money') =>
  (await file(member)).timeline.entries
    .filter((entry) => entry.kind === kind)
    .map(({ text }) => text)
const refunds = ({ order }: Buyer) =>
  db().selectFrom('refunds').selectAll().where('order_id', '=', order).orderBy('id').execute()
const amounts = async (buyer: Buyer) =>
  (await refunds(buyer)).map(({ amount, confirmed_at: at }) => [amount, at !== null])
const isPremium = async ({ member }: Buyer) => (await parametersFor(member)).userInfo?.isPremium
const contract = async ({ member }: Buyer) => (await member.calls(listContracts)).contracts[0]
const mails = async ({ member }: Buyer) =>
  (await mailsTo(shop.app, `${member.username.toLowerCase()}@example.org`)).filter(
    ({ kind }) => kind === 'refunded',
  )
const waiting = async () => (await approvalsFor(Lea)).approvals.at(-1)
const decides = (id: number, outcome: 'approved' | 'refused' = 'approved', by = Lea) =>
  answersApproval(by, 'act', id, outcome)
const field = (name: string, words: RegExp) =>
  expect.objectContaining({
    errors: [
      expect.objectContaining({
        field: name,
        message: expect.stringMatching(words) as string,
      }),
    ],
  })

describe('the whole of a charge', () => {
  test('goes back by the gateway, once, and ends what it was for as a refund of its own does', async () => {
    const buyer = await buys()
    await paysBack(buyer)
    // Until the gateway confirms, nothing is taken.
    expect([await isPremium(buyer), await amounts(buyer)]).toEqual([true, [[2995, false]]])
    const of = `US$29.95 of order ${buyer.order}, ${buyer.reference}, on AdultCrush`
    expect(await said(buyer)).toContain(`To be paid back: ${of}`)
    await work()
    await vi.waitFor(async () => expect((await refunds(buyer))[0]?.reported_at).not.toBeNull())
    await work()
    expect(asked).toHaveLength(1)
    expect([await isPremium(buyer), await amounts(buyer)]).toEqual([false, [[2995, true]]])
    expect((await contract(buyer))?.state).toBe('refunded')
    expect(await said(buyer)).toContain(`Paid back ${of}`)
    expect(await said(buyer, 'support')).toEqual([
      `Pay back: US$29.95 of payment ${buyer.reference}: done`,
    ])
    expect((await mails(buyer)).map(({ text }) => text).join()).toContain('US$29.95')
    const subscription = await db()
      .selectFrom('subscriptions')
      .selectAll()
      .where('order_id', '=', buyer.order)
      .executeTakeFirstOrThrow()
    expect(subscription.cancel_asked_at).not.toBeNull()
    await runJob(shop.app, cancellationJob)
  })

  test('is counted once where its report comes before its answer, and again afterwards', async () => {
    const buyer = await buys()
    await paysBack(buyer)
    instead = async (request) => {
      instead = null
      await shop.ask(new URL(request.url).pathname, {
        method: 'POST',
        headers: Object.fromEntries(request.headers),
        body: await request.text(),
      })
      return new Response('Bad gateway', { status: 502 })
    }
    await work()
    await vi.waitFor(async () => expect(await amounts(buyer)).toEqual([[2995, true]]))
    expect([await isPremium(buyer), (await mails(buyer)).length]).toEqual([false, 1])
    expect((await file(buyer.member)).support?.unconfirmed).toEqual([])
  })

  test('of a pack of credits takes back what is left of them', async () => {
    const buyer = await buys('wivesnow', 'wn-20')
    const balance = () => balanceOf(db(), buyer.member.id, shop.app.clock.now())
    const before = await balance()
    await paysBack(buyer)
    await work()
    expect(await balance()).toBe(before - 20)
  })
})

describe('a part of a charge', () => {
  test('leaves what was bought, until the parts are the whole', async () => {
    const buyer = await buys()
    await paysBack(buyer, '10')
    await work()
    expect([await isPremium(buyer), (await contract(buyer))?.paidBack]).toEqual([true, 'US$10.00'])
    expect(await charges(buyer)).toMatchObject([{ left: 'US$19.95', alone: 'US$50.00', why: null }])
    await paysBack(buyer, '9,95')
    await work()
    expect(await isPremium(buyer)).toBe(true)
    await paysBack(buyer)
    await work()
    expect(await amounts(buyer)).toEqual([
      [1000, true],
      [995, true],
      [1000, true],
    ])
    expect([await isPremium(buyer), (await mails(buyer)).length]).toEqual([false, 3])
    expect(await charges(buyer)).toMatchObject([
      { left: 'US$0.00', why: expect.stringMatching(/All of this charge/) as string },
    ])
    await expect(paysBack(buyer, '0.01')).rejects.toMatchObject(conflict(/All of this charge/))
  })

  test('is not more than the charge, nor are parts together, also at once', async () => {
    const buyer = await buys()
    await expect(paysBack(buyer, '29.96')).rejects.toEqual(field('sum', /US\$29\.95 is left/))
    const both = await Promise.allSettled([paysBack(buyer, '20'), paysBack(buyer, '20')])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(paysBack(buyer, '20')).rejects.toEqual(field('sum', /US\$9\.95 is left/))
    const key = `k${number}`
    await Promise.all([paysBack(buyer, '5', { key }), paysBack(buyer, '5', { key })])
    expect(await amounts(buyer)).toEqual([
      [2000, false],
      [500, false],
    ])
    await work()
  })

  test.each(['0', '-5', '1.234', 'ten', '1e3', '٣', '10 000', '12.50.1'])(
    'is no “%s”',
    async (sum) => {
      const buyer = await buys()
      await expect(paysBack(buyer, sum)).rejects.toEqual(field('sum', /amount like 12\.50/))
      expect(await refunds(buyer)).toEqual([])
    },
  )
})

describe('is refused, and nothing is asked for', () => {
  test('for no charge, another member’s, one that the bank took back, and without the role', async () => {
    const [buyer, other] = [await buys(), await buys()]
    await expect(acts(buyer.member, { act: 'refund' })).rejects.toEqual(
      field('payment', /choose a charge/),
    )
    await expect(paysBack({ ...buyer, payment: other.payment })).rejects.toMatchObject({
      code: 'notFound',
    })
    const Mia = await worksAs(shop.app, `Mia${number}`, { roles: ['moderator'] })
    await expect(paysBack(buyer, '1', {}, Mia)).rejects.toMatchObject({ code: 'otherRole' })
    await shop.desk('chargeback', { reference: buyer.reference, days: 0 })
    await expect(paysBack(buyer)).rejects.toMatchObject(conflict(/bank has taken this charge back/))
    expect([...(await refunds(buyer)), ...(await refunds(other))]).toEqual([])
  })

  test('where a partner sold it: the page says whose money it is', async () => {
    const Pam = await joins(shop.app, { brand: 'meetwives', username: `Pam${number}` })
    expect((await file(Pam)).support?.charges).toEqual([])
    await expect(acts(Pam, { act: 'refund', payment: 1 })).rejects.toMatchObject({
      code: 'notFound',
    })
  })

  test('is of the brand where it was bought, whichever is the member’s own', async () => {
    const buyer = await buys()
    await db()
      .updateTable('accounts')
      .set({ brand: 'meetwives' })
      .where('id', '=', buyer.member.id)
      .execute()
    expect(await charges(buyer)).toMatchObject([
      { text: expect.stringContaining('on AdultCrush') as string, alone: 'US$50.00' },
    ])
    await paysBack(buyer, '5')
    await work()
    expect(await amounts(buyer)).toEqual([[500, true]])
  })
})

describe('where the gateway does not confirm', () => {
  test.each<[string, () => Response | Promise<Response>]>([
    ['answers no', () => new Response('no', { status: 409 })],
    ['is silent', () => new Promise(() => undefined)],
    ['shows a page about maintenance', () => new Response('<h1>Back soon</h1>')],
  ])('since it %s, nothing is taken, and the file says what to do', async (how, answer) => {
    const buyer = await buys()
    await paysBack(buyer, '10')
    instead = answer
    if (how === 'is silent')
      vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(AbortSignal.abort())
    await work()
    vi.restoreAllMocks()
    instead = null
    shop.app.clock.advance(6 * MINUTE)
    await work()
    expect([await isPremium(buyer), await amounts(buyer)]).toEqual([true, [[1000, false]]])
    const [one] = (await file(buyer.member)).support?.unconfirmed ?? []
    expect(one?.text).toContain(`US$10.00 of order ${buyer.order}`)
    expect(await said(buyer)).toContainEqual(
      expect.stringMatching(/^The processor did not confirm to pay back US\$10/),
    )
    const refund = one?.id ?? 0
    const stranger = await buys()
    await expect(acts(stranger.member, { act: 'refundDrop', refund })).rejects.toMatchObject(
      conflict(/waits for nobody/),
    )
    await acts(buyer.member, { act: 'refundAgain', refund })
    await work()
    expect(await amounts(buyer)).toEqual([[1000, true]])
    await expect(acts(buyer.member, { act: 'refundAgain', refund })).rejects.toMatchObject(
      conflict(/waits for nobody/),
    )
  })

  test('it can be given up, also twice at once, and then the money is there to be paid back again', async () => {
    const buyer = await buys()
    await paysBack(buyer)
    instead = () => new Response('no', { status: 409 })
    await work()
    instead = null
    const refund = (await file(buyer.member)).support?.unconfirmed[0]?.id ?? 0
    const both = await Promise.allSettled([
      acts(buyer.member, { act: 'refundDrop', refund }),
      acts(buyer.member, { act: 'refundDrop', refund }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await work()
    expect([await isPremium(buyer), await charges(buyer)]).toMatchObject([
      true,
      [{ left: 'US$29.95' }],
    ])
    expect(await said(buyer)).toContainEqual(expect.stringMatching(/^Not paid back in the end/))
    // The gateway had done it all the same, and reports it.
    await shop.desk('refund', { reference: buyer.reference })
    expect([await isPremium(buyer), await amounts(buyer)]).toEqual([false, [[2995, true]]])
  })

  test('it is not given up once the member has withdrawn: it is owed by law', async () => {
    const buyer = await buys()
    await paysBack(buyer, '10')
    instead = () => new Response('no', { status: 409 })
    await work()
    instead = null
    await db()
      .updateTable('orders')
      .set({ withdrawn_at: shop.app.clock.now() })
      .where('id', '=', buyer.order)
      .execute()
    const refund = (await file(buyer.member)).support?.unconfirmed[0]?.id ?? 0
    await expect(acts(buyer.member, { act: 'refundDrop', refund })).rejects.toMatchObject(
      conflict(/owed by law/),
    )
    await acts(buyer.member, { act: 'refundAgain', refund })
    await work()
    expect(await amounts(buyer)).toEqual([[1000, true]])
  })

  test('an answer that never came is not asked for again by itself', async () => {
    const buyer = await buys()
    await paysBack(buyer, '10')
    await db()
      .updateTable('refunds')
      .set({ tried_at: shop.app.clock.now() })
      .where('order_id', '=', buyer.order)
      .execute()
    shop.app.clock.advance(6 * MINUTE)
    await work()
    expect([asked, (await file(buyer.member)).support?.unconfirmed.length]).toEqual([[], 1])
  })

  test('nor while others are asked for so long that its time passes', async () => {
    const [buyer, other] = [await buys(), await buys()]
    await paysBack(buyer, '10')
    await paysBack(other, '5')
    await db()
      .updateTable('refunds')
      .set({ tried_at: shop.app.clock.now() })
      .where('order_id', '=', buyer.order)
      .execute()
    shop.app.clock.advance(4 * MINUTE)
    instead = () => {
      shop.app.clock.advance(2 * MINUTE)
      return new Response('no', { status: 409 })
    }
    await work()
    expect(asked).toHaveLength(1)
  })

  test('a bank that takes it back meanwhile ends it', async () => {
    const buyer = await buys()
    await paysBack(buyer)
    instead = () => new Response('no', { status: 409 })
    await work()
    await shop.desk('chargeback', { reference: buyer.reference, days: 0 })
    instead = null
    expect((await file(buyer.member)).support?.unconfirmed).toEqual([])
    await work()
    expect([asked.length, await amounts(buyer)]).toEqual([1, [[2995, false]]])
  })
})

describe('an old charge', () => {
  test('that goes back as a whole leaves the period that is paid now, and the mail says so', async () => {
    const buyer = await buys()
    await shop.desk('renew', { reference: buyer.reference })
    await vi.waitFor(async () => expect(await charges(buyer)).toHaveLength(2))
    await paysBack(buyer)
    await work()
    expect([await isPremium(buyer), await amounts(buyer)]).toEqual([true, [[2995, true]]])
    expect((await contract(buyer))?.state).toBe('paid')
    const [mail] = await mails(buyer)
    expect(mail?.text).toContain('all of that charge')
    expect(mail?.text).toContain('What you bought stays as it is.')
  })

  test('that goes back after what was bought has ended: the mail says nothing of its staying', async () => {
    const buyer = await buys()
    await shop.desk('renew', { reference: buyer.reference })
    await vi.waitFor(async () => expect(await charges(buyer)).toHaveLength(2))
    await db()
      .updateTable('orders')
      .set({ refunded_at: shop.app.clock.now() })
      .where('id', '=', buyer.order)
      .execute()
    await paysBack(buyer, '5')
    await work()
    const [mail] = await mails(buyer)
    expect(mail?.text).not.toContain('stays as it is')
  })
})

test('a report that comes again confirms no equal part that was never asked for', async () => {
  const buyer = await buys()
  await paysBack(buyer, '5')
  await work()
  const { order, reference } = buyer
  const report = { reference, order, amount: 500, currency: 'USD' }
  const reported = () =>
    db()
      .transaction()
      .execute((trx) => reportedRefund(trx, report, shop.app.clock.now()))
  await vi.waitFor(async () => expect((await refunds(buyer))[0]?.reported_at).not.toBeNull())
  await paysBack(buyer, '5')
  const [first] = await refunds(buyer)
  expect(await reported()).toMatchObject({ id: first?.id, isNews: false })
  expect(await amounts(buyer)).toEqual([
    [500, true],
    [500, false],
  ])
  await work()
})

describe('what is not confirmed', () => {
  const unconfirmed = async () => {
    const buyer = await buys()
    await paysBack(buyer, '10')
    instead = () => new Response('no', { status: 409 })
    await work()
    instead = null
    return { ...buyer, refund: (await file(buyer.member)).support?.unconfirmed[0]?.id ?? 0 }
  }

  test('is settled before anything else of its order is asked for', async () => {
    const buyer = await unconfirmed()
    await expect(paysBack(buyer, '1')).rejects.toMatchObject(conflict(/Settle that one first/))
    await acts(buyer.member, { act: 'refundDrop', refund: buyer.refund })
    await paysBack(buyer, '1')
    await work()
    expect(await amounts(buyer)).toEqual([
      [1000, false],
      [100, true],
    ])
  })

  test('is not asked for again once a chargeback is on record', async () => {
    const buyer = await unconfirmed()
    await db()
      .insertInto('chargebacks')
      .values({
        payment_reference: buyer.reference,
        order_id: buyer.order,
        account_id: buyer.member.id,
        amount: 2995,
        currency: 'USD',
        at: shop.app.clock.now(),
      })
      .execute()
    await expect(
      acts(buyer.member, { act: 'refundAgain', refund: buyer.refund }),
    ).rejects.toMatchObject(conflict(/bank has taken this charge back/))
    await acts(buyer.member, { act: 'refundDrop', refund: buyer.refund })
  })

  test.each(['refundAgain', 'refundDrop'] as const)(
    'is settled by %s also where the member deleted the account',
    async (act) => {
      const buyer = await unconfirmed()
      await db()
        .updateTable('accounts')
        .set({ deleted_at: shop.app.clock.now() })
        .where('id', '=', buyer.member.id)
        .execute()
      expect((await file(buyer.member)).support).toMatchObject({
        acts: [],
        charges: [],
        unconfirmed: [{ id: buyer.refund }],
      })
      await expect(paysBack(buyer, '1')).rejects.toMatchObject({ code: 'conflict' })
      await acts(buyer.member, { act, refund: buyer.refund })
      await work()
      expect(await amounts(buyer)).toEqual([[1000, act === 'refundAgain']])
      expect((await file(buyer.member)).support).toBeNull()
    },
  )
})

describe('above the limit of the brand', () => {
  const above = async () => {
    const buyer = await buys()
    await shop.desk('renew', { reference: buyer.reference })
    const charged = await vi.waitFor(() =>
      db()
        .selectFrom('payments')
        .select('id')
        .where('order_id', '=', buyer.order)
        .where('kind', '=', 'renewal')
        .executeTakeFirstOrThrow(),
    )
    await paysBack(buyer)
    expect(await paysBack({ ...buyer, payment: charged.id })).toMatchObject({ waits: true })
    return { ...buyer, renewal: charged.id }
  }

  test('it waits for a lead, of the same charge once; agreed to, it goes back', async () => {
    const buyer = await above()
    await expect(paysBack({ ...buyer, payment: buyer.renewal })).rejects.toMatchObject(
      conflict(/waits for a lead already/),
    )
    const one = await waiting()
    expect(one?.after).toMatch(/^Pay back: US\$29\.95 of payment pay_/)
    await work()
    expect(await amounts(buyer)).toEqual([[2995, true]])
    await expect(decides(one?.id ?? 0, 'approved', Sue)).rejects.toMatchObject({
      code: 'otherRole',
    })
    await decides(one?.id ?? 0)
    await work()
    expect(await amounts(buyer)).toEqual([
      [2995, true],
      [2995, true],
    ])
  })

  test('no lead agrees to a request of their own, nor when less is left by now', async () => {
    const own = await buys('adultcrush', 'ac-quarter')
    expect(await paysBack(own, undefined, {}, Lea)).toMatchObject({ waits: true })
    const one = await waiting()
    await expect(decides(one?.id ?? 0)).rejects.toMatchObject({ code: 'forbidden' })
    await paysBack(own, '10')
    const Max = await worksAs(shop.app, `Max${number}`, { roles: ['lead'] })
    await expect(decides(one?.id ?? 0, 'approved', Max)).rejects.toMatchObject(
      conflict(/Only US\$.* is left by now/),
    )
    expect(await amounts(own)).toEqual([[1000, false]])
    await decides(one?.id ?? 0, 'refused', Max)
    await work()
    expect(await amounts(own)).toEqual([[1000, true]])
  })

  test('a lead who is none any more agrees to nothing, demoted in the middle', async () => {
    const buyer = await above()
    const one = await waiting()
    const late = await db()
      .transaction()
      .execute(async (trx) => {
        await trx
          .selectFrom('orders')
          .select('id')
          .where('id', '=', buyer.order)
          .forUpdate()
          .execute()
        const act = decides(one?.id ?? 0).catch((error: unknown) => error)
        // Until it waits for this transaction.
        await setTimeout(500)
        await setRoles(trx, Lea.id, ['support'], shop.app.clock.now())
        return { act }
      })
    expect(await late.act).toMatchObject({ code: 'forbidden' })
    await work()
    expect(await amounts(buyer)).toEqual([[2995, true]])
  })
})
