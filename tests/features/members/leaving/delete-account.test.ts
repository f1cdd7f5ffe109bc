import { beforeEach, describe, expect, test } from 'vitest'
import { comeBack, getComeBack } from '#core/accounts/come-back/come-back.contract.ts'
import { signIn } from '#core/accounts/sign-in/sign-in.contract.ts'
import { DAY, HOUR, later } from '#lib/clock.ts'
import { getLeaving } from '#members/leaving/leaving.contract.ts'
import { listNames } from '#members/search/lists/lists.ts'
import { upgrade } from '#money/checkout/orders.contract.ts'
import { cancellationJob } from '#money/contracts/cancel.server.ts'
import { balanceOf, grantCredits } from '#money/credits/credits.sql.ts'
import { app, refusedWith, runJob, type Visitor, withApp } from '#tests/support/app.ts'
import {
  acceptsTerms,
  becomesPremium,
  type CastMember,
  joins,
  PASSWORD,
} from '#tests/support/cast.ts'
import { eventOf, gatewaySettings, reports } from '#tests/support/gateway.ts'
import { erase, leave, meets, placesOf } from '#tests/support/leaving.ts'
import { linkIn, mailsTo } from '#tests/support/mail.ts'
import { addressIn, aPhoto, upload } from '#tests/support/photos.ts'

withApp(gatewaySettings)
let Ann: CastMember
let Ben: CastMember
let count = 0

beforeEach(async () => {
  count += 1
  Ann = await joins(app, {
    brand: 'adultcrush',
    username: `Ann${count}`,
    lookingFor: ['man', 'woman'],
  })
  Ben = await joins(app, {
    brand: 'adultcrush',
    username: `Ben${count}`,
    gender: 'man',
    lookingFor: ['man', 'woman'],
  })
  await becomesPremium(app, Ann)
  await becomesPremium(app, Ben)
})

const addressOf = ({ username }: CastMember) => `${username.toLowerCase()}@example.org`
const signsIn = (visitor: Visitor, { username }: CastMember) =>
  visitor.calls(signIn, { body: { login: username, password: PASSWORD } })
