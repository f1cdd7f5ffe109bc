import { setTimeout } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Given } from '#api/contract.ts'
import { DAY, HOUR } from '#lib/clock.ts'
import { cancelRenewals, renewalsOf } from '#money/contracts/cancel.server.ts'
import { balanceOf } from '#money/credits/credits.sql.ts'
import { getMemberFile } from '#staff/members/member-file.contract.ts'
import { actOnMember } from '#staff/members/support-acts.contract.ts'
import { app, conflict, setsAccount, withApp } from '#tests/support/app.ts'
import { asStaff, type CastMember, givesRoles, joins, worksAs } from '#tests/support/cast.ts'
import { eventOf, gatewaySettings, reports, startsOrder } from '#tests/support/gateway.ts'
import { mailsTo } from '#tests/support/mail.ts'
import { answersApproval, approvalsFor } from '#tests/support/verdicts.ts'

/** What support does for a member: with a reason, within a brand's limit, above it with a lead. */

withApp(gatewaySettings)
let Sue: CastMember
let Lea: CastMember
let Ann: CastMember
let Wes: CastMember
let number = 0
beforeEach(async () => {
  app.clock.advance(DAY)
  number += 1
  Sue = await worksAs(app, `Sue${number}`, { roles: ['support'] })
  Lea = await worksAs(app, `Lea${number}`, { roles: ['lead'] })
  Ann = await joins(app, { brand: 'adultcrush', username: `Ann${number}` })
  Wes = await joins(app, { brand: 'wivesnow', username: `Wes${number}` })
})

type Act = Given<typeof actOnMember>['body']
const acts = (act: Act['act'], rest: Partial<Act> = {}, by = Sue) =>
  by.calls(actOnMember, { body: { accountId: Ann.id, act, reason: 'They asked for it.', ...rest } })
const gives = (amount: number, rest: Partial<Act> = {}, by = Sue) =>
  acts('giveCredits', { accountId: Wes.id, amount, ...rest }, by)
const waiting = async (by = Lea) =>
  (await approvalsFor(by)).approvals.filter(({ accountId }) => accountId === Wes.id)
const decides = (id: number, outcome: 'approved' | 'refused' = 'approved', by = Lea) =>
  answersApproval(by, 'act', id, outcome)
const credits = () => balanceOf(app.db, Wes.id, app.clock.now())
const mails = async (who: CastMember) =>
  (await mailsTo(app, `${who.username.toLowerCase()}@example.org`)).map(({ kind }) => kind)
const file = (who: CastMember, by = Sue) =>
  by.calls(getMemberFile, { params: { id: who.id }, query: {} })
const done = async (who: CastMember) =>
  (await file(who)).timeline.entries
    .filter(({ kind }) => kind === 'support')
    .map(({ text, detail, by }) => [text, detail, by])
const set = (who: CastMember, values: object) => setsAccount(app, who, values)
const logged = async (action: string, who: CastMember) =>
  (
    await app.db
      .selectFrom('audit_log')
      .select(['actor_id as by', 'details'])
      .where('action', '=', action)
      .where('subject_id', '=', who.id)
      .orderBy('id')
      .execute()
  ).map(({ by, details }) => [by, details])

async function subscribes(who: CastMember): Promise<void> {
  const { order } = await startsOrder(who, 'ac-month')
  const { amount, currency } = await app.db
    .selectFrom('orders')
    .select(['amount', 'currency'])
    .where('id', '=', order)
    .executeTakeFirstOrThrow()
  await reports(app, eventOf(app, { order, amount, currency }))
}

