import { describe, expect, test } from 'vitest'
import { CallError } from '#api/client.ts'
import { DAY, HOUR, MINUTE } from '#lib/clock.ts'
import {
  cancelContract,
  cancelRenewal,
  listContracts,
  withdraw,
} from '#money/contracts/ending/declarations.contract.ts'
import { declarationJob } from '#money/contracts/ending/declarations.server.ts'
import { reminderJob } from '#money/contracts/ending/reminders.server.ts'
import { balanceOf, spendCredits } from '#money/credits/credits.sql.ts'
import { brands } from '#sites/registry.ts'
import { app, setsAccount, withApp } from '#tests/support/app.ts'
import { type CastMember, joins, parametersFor } from '#tests/support/cast.ts'
import { eventOf, gatewaySettings, reports, startsOrder } from '#tests/support/gateway.ts'
import { mailsTo } from '#tests/support/mail.ts'

/** Withdrawing, cancelling and reminding (field L1, L2, L4). */

withApp(gatewaySettings)

const stop = () => new AbortController().signal
const settleAll = () => declarationJob.start(app.services).run(stop())
const remind = () => reminderJob.start(app.services).run(stop())
const emailOf = ({ username }: CastMember) => `${username.toLowerCase()}@example.org`
const kinds = async (who: CastMember) => (await mailsTo(app, emailOf(who))).map(({ kind }) => kind)
const contracts = async (who: CastMember) => (await who.calls(listContracts)).contracts
const isPremium = async (who: CastMember) => (await parametersFor(who)).userInfo?.isPremium
const balance = (who: CastMember) => balanceOf(app.db, who.id, app.clock.now())
const refundsOf = (order: number) =>
  app.db.selectFrom('refunds').selectAll().where('order_id', '=', order).execute()

const goods = {
  'ac-month': { brand: 'adultcrush', amount: 2995, currency: 'USD' },
  'ac-year': { brand: 'adultcrush', amount: 0, currency: 'USD' },
  'wn-20': { brand: 'wivesnow', amount: 990, currency: 'EUR' },
  trial: { brand: 'truebootycall', amount: 0, currency: 'USD' },
} as const

let people = 0
async function buys(
  keyword: keyof typeof goods,
): Promise<{ who: CastMember; order: number; number: string; amount: number }> {
  const { brand, currency } = goods[keyword]
  const sold = brands.find(({ id }) => id === brand)
  const who = await joins(app, { brand, username: `Customer${(people += 1)}` })
  const { order } = await startsOrder(who, keyword)
  const { amount } = await app.db
    .selectFrom('orders')
    .select('amount')
    .where('id', '=', order)
    .executeTakeFirstOrThrow()
  const answer = await reports(
    app,
    eventOf(app, {
      order,
      amount,
      currency,
      ...(brand === 'wivesnow' ? { subscription: null } : {}),
    }),
  )
  expect(answer.status).toBe(200)
  return { who, order, number: `${sold?.shortName.toUpperCase()}-${order}`, amount }
}

const guest = (brand = 'adultcrush') => app.visitor(brand, { ip: `192.0.2.${(people += 1) % 250}` })
const withdraws = (number: string, email: string, brand?: string) =>
  guest(brand).calls(withdraw, { body: { name: 'Alice Example', order: number, email } })
const cancels = (number: string, email: string, reason = '') =>
  guest().calls(cancelContract, { body: { name: 'Alice Example', order: number, email, reason } })