const offered = async (visitor: Visitor) => (await visitor.calls(getComeBack)).account
const keep = (visitor: Visitor) => visitor.calls(comeBack, { body: {} })
const leaving = (who: Visitor) => who.calls(getLeaving)
const accountOf = ({ id }: CastMember) =>
  app.db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('deleting an account', () => {
  test('takes the password, at most ten tries', async () => {
    const wrong = await refusedWith(leave(Ann, { password: 'not the password' }))
    expect(wrong?.errors).toEqual([{ field: 'password', message: 'This is not your password.' }])
    expect((await refusedWith(leave(Ann, { password: '' })))?.errors).toEqual([
      { field: 'password', message: 'Please enter your password.' },
    ])
    for (let tries = 2; tries < 10; tries += 1) await refusedWith(leave(Ann, { password: 'x' }))
    expect((await refusedWith(leave(Ann)))?.code).toBe('tooMany')
    expect((await accountOf(Ann)).deleted_at).toBeNull()
  })

  test('hides a member everywhere at once, photos by their address as well', async () => {
    const photo = await upload(Ann, await aPhoto())
    await meets(app, Ann, Ben)
    const before = await placesOf(app, Ben, Ann, addressIn(photo))
    expect(before).toEqual(
      expect.arrayContaining([
        ...listNames.filter((list) => list !== 'nearYou' && list !== 'onlineNow'),
        'search',
        'profile',
        'inbox',
        'chat',
        'message',
        'photo',
      ]),
    )
    await leave(Ann)
    expect(await placesOf(app, Ben, Ann, addressIn(photo))).toEqual([])
  })

  test('ends all sessions on all brands, and tells the open pages', async () => {
    const other = app.visitor('wivesnow')
    await signsIn(other, Ann)
    await acceptsTerms(app, Ann.id, 'wivesnow')
    await leaving(other)
    const heard: unknown[] = []
    const stop = app.services.events.subscribe(Ann.id, (event) => void heard.push(event))
    const answer = await Ann.posts('/profile/deleteAccount', { password: PASSWORD })
    expect(await answer.json()).toEqual({ next: '/deleted-account' })
    expect(answer.headers.get('Clear-Site-Data')).toContain('storage')
    expect(Ann.cookies.has('session')).toBe(false)
    await expect.poll(() => heard).toContainEqual({ type: 'signedOut' })
    stop()
    expect((await refusedWith(leaving(other)))?.code).toBe('unauthenticated')
    expect((await app.visitor('adultcrush').visit('/deleted-account')).status).toBe(200)
  })

  test('on another brand is the same: hidden at home, its mail and its way back are of that brand, what was bought at home ends', async () => {
    const photo = await upload(Ann, await aPhoto())
    await meets(app, Ann, Ben)
    const { order } = await Ann.calls(
      upgrade,
      { body: { keyword: 'ac-month' } },
      { idempotencyKey: `away-${Ann.id}` },
    )
    await reports(app, eventOf(app, { order }))
    const abroad = app.visitor('wivesnow')
    await acceptsTerms(app, Ann.id, 'wivesnow')
    await signsIn(abroad, Ann)
    expect((await leaving(abroad)).renewals).toHaveLength(1)
    await leave(abroad)
    expect(await placesOf(app, Ben, Ann, addressIn(photo))).toEqual([])
    expect((await refusedWith(leaving(Ann)))?.code).toBe('unauthenticated')
    const subscription = await app.db
      .selectFrom('subscriptions')
      .select('cancelled_at')
      .where('account_id', '=', Ann.id)
      .executeTakeFirstOrThrow()
    expect(subscription.cancelled_at).toEqual(app.clock.now())
    const mail = (await mailsTo(app, addressOf(Ann))).find(({ kind }) => kind === 'leaving')
    expect(mail?.text).toContain('wivesnow.localhost')
    expect(mail?.text).not.toContain('adultcrush')
    const third = app.visitor('megaflirt')
    expect(await signsIn(third, Ann)).toEqual({ next: '/site/comeBack' })
    await keep(third)
    expect((await accountOf(Ann)).deleted_at).toBeNull()
    const home = app.visitor('adultcrush')
    expect(await signsIn(home, Ann)).toEqual({ next: '/dashboard' })
  })

  test('leads a form without script to the same page', async () => {
    const answer = await Ann.visit('/profile/deleteAccount', {
      method: 'POST',
      headers: {
        Origin: `http://${Ann.host}`,
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ password: PASSWORD, reason: '', words: '' }),
    })
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/deleted-account'])
    expect((await Ben.visit('/deleted-account')).headers.get('Location')).toContain('/dashboard')
  })

  test('twice at once is one departure, one mail, and the same answer', async () => {
    const answers = await Promise.all(
      [leave(Ann), leave(Ann), leave(Ann)].map((call) => refusedWith(call)),
    )
    expect(answers.every((error) => error === null || error.code === 'unauthenticated')).toBe(true)
    expect(answers.filter((error) => error === null).length).toBeGreaterThan(0)
    const mails = await mailsTo(app, addressOf(Ann))
    expect(mails.map(({ kind }) => kind)).toEqual(['leaving'])
    expect(mails[0]?.text).toContain('4 December 2026')
  })

  test('asks for no reason; one that is given reaches support without a name', async () => {
    const sent = async () =>
      (await mailsTo(app, 'support@adultcrush.example')).filter(
        ({ kind }) => kind === 'leavingWords',
      )
    await leave(Ben)
    expect(await sent()).toEqual([])
    await leave(Ann, { reason: 'metSomebody', words: 'Thank you, all the best.' })
    const [read] = await sent()
    expect(read?.text).toContain('I have met somebody')
    expect(read?.text).toContain('all the best')
    const row = app.db.selectFrom('mails').select('account_id')
    expect(await row.where('kind', '=', 'leavingWords').execute()).toEqual([{ account_id: null }])
    expect(read?.text).not.toContain(Ann.username)
  })

  test('works before a first password was chosen', async () => {
    const Nora = await joins(app, {
      brand: 'adultcrush',
      username: `Nora${count}`,
      steps: ['oneClick'],
    })
    expect((await leaving(Nora)).asks).toEqual({ password: false, passkey: false })
    expect(await leave(Nora, { password: '' })).toEqual({ next: '/deleted-account' })
  })
})

describe('money', () => {
  async function subscribes(who: CastMember): Promise<number> {
    const { order } = await who.calls(
      upgrade,
      { body: { keyword: 'ac-month' } },
      { idempotencyKey: `key-${who.id}` },
    )
    await reports(app, eventOf(app, { order }))
    return order
  }
  const subscriptionOf = ({ id }: CastMember) =>
    app.db
      .selectFrom('subscriptions')
      .selectAll()
      .where('account_id', '=', id)
      .executeTakeFirstOrThrow()

  test('a running subscription is named before, ended by leaving, and the gateway is told until it hears', async () => {
    await subscribes(Ann)
    const { renewals } = await leaving(Ann)
    expect(renewals).toHaveLength(1)
    await leave(Ann)
    const cancelled = await subscriptionOf(Ann)
    expect([cancelled.cancelled_at, cancelled.cancel_confirmed_at]).toEqual([app.clock.now(), null])
    expect((await mailsTo(app, addressOf(Ann)))[0]?.text).toContain('Nothing renews any more')
    // Nothing listens at the gateway of this test: the cancellation stays open and is tried again.
    await runJob(app, cancellationJob)
    expect((await subscriptionOf(Ann)).cancel_confirmed_at).toBeNull()
  })

  test('credits that are left come back with the account, and are written off when it is erased', async () => {
    const { db } = app
    await db.transaction().execute((trx) =>
      grantCredits(trx, Ann.id, {
        credits: 12,
        source: 'purchase',
        reference: 'order:1',
        expiresAt: null,
        at: app.clock.now(),
      }),
    )
    expect((await leaving(Ann)).credits).toBe(12)
    await leave(Ann)
    const browser = app.visitor('adultcrush')
    await signsIn(browser, Ann)
    await keep(browser)
    expect((await leaving(browser)).credits).toBe(12)
    await leave(browser)
    app.clock.advance(15 * DAY)
    await erase(app)
    expect(await balanceOf(db, Ann.id, app.clock.now())).toBe(0)
    const entries = await db
      .selectFrom('credit_entries')
      .select(['amount', 'reason'])
      .where('account_id', '=', Ann.id)
      .orderBy('id')
      .execute()
    expect(entries).toEqual([
      { amount: 12, reason: 'purchase' },
      { amount: -12, reason: 'left' },
    ])
  })
})

