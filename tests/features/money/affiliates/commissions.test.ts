import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { addressConfirmed } from '#core/accounts/events.server.ts'
import { emptyAccount } from '#core/accounts/standing/departures.sql.ts'
import { DAY, HOUR, later, MINUTE } from '#lib/clock.ts'
import { listAffiliates } from '#money/affiliates/affiliates.contract.ts'
import { approvalJob } from '#money/affiliates/payouts/commissions.server.ts'
import { emptyCommissions } from '#money/affiliates/payouts/commissions.sql.ts'
import { payoutJob } from '#money/affiliates/payouts/payouts.server.ts'
import { balancesOf } from '#money/affiliates/reading.sql.ts'
import { monthsAfter } from '#money/affiliates/terms/terms.ts'
import { moneyReturned, paymentTaken } from '#money/orders/money-events.ts'
import {
  affiliateSeen,
  agrees,
  changesAffiliate,
  hasAffiliate,
  shareTerms,
  twoOwners,
  waitingFor,
  workOn,
} from '#tests/support/affiliates.ts'
import { app, runJob, setsAccount, withApp } from '#tests/support/app.ts'
import { type CastMember, joins } from '#tests/support/cast.ts'
import { eventOf, gatewaySettings, reports, startsOrder } from '#tests/support/gateway.ts'
import { mailsTo } from '#tests/support/mail.ts'

/** What affiliates earn, against a model that keeps everything. */

withApp(gatewaySettings)
let owners: [CastMember, CastMember]
beforeAll(async () => {
  owners = await twoOwners(app)
})

const inTurn = <T>(work: (trx: never) => Promise<T>) => app.transaction((trx) => work(trx as never))