describe('a withdrawal without signing in', () => {
  test('ends a membership, pays back what was not used, and is confirmed by mail', async () => {
    const { who, order, number } = await buys('ac-month')
    expect(await isPremium(who)).toBe(true)
    app.clock.advance(10 * DAY)
    const answer = await withdraws(number, emailOf(who))
    expect(answer).toEqual({ next: '/site/withdraw?received=yes' })
    await settleAll()
    expect(await isPremium(who)).toBe(false)
    expect(await refundsOf(order)).toMatchObject([
      { amount: 1997, currency: 'USD', payment_reference: `pay_${order}`, confirmed_at: null },
    ])
    const [mail] = await mailsTo(app, emailOf(who))
    expect(mail).toMatchObject({ kind: 'withdrawalReceipt', subject: 'Your withdrawal' })
    expect(mail?.text).toContain('Alice Example')
    expect(mail?.text).toContain(number)
    expect(mail?.text).toContain('US$19.97')
    expect(mail?.text).toContain('30 November 2026 at 12:00 UTC')
    expect(await contracts(who)).toMatchObject([
      { number, state: 'withdrawn', renewal: null, withdrawableUntil: null },
    ])
    const sub = await app.db
      .selectFrom('subscriptions')
      .selectAll()
      .where('account_id', '=', who.id)
      .executeTakeFirstOrThrow()
    expect([sub.cancel_asked_at, sub.ended_at]).toEqual([app.clock.now(), app.clock.now()])
  })

  test('is not paid back by us as well where the bank has taken the payment back meanwhile', async () => {
    const { who, order, number } = await buys('ac-month')
    app.clock.advance(10 * DAY)
    await withdraws(number, emailOf(who))
    await settleAll()
    await reports(app, eventOf(app, { order, type: 'payment.chargedBack' }))
    expect(await refundsOf(order)).toMatchObject([{ confirmed_at: app.clock.now() }])
  })

  test('is settled once when it is declared twice at once, and the gateway’s report changes no more', async () => {
    const { who, order, number } = await buys('ac-month')
    await Promise.all([withdraws(number, emailOf(who)), withdraws(number, emailOf(who))])
    await Promise.all([settleAll(), settleAll()])
    const [refund, ...others] = await refundsOf(order)
    expect([refund?.amount, others]).toEqual([2995, []])
    const outcomes = await app.db
      .selectFrom('declarations')
      .select('outcome')
      .where('order_id', '=', order)
      .execute()
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['over', 'untouched'])
    await reports(app, eventOf(app, { type: 'payment.refunded', order, amount: 2995 }))
    expect(await contracts(who)).toMatchObject([{ state: 'refunded' }])
    expect((await refundsOf(order))[0]?.confirmed_at).toEqual(app.clock.now())
  })

  test('takes back the credits that are left, and pays for those alone', async () => {
    const { who, order, number } = await buys('wn-20')
    await app.transaction((trx) =>
      spendCredits(trx, who.id, {
        credits: 5,
        reason: 'message',
        reference: null,
        at: app.clock.now(),
      }),
    )
    await withdraws(number, emailOf(who), 'wivesnow')
    await settleAll()
    expect(await balance(who)).toBe(0)
    expect(await refundsOf(order)).toMatchObject([{ amount: 743, currency: 'EUR' }])
  })

  test('of a partial refund that we asked for is applied, and one that we did not is left to an operator', async () => {
    const { who, order, number } = await buys('ac-month')
    app.clock.advance(5 * DAY)
    await withdraws(number, emailOf(who))
    await settleAll()
    const [refund] = await refundsOf(order)
    await reports(
      app,
      eventOf(app, { id: 'evt_other_amount', type: 'payment.refunded', order, amount: 17 }),
    )
    expect((await refundsOf(order))[0]?.confirmed_at).toBeNull()
    await reports(
      app,
      eventOf(app, { type: 'payment.refunded', order, amount: refund?.amount ?? 0 }),
    )
    expect(await contracts(who)).toMatchObject([{ state: 'refunded' }])
  })

  test('after fourteen days ends the renewal, and nothing else', async () => {
    const { who, order, number } = await buys('ac-month')
    app.clock.advance(15 * DAY)
    await withdraws(number, emailOf(who))
    await settleAll()
    expect(await isPremium(who)).toBe(true)
    expect(await refundsOf(order)).toEqual([])
    expect(await contracts(who)).toMatchObject([{ state: 'paid', renewal: null }])
    expect((await mailsTo(app, emailOf(who)))[0]?.text).toContain(
      '14 days for a withdrawal are over',
    )
  })

  test('is in time when it was declared in time, however late it is settled', async () => {
    const { who, order, number } = await buys('ac-month')
    app.clock.advance(14 * DAY - MINUTE)
    await withdraws(number, emailOf(who))
    app.clock.advance(DAY)
    await settleAll()
    expect(await refundsOf(order)).toHaveLength(1)
  })

  test('of somebody else’s order changes nothing, and tells nothing', async () => {
    const { who, order, number } = await buys('ac-month')
    const mallory = 'mallory@example.org'
    const answers = [
      await withdraws(number, mallory),
      await withdraws('AC-999999', mallory),
      await withdraws(number, emailOf(who)),
    ]
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    await app.db.deleteFrom('declarations').where('email', '=', emailOf(who)).execute()
    await settleAll()
    expect(await isPremium(who)).toBe(true)
    expect(await refundsOf(order)).toEqual([])
    const texts = (await mailsTo(app, mallory)).map(({ text }) =>
      text.replaceAll(/AC-\d+/g, 'AC-x'),
    )
    expect(texts).toHaveLength(2)
    expect(texts[0]).toBe(texts[1])
    expect(texts[0]).toContain('We found no order with this number and this e-mail address')
  })

  test('with another brand’s letters before the number is not the order', async () => {
    const { who, order } = await buys('ac-month')
    await withdraws(`WN-${order}`, emailOf(who))
    await settleAll()
    expect(await isPremium(who)).toBe(true)
  })

  test('mails a stranger’s address three times a day at most', async () => {
    const target = 'stranger@example.org'
    for (let index = 0; index < 6; index += 1) await withdraws(`AC-${900000 + index}`, target)
    await settleAll()
    expect(await mailsTo(app, target)).toHaveLength(3)
  })

  test.each([
    [{ order: 'soon' }, 'order'],
    [{ order: '' }, 'order'],
    [{ email: 'nobody' }, 'email'],
    [{ name: '' }, 'name'],
    [{ name: 'Win at https://example.org' }, 'name'],
  ])('is refused with %j', async (wrong, field) => {
    const body = { name: 'Alice', order: 'AC-1', email: 'alice@example.org', ...wrong }
    const error = await guest()
      .calls(withdraw, { body })
      .catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(CallError)
    expect((error as CallError).errors.map((one) => one.field)).toEqual([field])
  })

  test('also works for somebody who has deleted the account', async () => {
    const { who, order, number } = await buys('ac-month')
    await setsAccount(app, who, { deleted_at: app.clock.now() })
    await withdraws(number, emailOf(who))
    await settleAll()
    expect(await refundsOf(order)).toMatchObject([{ amount: 2995 }])
  })

  test('on a partner’s brand is passed on, with or without a number', async () => {
    for (const brand of ['xmeeting', 'meetwives']) {
      const email = `${brand}@example.org`
      await withdraws('', email, brand)
      await settleAll()
      expect((await mailsTo(app, email))[0]).toMatchObject({ kind: 'withdrawalReceipt' })
      const support = brands.find(({ id }) => id === brand)?.legal.supportEmail ?? ''
      expect((await mailsTo(app, support))[0]?.text).toContain(email)
    }
  })
})