describe('coming back', () => {
  test('signing in says when the account is erased; one button gives it back as it was', async () => {
    const photo = await upload(Ann, await aPhoto())
    await meets(app, Ann, Ben)
    const before = await placesOf(app, Ben, Ann, addressIn(photo))
    await leave(Ann)
    app.clock.advance(13 * DAY)
    const browser = app.visitor('wivesnow')
    expect(await signsIn(browser, Ann)).toEqual({ next: '/site/comeBack' })
    expect((await refusedWith(leaving(browser)))?.code).toBe('unauthenticated')
    expect(await offered(browser)).toEqual({
      username: Ann.username,
      eraseAt: later(app.clock.now(), DAY).toISOString(),
    })
    expect(await keep(browser)).toEqual({ next: '/dashboard' })
    await leaving(browser)
    expect((await accountOf(Ann)).deleted_at).toBeNull()
    await becomesPremium(app, Ben)
    const Ben2 = app.visitor('adultcrush')
    await signsIn(Ben2, Ben)
    expect(
      await placesOf(app, { ...Ben2, id: Ben.id, username: Ben.username }, Ann, addressIn(photo)),
    ).toEqual(before.filter((place) => place !== 'onlineNow'))
    expect((await refusedWith(keep(browser)))?.code).toBe('conflict')
  })

  test('the link in the mail leads to the same button, however often it is opened; the button works once', async () => {
    await leave(Ann)
    const { pathname, search } = await linkIn(app, addressOf(Ann))
    app.clock.advance(10 * DAY)
    const browser = app.visitor('adultcrush')
    const went = await browser.visit(pathname + search)
    expect(went.headers.get('Location')).toContain('/site/comeBack')
    expect((await offered(browser))?.username).toBe(Ann.username)
    expect(await offered(app.visitor('adultcrush'))).toBeNull()
    const other = app.visitor('adultcrush')
    await other.visit(pathname + search)
    expect((await offered(other))?.username).toBe(Ann.username)
    await keep(browser)
    expect((await refusedWith(keep(other)))?.code).toBe('conflict')
    expect(await other.calls(getComeBack)).toEqual({
      isKept: true,
      account: null,
    })
    await leaving(browser)
  })

  test('a wrong password offers nothing, and the permission ends after half an hour', async () => {
    await leave(Ann)
    const browser = app.visitor('adultcrush')
    expect(
      (
        await refusedWith(
          browser.calls(signIn, { body: { login: Ann.username, password: 'something else' } }),
        )
      )?.code,
    ).toBe('badCredentials')
    expect(await offered(browser)).toBeNull()
    await signsIn(browser, Ann)
    app.clock.advance(HOUR)
    expect(await offered(browser)).toBeNull()
    expect((await refusedWith(keep(browser)))?.code).toBe('conflict')
  })

  test('after fourteen days there is nothing to come back to', async () => {
    await leave(Ann)
    const browser = app.visitor('adultcrush')
    app.clock.advance(14 * DAY - HOUR / 4)
    await signsIn(browser, Ann)
    app.clock.advance(HOUR / 4)
    expect(await offered(browser)).toBeNull()
    await Promise.all([erase(app), erase(app)])
    expect((await refusedWith(keep(browser)))?.code).toBe('conflict')
    expect((await refusedWith(signsIn(browser, Ann)))?.code).toBe('badCredentials')
    expect(await accountOf(Ann)).toMatchObject({
      username: `~${Ann.id}`,
      email: `~${Ann.id}`,
      owns_email: false,
      password_hash: '',
    })
  })

  test('and the address and the name are free again', async () => {
    await leave(Ann)
    app.clock.advance(15 * DAY)
    await erase(app)
    const again = await joins(app, { brand: 'adultcrush', username: Ann.username })
    expect(again.id).not.toBe(Ann.id)
    expect((await accountOf(again)).owns_email).toBe(true)
  })
})