let names = 0
async function sentBy(source: string): Promise<number> {
  const name = `sent${(names += 1)}`
  const { id } = await app.db
    .insertInto('accounts')
    .values({
      brand: 'adultcrush',
      username: name,
      username_key: name,
      username_look: name,
      email: `${name}@example.org`,
      email_key: `${name}@example.org`,
      password_hash: '',
      source,
      subid: `click-${name}`,
      created_at: app.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type Charge = { accountId: number; reference: string; amount: number; currency?: string }
const charge = ({ accountId, reference, amount, currency = 'USD' }: Charge) => ({
  orderId: 1,
  accountId,
  brand: 'adultcrush',
  amount,
  currency,
  reference,
  processor: 'gateway' as never,
  at: app.clock.now(),
})
const pays = (of: Charge, isFirst = false) =>
  inTurn((trx) =>
    app.services.say(trx, paymentTaken, {
      ...charge(of),
      paymentId: 1,
      kind: 'renewal',
      isFirst,
    }),
  )
const returns = (of: Charge, kind: 'refund' | 'chargeback' = 'refund') =>
  inTurn((trx) => app.services.say(trx, moneyReturned, { ...charge(of), kind }))
const approves = () => runJob(app, approvalJob)
const erases = async (accountId: number) => {
  while ((await emptyCommissions(app.db, accountId, 2)) > 0);
  await inTurn((trx) => emptyAccount(trx, accountId, app.clock.now()))
}
const rowsOf = (affiliateId: number) =>
  app.db
    .selectFrom('commissions')
    .selectAll()
    .where('affiliate_id', '=', affiliateId)
    .orderBy('id')
    .execute()
const sumsOf = async (affiliateId: number) =>
  (await rowsOf(affiliateId)).map(({ kind, amount, rejected_at, approved_at }) => [
    kind,
    amount,
    rejected_at ? 'rejected' : approved_at ? 'approved' : 'pending',
  ])
/** Days pass, and owners work on. */
async function waits(days: number): Promise<void> {
  app.clock.advance(days * DAY)
  await workOn(app, owners)
}
const pending = async (accountId: number) =>
  app.db
    .selectFrom('commissions')
    .select('token')
    .where('account_id', '=', accountId)
    .where('approved_at', 'is', null)
    .where('rejected_at', 'is', null)
    .where('kind', '<>', 'return')
    .execute()

describe('a commission', () => {
  test('is the agreed share of each payment, once, however often it is reported', async () => {
    const id = await hasAffiliate(owners, 'share-1')
    const accountId = await sentBy('share-1')
    const paid = { accountId, reference: 'a-1', amount: 2995 }
    await pays(paid, true)
    await pays(paid, true)
    await Promise.all([pays({ ...paid, reference: 'a-2' }), pays({ ...paid, reference: 'a-2' })])
    expect(await sumsOf(id)).toEqual([
      ['share', 748, 'pending'],
      ['share', 748, 'pending'],
    ])
    expect((await rowsOf(id))[0]).toMatchObject({ subid: `click-sent${names}`, campaign: '' })
  })

  test('ends after the agreed months, by the day of joining', async () => {
    const id = await hasAffiliate(owners, 'months-1', { ...shareTerms, months: 1 })
    const accountId = await sentBy('months-1')
    const end = monthsAfter(app.clock.now(), 1)
    await waits((end.getTime() - app.clock.now().getTime()) / DAY - 0.01)
    await pays({ accountId, reference: 'm-1', amount: 1000 })
    await waits(0.02)
    await pays({ accountId, reference: 'm-2', amount: 1000 })
    expect(await sumsOf(id)).toEqual([['share', 250, 'pending']])
    expect(monthsAfter(new Date('2027-01-31T10:00:00Z'), 1).toISOString()).toBe(
      '2027-02-28T10:00:00.000Z',
    )
  })

  test('for a confirmed join or a first payment is the agreed sum, once a member', async () => {
    const join = await hasAffiliate(owners, 'join-1', {
      ...shareTerms,
      model: 'join',
      amount: '2.50',
    })
    const first = await hasAffiliate(owners, 'first-1', {
      ...shareTerms,
      model: 'first',
      amount: '30',
    })
    const [one, other] = [await sentBy('join-1'), await sentBy('first-1')]
    await inTurn((trx) => app.services.say(trx, addressConfirmed, { id: one, at: app.clock.now() }))
    await inTurn((trx) => app.services.say(trx, addressConfirmed, { id: one, at: app.clock.now() }))
    await pays({ accountId: one, reference: 'j-1', amount: 1000 }, true)
    await pays({ accountId: other, reference: 'f-1', amount: 1000 }, true)
    await pays({ accountId: other, reference: 'f-2', amount: 1000 })
    expect(await sumsOf(join)).toEqual([['join', 250, 'pending']])
    expect(await sumsOf(first)).toEqual([['first', 3000, 'pending']])
    expect((await affiliateSeen(owners[0], 'join-1')).others.confirmed).toBe(2)
  })

  test('is rejected by a refund in its time, and taken back in part by a part', async () => {
    const id = await hasAffiliate(owners, 'refund-1')
    const accountId = await sentBy('refund-1')
    await pays({ accountId, reference: 'r-1', amount: 1000 })
    await returns({ accountId, reference: 'r-1', amount: 400 })
    expect(await sumsOf(id)).toEqual([
      ['share', 250, 'pending'],
      ['return', -100, 'pending'],
    ])
    await returns({ accountId, reference: 'r-1', amount: 600 })
    // And the bank takes back what is back already.
    await returns({ accountId, reference: 'r-1', amount: 1000 }, 'chargeback')
    expect(await sumsOf(id)).toEqual([
      ['share', 250, 'rejected'],
      ['return', -100, 'rejected'],
    ])
  })

  test('that was approved is followed by a sum below zero, also of a charge of last year', async () => {
    const id = await hasAffiliate(owners, 'late-1')
    const accountId = await sentBy('late-1')
    await pays({ accountId, reference: 'l-1', amount: 1000 })
    await waits(31)
    await approves()
    await waits(370)
    await returns({ accountId, reference: 'l-1', amount: 1000 }, 'chargeback')
    await returns({ accountId, reference: 'l-1', amount: 1000 }, 'chargeback')
    expect(await sumsOf(id)).toEqual([
      ['share', 250, 'approved'],
      ['return', -250, 'approved'],
    ])
    expect(await balancesOf(app.db, id)).toEqual([])
  })

  test('is nobody’s to reject once its hold has passed, also where no job ran yet', async () => {
    const id = await hasAffiliate(owners, 'late-2')
    const accountId = await sentBy('late-2')
    await pays({ accountId, reference: 'l-2', amount: 1000 })
    await waits(30)
    await returns({ accountId, reference: 'l-2', amount: 1000 })
    const [late] = await pending(accountId)
    await expect(
      changesAffiliate(owners[0], { act: 'reject', id, commission: late?.token }),
    ).rejects.toMatchObject({ code: 'conflict' })
    await approves()
    expect(await sumsOf(id)).toEqual([
      ['share', 250, 'approved'],
      ['return', -250, 'approved'],
    ])
  })

  test('counts what went back of a payment that is reported after its refund', async () => {
    const id = await hasAffiliate(owners, 'order-1')
    const accountId = await sentBy('order-1')
    await returns({ accountId, reference: 'o-1', amount: 200 })
    await pays({ accountId, reference: 'o-1', amount: 1000 })
    await returns({ accountId, reference: 'o-2', amount: 1000 })
    await pays({ accountId, reference: 'o-2', amount: 1000 })
    expect(await sumsOf(id)).toEqual([
      ['return', -50, 'pending'],
      ['share', 250, 'pending'],
      ['return', 0, 'rejected'],
      ['share', 250, 'rejected'],
    ])
  })

  test('survives an erasure and names nobody; what comes later of that member is nobody’s', async () => {
    const id = await hasAffiliate(owners, 'erased-1')
    const accountId = await sentBy('erased-1')
    await pays({ accountId, reference: 'e-1', amount: 1000 })
    await pays({ accountId, reference: 'e-2', amount: 1000 })
    await erases(accountId)
    await pays({ accountId, reference: 'e-3', amount: 1000 })
    await returns({ accountId, reference: 'e-1', amount: 1000 }, 'chargeback')
    const rows = await rowsOf(id)
    expect(rows.map(({ account_id, subid }) => [account_id, subid])).toEqual([
      [null, null],
      [null, null],
    ])
    expect(await sumsOf(id)).toEqual([
      ['share', 250, 'rejected'],
      ['share', 250, 'pending'],
    ])
  })

  test('keeps what it was when terms change, and is rejected by staff while it is pending', async () => {
    const id = await hasAffiliate(owners, 'change-1')
    const accountId = await sentBy('change-1')
    await pays({ accountId, reference: 'c-1', amount: 1000 })
    const [olga, otto] = owners
    await changesAffiliate(olga, { act: 'terms', id, ...shareTerms, percent: 10, holdDays: 60 })
    await pays({ accountId, reference: 'c-2', amount: 1000 })
    const asked = (await waitingFor(otto)).find(({ username }) => username.includes('change-1'))
    expect(asked?.before).toContain('25 %')
    await agrees(otto, 'terms', asked?.id ?? 0)
    await pays({ accountId, reference: 'c-3', amount: 1000 })
    const last = (await pending(accountId)).at(-1)
    await changesAffiliate(olga, { act: 'reject', id, commission: last?.token })
    await expect(
      changesAffiliate(otto, { act: 'reject', id, commission: last?.token }),
    ).rejects.toMatchObject({ code: 'conflict' })
    await waits(31)
    await approves()
    expect(await sumsOf(id)).toEqual([
      ['share', 250, 'approved'],
      ['share', 250, 'approved'],
      ['share', 100, 'rejected'],
    ])
  })
})

test('is made by what the gateway reports, and rejected by its refund', async () => {
  const id = await hasAffiliate(owners, 'gate-1')
  const buyer = await joins(app, { brand: 'adultcrush', username: 'Buyer' })
  await setsAccount(app, buyer, { source: 'gate-1' })
  const { order } = await startsOrder(buyer, 'ac-month')
  const { amount, currency } = await app.db
    .selectFrom('orders')
    .select(['amount', 'currency'])
    .where('id', '=', order)
    .executeTakeFirstOrThrow()
  const paid = eventOf(app, { order, amount, currency })
  await reports(app, paid)
  await reports(app, paid)
  expect(await sumsOf(id)).toEqual([['share', Math.floor(amount / 4), 'pending']])
  const { reference } = paid
  await reports(app, eventOf(app, { type: 'payment.refunded', order, amount, currency, reference }))
  expect(await sumsOf(id)).toEqual([['share', Math.floor(amount / 4), 'rejected']])
})

describe('payouts', () => {
  const drawUp = () => runJob(app, payoutJob)
  const payoutOf = async (code: string) =>
    (await waitingFor(owners[1])).find(
      ({ kind, username }) => kind === 'payout' && username.includes(code),
    )

  test('are of what was approved in the month, once, by two, and what is refused waits', async () => {
    const id = await hasAffiliate(owners, 'pay-1')
    const accountId = await sentBy('pay-1')
    await pays({ accountId, reference: 'p-1', amount: 10_000 })
    await pays({ accountId, reference: 'p-2', amount: 10_000, currency: 'EUR' })
    await waits(31)
    await approves()
    await waits(31)
    // Both at the same moment: one of them makes it.
    await Promise.all([drawUp(), drawUp()])
    const open = (await waitingFor(owners[1])).filter(
      ({ kind, username }) => kind === 'payout' && username.includes('pay-1'),
    )
    expect(open.map(({ after }) => after)).toEqual([
      expect.stringContaining('€25.00'),
      expect.stringContaining('US$25.00'),
    ])
    expect(open.map(({ askedBy }) => askedBy)).toEqual([null, null])
    const [euros = 0, dollars = 0] = open.map((one) => one.id)
    // Nobody pays alone, nor by asking twice.
    expect(await agrees(owners[0], 'payout', euros)).toMatchObject({
      next: '/staff/approvals?done=payout-asked',
    })
    for (const outcome of ['approved', 'refused'] as const)
      await expect(agrees(owners[0], 'payout', euros, outcome)).rejects.toMatchObject({
        code: 'forbidden',
      })
    expect((await rowsOf(id)).map(({ paid_at }) => paid_at)).toEqual([null, null])
    await agrees(owners[1], 'payout', euros)
    await agrees(owners[1], 'payout', dollars, 'refused')
    expect((await rowsOf(id)).map(({ paid_at }) => paid_at !== null)).toEqual([false, true])
    await drawUp()
    expect(await payoutOf('pay-1')).toBeUndefined()
    await waits(31)
    await drawUp()
    const again = await payoutOf('pay-1')
    for (const owner of owners) await agrees(owner, 'payout', again?.id ?? 0)
    const { csv } = await owners[0].calls(listAffiliates)
    expect(csv.split('\r\n').slice(1, 4)).toEqual([
      expect.stringMatching(
        /^\d{4}-\d\d,pay-1,The pay-1,pay-1@partners.example,25.00,USD,1,approved,/,
      ),
      expect.stringMatching(/,25.00,USD,1,refused,/),
      expect.stringMatching(/,25.00,EUR,1,approved,/),
    ])
    expect(await balancesOf(app.db, id)).toEqual([
      { currency: 'EUR', pending: 0, approved: 0, paid: 2500 },
      { currency: 'USD', pending: 0, approved: 0, paid: 2500 },
    ])
  })

  test('are drawn up by themselves when a month has ended, also after one that was missed', async () => {
    const id = await hasAffiliate(owners, 'pay-3')
    const accountId = await sentBy('pay-3')
    const told = async () =>
      (await mailsTo(app, 'olga@example.org')).filter(({ kind }) => kind === 'payouts')
    const before = (await told()).length
    // To the first hour of a month in UTC.
    const next = () => {
      const now = app.clock.now()
      return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) - now.getTime()
    }
    await waits((next() + HOUR) / DAY)
    await drawUp()
    await pays({ accountId, reference: 'month-1', amount: 10_000 })
    await waits(30)
    await pays({ accountId, reference: 'month-2', amount: 20_000 })
    await approves()
    await waits((next() - MINUTE) / DAY)
    await drawUp()
    expect(await payoutOf('pay-3')).toBeUndefined()

    // Nobody was there for two months; the second charge is held no more, and not yet approved.
    await waits((next() + HOUR) / DAY)
    await waits((next() + HOUR) / DAY)
    await Promise.all([drawUp(), drawUp(), drawUp()])
    expect((await payoutOf('pay-3'))?.after).toContain('US$25.00')
    expect((await rowsOf(id)).map(({ payout_id }) => payout_id !== null)).toEqual([true, false])
    const [mail, ...others] = (await told()).slice(before)
    expect(others).toEqual([])
    expect(mail?.subject).toMatch(/^Payouts of \d{4}-\d\d wait for two owners$/)
    expect(mail?.text).toContain('/staff/approvals')
  })

  test('are none below the minimum, nor where more went back than was earned', async () => {
    const id = await hasAffiliate(owners, 'pay-2')
    const accountId = await sentBy('pay-2')
    await pays({ accountId, reference: 'q-1', amount: 3000 })
    await waits(31)
    await approves()
    await waits(31)
    await drawUp()
    expect(await payoutOf('pay-2')).toBeUndefined()
    expect(await balancesOf(app.db, id)).toMatchObject([{ approved: 750 }])
  })
})

describe('random sequences of operations', () => {
  test.each([1, 2, 3, 4, 5, 153, 174])('add up as the model does (seed %i)', async (seed) => {
    const random = randomFrom(seed)
    const any = <T>(of: readonly T[]) => of[Math.floor(random() * of.length)]
    const one = <T>(of: readonly T[]) => any(of) as T
    const code = `seed-${seed}`
    const terms = () =>
      one([
        { ...shareTerms, percent: 1 + Math.floor(random() * 90), months: one([1, 3, 24]) },
        { ...shareTerms, percent: 33, holdDays: one([0, 7, 30]) },
        { ...shareTerms, model: 'first', amount: one(['0.01', '30', '7.77']) },
      ])
    let now = { ...shareTerms, ...terms() }
    const id = await hasAffiliate(owners, code, now)
    type Kept = { earned: number; charge: number; due: Date; isOff: boolean; currency: string }
    const members: Array<{ id: number; joined: Date; isGone: boolean; hasPaid: boolean }> = []
    const charges: Array<{ member: (typeof members)[number]; of: Charge; isTold: boolean }> = []
    const kept = new Map<string, Kept>()
    const back = new Map<string, number>()

    function earned(member: (typeof members)[number], of: Charge, isFirst: boolean): number {
      if (member.isGone) return 0
      if (now.model === 'first') return isFirst ? Math.round(Number(now.amount) * 100) : 0
      return app.clock.now() < monthsAfter(member.joined, now.months)
        ? Math.floor((of.amount * now.percent) / 100)
        : 0
    }
    const operations: Array<() => Promise<void>> = [
      async () => {
        members.push({
          id: await sentBy(code),
          joined: app.clock.now(),
          isGone: false,
          hasPaid: false,
        })
      },
      async () => {
        const member = any(members)
        if (!member) return
        const of = {
          accountId: member.id,
          reference: `${code}-${charges.length}`,
          amount: one([1, 99, 2995, 10_000]),
          currency: one(['USD', 'EUR', 'GBP']),
        }
        charges.push({ member, of, isTold: false })
      },
      async () => {
        const told = any(charges)
        if (!told) return
        const { member, of } = told
        const isFirst = !member.hasPaid
        // The books say a payment once; one that earned something may be said again even so.
        if (told.isTold && !kept.has(of.reference)) return
        await pays(of, isFirst)
        if (told.isTold) return
        told.isTold = true
        member.hasPaid = true
        const sum = earned(member, of, isFirst)
        if (sum === 0) return
        const due = later(app.clock.now(), now.holdDays * DAY)
        const currency = now.model === 'first' ? now.currency : (of.currency ?? '')
        kept.set(of.reference, { earned: sum, charge: of.amount, due, isOff: false, currency })
      },
      async () => {
        const told = any(charges)
        if (!told) return
        const { of, member } = told
        const amount = one([of.amount, Math.ceil(of.amount / 3)])
        await returns({ ...of, amount }, one(['refund', 'chargeback'] as const))
        // A return before its payment counts only where the member was known then.
        if (kept.has(of.reference) || !member.isGone)
          back.set(of.reference, (back.get(of.reference) ?? 0) + amount)
      },
      async () => {
        const row = any((await rowsOf(id)).filter(({ kind }) => kind !== 'return'))
        if (!row?.reference) return
        const isPending = !row.approved_at && !row.rejected_at && row.due_at > app.clock.now()
        const asked = changesAffiliate(one(owners), { act: 'reject', id, commission: row.token })
        if (!isPending) return expect(asked).rejects.toMatchObject({ code: 'conflict' })
        await asked
        const model = kept.get(row.reference)
        if (model) model.isOff = true
      },
      async () => waits(one([HOUR, 9 * HOUR]) / DAY),
      async () => waits(one([1, 8, 31])),
      approves,
      async () => {
        const member = any(members.filter(({ isGone }) => !isGone))
        if (!member || random() < 0.6) return
        await erases(member.id)
        member.isGone = true
      },
      async () => {
        const asked = { ...shareTerms, ...terms() }
        await changesAffiliate(owners[0], { act: 'terms', id, ...asked })
        const open = (await waitingFor(owners[1])).find(({ username }) => username.includes(code))
        const outcome = one(['approved', 'refused'] as const)
        await agrees(owners[1], 'terms', open?.id ?? 0, outcome)
        if (outcome === 'approved') now = asked
      },
      async () => {
        await runJob(app, payoutJob)
        for (const { id: payout, kind } of await waitingFor(owners[1])) {
          if (kind !== 'payout') continue
          const outcome = one(['approved', 'refused'] as const)
          if (outcome === 'approved') await agrees(owners[0], 'payout', payout)
          await agrees(owners[1], 'payout', payout, outcome)
        }
      },
    ]
    await operations[0]?.()
    for (let step = 0; step < 160; step += 1)
      await one([...operations, ...operations.slice(0, 4)])()

    const rows = await rowsOf(id)
    const left = (reference: string) =>
      rows
        .filter((row) => row.reference === reference && row.rejected_at === null)
        .reduce((sum, { amount }) => sum + amount, 0)
    for (const { of } of charges) {
      const model = kept.get(of.reference)
      const gone = Math.min(model?.charge ?? 0, back.get(of.reference) ?? 0)
      const expected =
        !model || model.isOff
          ? 0
          : gone >= model.charge
            ? 0
            : model.earned - Math.round((model.earned * gone) / model.charge)
      expect([of.reference, left(of.reference)]).toEqual([of.reference, expected])
    }
    expect(rows.filter(({ reference }) => reference !== null && !kept.has(reference))).toSatisfy(
      (strays: typeof rows) => strays.every(({ amount }) => amount === 0),
    )
    await followRules(id, rows, members)
  })
})

/** What holds after whatever was done. */
async function followRules(
  id: number,
  rows: Awaited<ReturnType<typeof rowsOf>>,
  members: ReadonlyArray<{ id: number; isGone: boolean }>,
): Promise<void> {
  const gone = new Set(members.filter(({ isGone }) => isGone).map((member) => member.id))
  expect(rows.filter((row) => row.account_id !== null && gone.has(row.account_id))).toEqual([])
  expect(rows.filter((row) => row.approved_at && row.approved_at < row.due_at)).toEqual([])
  expect(rows.filter((row) => row.rejected_at && row.paid_at)).toEqual([])
  const payouts = await app.db
    .selectFrom('payouts')
    .selectAll()
    .where('affiliate_id', '=', id)
    .execute()
  for (const payout of payouts) {
    const own = rows.filter((row) => row.payout_id === payout.id)
    if (payout.outcome === 'refused') expect(own).toEqual([])
    else {
      expect(own.reduce((sum, { amount }) => sum + amount, 0)).toBe(payout.amount)
      expect(own.every((row) => row.currency === payout.currency)).toBe(true)
      expect(own.every((row) => (row.paid_at !== null) === (payout.outcome === 'approved'))).toBe(
        true,
      )
      expect(payout.amount).toBeGreaterThanOrEqual(1000)
    }
  }
  const sum = (currency: string, of: (row: (typeof rows)[number]) => boolean) =>
    rows
      .filter((row) => row.currency === currency && row.rejected_at === null && of(row))
      .reduce((total, { amount }) => total + amount, 0)
  for (const { currency, ...balance } of await balancesOf(app.db, id))
    expect([currency, balance]).toEqual([
      currency,
      {
        pending: sum(currency, (row) => row.approved_at === null),
        approved: sum(currency, (row) => row.approved_at !== null && row.paid_at === null),
        paid: sum(currency, (row) => row.paid_at !== null),
      },
    ])
}

/** Mulberry32. */
function randomFrom(seed: number): () => number {
  let state = seed * 0x9e3779b9
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

test('rows that could add up to nothing sensible are refused by the database', async () => {
  await expect(
    sql`update commissions set paid_at = now() where approved_at is null`.execute(app.db),
  ).rejects.toThrow('commissions')
})