describe('a cancellation', () => {
  test('without signing in ends the renewal on a day that the mail names; its reason reaches support', async () => {
    const { who, number } = await buys('ac-month')
    await cancels(number, emailOf(who), 'I moved to the moon')
    await settleAll()
    const [{ paidUntil, renewal } = { paidUntil: null, renewal: undefined }] = await contracts(who)
    expect(renewal).toBeNull()
    expect(await isPremium(who)).toBe(true)
    const [mail] = await mailsTo(app, emailOf(who))
    expect(mail?.kind).toBe('cancellationReceipt')
    expect(mail?.text).toContain(
      new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(
        new Date(paidUntil ?? ''),
      ),
    )
    const support = await mailsTo(app, 'support@adultcrush.example')
    expect(support[0]?.text).toContain('I moved to the moon')
  })

  describe('says when the contract is to end, and how (section 312k (2) BGB)', () => {
    const day = (days: number) =>
      new Date(app.clock.now().getTime() + days * DAY).toISOString().slice(0, 10)
    const longDay = (days: number) =>
      new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(
        new Date(day(days)),
      )
    const ends = (
      number: string,
      email: string,
      more: { endOn?: string; ending?: 'ordinary' | 'extraordinary'; reason?: string },
    ) =>
      guest().calls(cancelContract, {
        body: { name: 'Alice Example', order: number, email, ...more },
      })
    const renews = (order: number, time: number) =>
      reports(
        app,
        eventOf(app, { type: 'subscription.renewed', order, reference: `pay_${order}_${time}` }),
      )
    const recordOf = (order: number) =>
      app.db
        .selectFrom('declarations')
        .select(['ending', 'end_on', 'reason', 'outcome'])
        .where('order_id', '=', order)
        .orderBy('id')
        .execute()

    // Paid for 30 days; each row: the day that is asked for, and how often it renews before it
    // ends.
    test.each([
      [0, 0],
      [7, 0],
      [30, 0],
      [31, 1],
      [60, 1],
      [61, 2],
    ])('on the day %i from now: after %i renewals nothing is charged', async (asked, renewals) => {
      const { who, order, number } = await buys('ac-month')
      const endOn = day(asked)
      const words = longDay(asked)
      await ends(number, emailOf(who), { endOn })
      await settleAll()
      expect(await recordOf(order)).toEqual([
        {
          ending: 'ordinary',
          end_on: endOn,
          reason: '',
          outcome: renewals === 0 ? 'cancelled' : 'goesOn',
        },
      ])
      const [mail] = await mailsTo(app, emailOf(who))
      expect(mail?.text).toContain(`To end: on ${words}`)
      for (let time = 1; time <= renewals; time += 1) {
        expect(await contracts(who)).toMatchObject([{ renewal: { amount: 'US$29.95' }, endOn }])
        for (const days of [10, 10, 10]) {
          app.clock.advance(days * DAY)
          await contracts(who)
        }
        expect((await renews(order, time)).status).toBe(200)
      }
      expect(await contracts(who)).toMatchObject([{ renewal: null, endOn: null }])
      const { cancel_asked_at: askedAt } = await app.db
        .selectFrom('subscriptions')
        .select('cancel_asked_at')
        .where('order_id', '=', order)
        .executeTakeFirstOrThrow()
      expect(askedAt).toEqual(app.clock.now())
      if (renewals > 0) {
        const receipts = (await mailsTo(app, emailOf(who))).filter(
          ({ kind }) => kind === 'renewalReceipt',
        )
        expect(
          receipts.map(({ text }) => text.includes('this was the last payment')).filter(Boolean),
        ).toHaveLength(1)
      }
    })

    test('as soon as possible where no day is named, also after a later day was', async () => {
      const { who, order, number } = await buys('ac-month')
      await ends(number, emailOf(who), { endOn: day(90) })
      await settleAll()
      expect(await contracts(who)).toMatchObject([{ endOn: day(90) }])
      await ends(number, emailOf(who), {})
      await settleAll()
      expect(await contracts(who)).toMatchObject([{ renewal: null, endOn: null }])
      expect((await recordOf(order)).map(({ outcome }) => outcome)).toEqual(['goesOn', 'cancelled'])
      expect((await mailsTo(app, emailOf(who)))[0]?.text).toContain('To end: as soon as possible')
    })

    test('extraordinarily: the renewal ends, and reason, kind and day reach record, receipt and support', async () => {
      const { who, order, number } = await buys('ac-month')
      await ends(number, emailOf(who), {
        ending: 'extraordinary',
        reason: 'The site was down for a week',
        endOn: day(3),
      })
      await settleAll()
      expect(await recordOf(order)).toEqual([
        {
          ending: 'extraordinary',
          end_on: day(3),
          reason: 'The site was down for a week',
          outcome: 'cancelled',
        },
      ])
      expect(await contracts(who)).toMatchObject([{ renewal: null }])
      const texts = [
        (await mailsTo(app, emailOf(who)))[0]?.text,
        (await mailsTo(app, 'support@adultcrush.example'))[0]?.text,
      ]
      for (const text of texts) {
        expect(text).toContain('extraordinary, for an important reason')
        expect(text).toContain('The site was down for a week')
        expect(text).toContain(longDay(3))
      }
    })

    test.each([
      [{ ending: 'extraordinary' as const }, 'reason'],
      [{ endOn: '2026-02-31' }, 'endOn'],
      [{ endOn: 'soon' }, 'endOn'],
      [{ endOn: '2999-12-31' }, 'endOn'],
    ])('and is refused with %j', async (wrong, field) => {
      await expect(ends('AC-1', 'alice@example.org', wrong)).rejects.toMatchObject({
        errors: [{ field }],
      })
    })
  })

  test('in the settings is two requests at most, done once, and mailed once', async () => {
    const { who, order } = await buys('ac-month')
    const cancel = () => who.calls(cancelRenewal, { body: { order } })
    await Promise.all([cancel(), cancel()])
    expect(await contracts(who)).toMatchObject([{ renewal: null }])
    expect((await kinds(who)).filter((kind) => kind === 'cancelled')).toHaveLength(1)
    const other = await joins(app, { brand: 'adultcrush', username: `Other${order}` })
    await expect(other.calls(cancelRenewal, { body: { order } })).rejects.toMatchObject({
      code: 'notFound',
    })
  })
})