describe('what support does at once', () => {
  test('signs a member out everywhere, and says in the file who did it and why', async () => {
    expect((await file(Ann)).browsers).toBe(1)
    await acts('signOut', { reason: 'Lost the phone.' })
    expect((await file(Ann)).browsers).toBe(0)
    expect((await Ann.request('/profile/currentCreditsInfo')).status).toBe(401)
    expect(await done(Ann)).toEqual([
      ['Sign out everywhere: done', 'Lost the phone.', Sue.username],
    ])
    const [act] = await logged('staff.actOnMember', Ann)
    expect(act).toEqual([Sue.id, { act: 'signOut', id: expect.any(Number), waits: false }])
  })

  test('sends the confirmation mail again, three times an hour, and not to who has confirmed', async () => {
    await expect(acts('resendConfirmation')).rejects.toMatchObject(conflict(/confirmed already/))
    await set(Ann, { email_confirmed_at: null })
    for (let time = 0; time < 3; time += 1) await acts('resendConfirmation')
    expect(await mails(Ann)).toEqual(['confirmEmail', 'confirmEmail', 'confirmEmail'])
    await expect(acts('resendConfirmation')).rejects.toMatchObject({ code: 'tooMany' })
    expect(await done(Ann)).toHaveLength(3)
    app.clock.advance(HOUR + 1000)
    await asStaff(app, Sue)
    await acts('resendConfirmation')
  })

  test('cancels what renews, with the receipt that the member’s own cancellation has', async () => {
    await expect(acts('cancelRenewal')).rejects.toMatchObject(conflict(/Nothing of this member/))
    await subscribes(Ann)
    expect((await file(Ann)).support?.renewals).toMatchObject([{ site: 'AdultCrush' }])
    const twice = await Promise.allSettled([acts('cancelRenewal'), acts('cancelRenewal')])
    expect(twice.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await renewalsOf(app.db, Ann.id, app.clock.now())).toEqual([])
    expect((await mails(Ann)).filter((kind) => kind === 'cancelled')).toHaveLength(1)
    expect(await done(Ann)).toEqual([
      ['Cancel the renewal: done', 'They asked for it.', Sue.username],
    ])
  })

  test('sends no receipt for what was cancelled meanwhile', async () => {
    await subscribes(Ann)
    const late = await app.transaction(async (trx) => {
      await cancelRenewals(trx, Ann.id, app.clock.now())
      const act = acts('cancelRenewal').catch((error: unknown) => error)
      // Until it waits for this transaction.
      await setTimeout(500)
      return { act }
    })
    expect(await late.act).toMatchObject(conflict(/Nothing of this member renews/))
    expect((await mails(Ann)).filter((kind) => kind === 'cancelled')).toEqual([])
  })

  test('gives days where memberships are sold and credits where these are, up to the limit', async () => {
    await acts('giveDays', { amount: 14 })
    expect(await file(Ann)).toMatchObject({ isPremium: true })
    const before = await credits()
    expect(await gives(50)).toMatchObject({ waits: false })
    expect(await credits()).toBe(before + 50)
    expect(await done(Wes)).toEqual([['Give 50 credits: done', 'They asked for it.', Sue.username]])
    await expect(gives(1, { accountId: Ann.id })).rejects.toMatchObject(
      conflict(/not what members buy/),
    )
    const Pam = await joins(app, { brand: 'meetwives', username: `Pam${number}` })
    await expect(acts('giveDays', { accountId: Pam.id, amount: 1 })).rejects.toMatchObject(
      conflict(/a partner sells: the money and the membership are the partner’s/),
    )
    expect((await file(Pam)).support?.acts).toEqual([
      'signOut',
      'resendConfirmation',
      'cancelRenewal',
    ])
  })

  test('is done thirty times an hour at most by one person', async () => {
    for (let time = 0; time < 30; time += 1) await acts('signOut')
    await expect(acts('signOut')).rejects.toMatchObject({ code: 'tooMany' })
  })

  test('acts once for a form that is sent twice, also at once', async () => {
    const before = await credits()
    await Promise.all([gives(5, { key: `k${number}` }), gives(5, { key: `k${number}` })])
    await gives(5, { key: `k${number}` })
    expect(await credits()).toBe(before + 5)
    expect(await done(Wes)).toHaveLength(1)
  })

  test('needs a reason, a number of what is given, and somebody who is there', async () => {
    const message = (words: RegExp) =>
      expect.objectContaining({
        errors: [expect.objectContaining({ message: expect.stringMatching(words) as string })],
      })
    await expect(acts('signOut', { reason: ' ' })).rejects.toEqual(message(/fill this in/))
    await expect(acts('giveDays')).rejects.toEqual(message(/how many/))
    await expect(gives(0)).rejects.toEqual(message(/at least one/))
    await expect(gives(1001)).rejects.toEqual(message(/at most 1000/))
    await expect(gives(1.5)).rejects.toEqual(message(/whole number/))
    await expect(acts('signOut', { accountId: 999_999 })).rejects.toMatchObject({
      code: 'notFound',
    })
    await expect(acts('signOut', { accountId: Sue.id })).rejects.toMatchObject({
      code: 'forbidden',
    })
    await expect(acts('signOut', { accountId: Lea.id })).rejects.toMatchObject({
      code: 'forbidden',
    })
    await set(Ann, { banned_at: app.clock.now() })
    await expect(acts('giveDays', { amount: 1 })).rejects.toMatchObject(conflict(/closed/))
    await set(Ann, { deleted_at: app.clock.now() })
    await expect(acts('signOut')).rejects.toMatchObject(conflict(/deleted/))
    expect((await file(Ann)).support).toBeNull()
  })

  test('is not for moderators, who are shown nothing of it', async () => {
    const Mia = await worksAs(app, `Mia${number}`, { roles: ['moderator'] })
    await expect(acts('signOut', {}, Mia)).rejects.toMatchObject({ code: 'otherRole' })
    expect((await file(Ann, Mia)).support).toBeNull()
  })
})