describe('mails about money', () => {
  test('each payment and each renewal has one receipt, however often it is reported', async () => {
    const { who, order, number } = await buys('ac-month')
    const renewed = eventOf(app, {
      type: 'subscription.renewed',
      order,
      reference: `pay_${order}_2`,
    })
    await Promise.all([reports(app, renewed), reports(app, renewed)])
    expect((await kinds(who)).toSorted()).toEqual(['receipt', 'renewalReceipt'])
    const texts = (await mailsTo(app, emailOf(who))).map(({ text }) => text)
    for (const text of texts) {
      expect(text).toContain(number)
      expect(text).toContain('US$29.95')
      expect(text).toContain('/site/withdraw')
      expect(text).toContain('/site/cancelContract')
    }
  })

  test('a year’s renewal is announced once, whatever the clock does, and not when it is cancelled', async () => {
    const year = brands.flatMap(({ id, billing }) =>
      id === 'adultcrush' && billing.model === 'subscription'
        ? billing.plans.filter(({ days }) => days >= 180)
        : [],
    )[0]
    expect(year?.keyword).toBe('ac-year')
    const keeps = await buys('ac-year')
    const ends = await buys('ac-year')
    await ends.who.calls(cancelRenewal, { body: { order: ends.order } })
    const reminders = async (who: CastMember) =>
      (await kinds(who)).filter((kind) => kind === 'renewalReminder').length
    app.clock.advance((year?.days ?? 0) * DAY - 22 * DAY)
    await remind()
    expect(await reminders(keeps.who)).toBe(0)
    app.clock.advance(6 * DAY)
    await Promise.all([remind(), remind()])
    app.clock.advance(DAY)
    await remind()
    expect([await reminders(keeps.who), await reminders(ends.who)]).toEqual([1, 0])
    expect((await mailsTo(app, emailOf(keeps.who)))[0]?.text).toContain(
      '/profile/edit/settings?screen=contracts#contracts',
    )
  })

  test('a renewal that has passed unannounced is not announced afterwards', async () => {
    const { who } = await buys('ac-year')
    app.clock.advance(400 * DAY)
    await remind()
    expect(await kinds(who)).toEqual(['receipt'])
  })
})