describe('above the limit', () => {
  test('nothing is given until a lead agrees, who is not the one who asked', async () => {
    const before = await credits()
    expect(await gives(51)).toMatchObject({ waits: true })
    expect(await credits()).toBe(before)
    const [asked] = await waiting()
    expect(asked).toMatchObject({
      kind: 'act',
      after: 'Give 51 credits',
      note: 'They asked for it.',
      askedBy: Sue.username,
      isOwn: false,
    })
    expect(await done(Wes)).toEqual([
      ['Give 51 credits: waits for a lead', 'They asked for it.', Sue.username],
    ])
    await decides(asked?.id ?? 0)
    expect(await credits()).toBe(before + 51)
    expect((await done(Wes))[0]?.[0]).toBe('Give 51 credits: done, a lead agreed')
    await expect(decides(asked?.id ?? 0)).rejects.toMatchObject(conflict(/ended already/))
    expect(await credits()).toBe(before + 51)
    expect(await logged('staff.decideMemberAct', Wes)).toEqual([
      [Lea.id, { act: 'giveCredits', id: asked?.id, outcome: 'approved' }],
    ])
  })

  test('is what was given alone within thirty days together, also in small parts at once', async () => {
    const before = await credits()
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => gives(10)))
    expect(answers.filter(({ waits }) => waits)).toHaveLength(1)
    expect(await credits()).toBe(before + 50)
    app.clock.advance(31 * DAY)
    const Sid = await worksAs(app, `Sid${number}`, { roles: ['support'] })
    expect(await gives(10, {}, Sid)).toMatchObject({ waits: false })
  })

  test('is what one person gives all members within a day, also at once, and no other person', async () => {
    const members = await Promise.all(
      ['A', 'B', 'C', 'D', 'E'].map((letter) =>
        joins(app, { brand: 'wivesnow', username: `Wes${number}${letter}` }),
      ),
    )
    const answers = await Promise.all(
      [Wes, ...members].map(({ id }) => gives(50, { accountId: id })),
    )
    expect(answers.filter(({ waits }) => waits)).toHaveLength(1)
    const next = await joins(app, { brand: 'wivesnow', username: `Wes${number}F` })
    const Sid = await worksAs(app, `Sid${number}`, { roles: ['support'] })
    expect(await gives(1, { accountId: next.id }, Sid)).toMatchObject({ waits: false })
    app.clock.advance(DAY + 1000)
    await asStaff(app, Sue)
    expect(await gives(1, { accountId: next.id })).toMatchObject({ waits: false })
  })

  test('a lead agrees to no request of their own, and support to none', async () => {
    await gives(60, {}, Lea)
    const [asked] = await waiting()
    expect(asked).toMatchObject({ isOwn: true })
    await expect(decides(asked?.id ?? 0)).rejects.toMatchObject({
      code: 'forbidden',
      message: 'You asked for this yourself. Another lead agrees to it.',
    })
    await expect(decides(asked?.id ?? 0, 'approved', Sue)).rejects.toMatchObject({
      code: 'otherRole',
    })
    // A moderator, who agrees to decisions, learns of none that is there from one that is not.
    const Mia = await worksAs(app, `Mia${number}`, { roles: ['moderator'] })
    for (const id of [asked?.id ?? 0, 999_999_999])
      await expect(decides(id, 'approved', Mia)).rejects.toMatchObject({
        code: 'forbidden',
        message: 'This is for leads.',
      })
    const Max = await worksAs(app, `Max${number}`, { roles: ['lead'] })
    await decides(asked?.id ?? 0, 'refused', Max)
    expect((await done(Wes))[0]?.[0]).toBe('Give 60 credits: refused by a lead')
  })

  test('is given to nobody where whoever asked has lost the role or has left, and can be refused', async () => {
    const before = await credits()
    await gives(60)
    const [asked] = await waiting()
    await givesRoles(app, Sue, ['moderator'])
    await expect(decides(asked?.id ?? 0)).rejects.toMatchObject(conflict(/not work in support/))
    await givesRoles(app, Sue, ['support'])
    await set(Sue, { staff_since: null })
    await expect(decides(asked?.id ?? 0)).rejects.toMatchObject(conflict(/not work in support/))
    expect(await credits()).toBe(before)
    await decides(asked?.id ?? 0, 'refused')
    expect(await waiting()).toEqual([])
  })

  test('waits once for a member, also of two who ask at once, and again once nobody agreed in time', async () => {
    const Sid = await worksAs(app, `Sid${number}`, { roles: ['support'] })
    const both = await Promise.allSettled([gives(60), gives(60, {}, Sid)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(gives(51)).rejects.toMatchObject(conflict(/waits for a lead already/))
    expect(await waiting()).toHaveLength(1)
    app.clock.advance(DAY + 1000)
    await asStaff(app, Sue)
    await asStaff(app, Lea)
    await gives(70)
    expect((await waiting()).map(({ after }) => after)).toEqual(['Give 70 credits'])
    expect((await done(Wes)).map(([text]) => text)).toEqual([
      'Give 70 credits: waits for a lead',
      'Give 60 credits: no lead agreed in time',
    ])
  })

  test('two leads at once give once; after a day nobody does', async () => {
    const before = await credits()
    const Max = await worksAs(app, `Max${number}`, { roles: ['lead'] })
    await gives(70)
    const [asked] = await waiting()
    const both = await Promise.allSettled([
      decides(asked?.id ?? 0),
      decides(asked?.id ?? 0, 'approved', Max),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await credits()).toBe(before + 70)
    await gives(80)
    const [late] = await waiting()
    app.clock.advance(DAY + 1000)
    await asStaff(app, Lea)
    await asStaff(app, Sue)
    expect(await waiting()).toEqual([])
    await expect(decides(late?.id ?? 0)).rejects.toMatchObject(conflict(/24 hours are over/))
    expect((await done(Wes))[0]?.[0]).toBe('Give 80 credits: no lead agreed in time')
  })

  test('is refused where the account was closed meanwhile, and goes on waiting', async () => {
    await gives(90)
    const [asked] = await waiting()
    await set(Wes, { banned_at: app.clock.now() })
    await expect(decides(asked?.id ?? 0)).rejects.toMatchObject(conflict(/account is closed/))
    expect(await waiting()).toHaveLength(1)
  })
})