describe('the free day', () => {
  test('opens everything for a day, is announced before it ends, and then costs the month', async () => {
    const { who, order, amount } = await buys('trial')
    expect([amount, await isPremium(who)]).toEqual([0, true])
    expect(await contracts(who)).toMatchObject([
      {
        amount: 'US$0.00',
        renewal: { amount: 'US$19.95' },
        afterTrial: 'US$19.95 every 30 days',
      },
    ])
    app.clock.advance(11 * HOUR)
    await remind()
    expect(await kinds(who)).toEqual(['receipt'])
    app.clock.advance(2 * HOUR)
    await remind()
    expect((await kinds(who))[0]).toBe('trialReminder')
    expect((await mailsTo(app, emailOf(who)))[0]?.text).toContain('US$19.95')
    app.clock.advance(11 * HOUR)
    const renewed = (amount: number) =>
      reports(
        app,
        eventOf(app, { type: 'subscription.renewed', order, reference: `pay_${order}_2`, amount }),
      )
    await renewed(1995)
    const [contract] = await contracts(who)
    expect(contract?.afterTrial).toBeNull()
    expect(
      new Date(contract?.paidUntil ?? 0).getTime() - app.clock.now().getTime(),
    ).toBeGreaterThanOrEqual(30 * DAY)
  })

  test('is one a member, in two tabs at once too, and none for who was premium before', async () => {
    const who = await joins(app, { brand: 'truebootycall', username: 'TwoTabs' })
    const order = () => startsOrder(who, 'trial')
    const [first, second] = await Promise.all([order(), order()])
    expect(first).toEqual(second)
    await reports(app, eventOf(app, { order: first.order, amount: 0 }))
    await expect(order()).rejects.toMatchObject({ code: 'invalid' })
    const elsewhere = await joins(app, { brand: 'adultcrush', username: 'NoTrialHere' })
    await expect(startsOrder(elsewhere, 'trial')).rejects.toMatchObject({ code: 'invalid' })
  })

  test('can be withdrawn from, at no cost', async () => {
    const { who, number, order } = await buys('trial')
    await withdraws(number, emailOf(who), 'truebootycall')
    await settleAll()
    expect([await isPremium(who), await refundsOf(order)]).toEqual([false, []])
    expect((await mailsTo(app, emailOf(who)))[0]?.text).toContain('Nothing was charged')
  })
})
