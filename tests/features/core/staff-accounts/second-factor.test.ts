import { beforeEach, describe, expect, test } from 'vitest'
import { startSession } from '#api/sessions.sql.ts'
import {
  getSecondFactor,
  setUpFactor,
  verify,
} from '#core/staff-accounts/second-factor.contract.ts'
import { codeAt } from '#core/staff-accounts/totp.server.ts'
import { HOUR, later, MINUTE, SECOND } from '#lib/clock.ts'
import { hashToken } from '#lib/token.server.ts'
import { app, refusedWith, setsAccount, type Visitor, withApp } from '#tests/support/app.ts'
import { alice, type CastMember, joins, PASSWORD } from '#tests/support/cast.ts'
import { mailsTo } from '#tests/support/mail.ts'

/** Staff’s second factor (assurance 8; ASVS 6.5). */

const STEP = 30 * SECOND

withApp()
beforeEach(() => app.clock.advance(HOUR))

let count = 0
async function staffMember(): Promise<CastMember> {
  count += 1
  return joins(app, { brand: 'adultcrush', username: `Eve${count}`, staff: true })
}

const stateOf = (visitor: Visitor) => visitor.calls(getSecondFactor)
const setUp = (visitor: Visitor, password = PASSWORD) =>
  visitor.calls(setUpFactor, { body: { password } })
const give = (visitor: Visitor, code: string) => visitor.calls(verify, { body: { code } })

/** What a refused call says: its code, or the sentence about the one wrong field. */
const refusal = async (call: Promise<unknown>) => {
  const error = await refusedWith(call)
  return error?.errors[0]?.field ?? error?.code ?? 'was not refused'
}

async function offerOf(visitor: Visitor) {
  const state = await stateOf(visitor)
  if (state.state !== 'offered') throw new Error(`nothing offered: ${state.state}`)
  return state
}

/**
 * Somebody of staff with a factor, signed in and not yet through the door; the code given at set-up
 * is spent.
 */
async function withFactor() {
  const eve = await staffMember()
  await setUp(eve)
  const { secret, recoveryCodes } = await offerOf(eve)
  await give(eve, codeAt(secret, app.clock.now()))
  await app.db
    .updateTable('sessions')
    .set({ second_factor_at: null })
    .where('account_id', '=', eve.id)
    .execute()
  app.clock.advance(10 * MINUTE)
  return {
    eve,
    secret,
    recoveryCodes,
    code: (steps = 0) => codeAt(secret, later(app.clock.now(), steps * STEP)),
  }
}

/** The same person in another browser. */
async function elsewhere({ id }: CastMember, brand = 'adultcrush'): Promise<Visitor> {
  const visitor = app.visitor(brand)
  visitor.cookies.set(
    'session',
    await startSession(app.db, {
      accountId: id,
      brand,
      device: 'Phone',
      at: app.clock.now(),
      replaces: null,
    }),
  )
  return visitor
}

const isThrough = async (visitor: Visitor) => (await visitor.visit('/staff')).status === 200

async function actsOf({ id }: CastMember): Promise<string[]> {
  const rows = await app.db
    .selectFrom('audit_log')
    .select(['action', 'subject_id', 'brand', 'details'])
    .where('actor_id', '=', id)
    .orderBy('id')
    .execute()
  expect(
    rows.every(
      (row) =>
        row.subject_id === id && row.brand === 'adultcrush' && JSON.stringify(row.details) === '{}',
    ),
  ).toBe(true)
  return rows.map(({ action }) => action)
}

test('the door is there for staff alone', async () => {
  const [member, guest] = [await alice(app), app.visitor('adultcrush')]
  for (const call of [stateOf, setUp, (visitor: Visitor) => give(visitor, '123456')]) {
    expect(await refusal(call(guest))).toBe('notFound')
    expect(await refusal(call(member))).toBe('notFound')
  }
})

describe('setting up', () => {
  test('takes the password and a first code; then the session is staff’s, under another id', async () => {
    const eve = await staffMember()
    expect(await stateOf(eve)).toEqual({ state: 'none' })
    expect(await refusal(give(eve, '123456'))).toBe('conflict')
    await setUp(eve)
    const { secret, address, recoveryCodes } = await offerOf(eve)
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(address).toBe(
      `otpauth://totp/Crush%20Network%20Ltd:${eve.username}?issuer=Crush%20Network%20Ltd&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    )
    expect(new Set(recoveryCodes).size).toBe(8)
    for (const code of recoveryCodes)
      expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/)

    const before = eve.cookies.get('session') as string
    expect(await give(eve, codeAt(secret, app.clock.now()))).toEqual({ next: '/staff' })
    expect(await isThrough(eve)).toBe(true)
    expect(await stateOf(eve)).toEqual({ state: 'set', recoveryCodesLeft: 8 })
    const old = app.visitor('adultcrush')
    old.cookies.set('session', before)
    expect((await old.request('/site/getShowConfirmEmailData')).status).toBe(401)
    expect(await actsOf(eve)).toEqual(['staff.setUpFactor'])
    expect((await mailsTo(app, `${eve.username.toLowerCase()}@example.org`))[0]?.text).toContain(
      'A second factor was just set up',
    )
  })

  test('is not begun with a wrong password, nor guessed', async () => {
    const eve = await staffMember()
    for (const wrong of ['', 'not it', PASSWORD.toUpperCase()])
      expect(await refusal(setUp(eve, wrong))).toBe('password')
    expect(await stateOf(eve)).toEqual({ state: 'none' })
    for (let more = 0; more < 3; more += 1) await refusal(setUp(eve, 'still not it'))
    expect(await refusal(setUp(eve))).toBe('tooMany')
  })

  test('shows the same again to the session that began it, and nothing to another', async () => {
    const eve = await staffMember()
    const phone = await elsewhere(eve)
    await setUp(eve)
    const { secret, recoveryCodes } = await offerOf(eve)
    await setUp(eve)
    expect(await offerOf(eve)).toMatchObject({ secret, recoveryCodes })
    expect(await stateOf(phone)).toEqual({ state: 'none' })
    expect(await refusal(give(phone, codeAt(secret, app.clock.now())))).toBe('conflict')
    expect(await isThrough(phone)).toBe(false)
  })

  test('in two browsers makes one factor: that of the first who confirms', async () => {
    const eve = await staffMember()
    const phone = await elsewhere(eve)
    await Promise.all([setUp(eve), setUp(phone)])
    const [mine, other] = [await offerOf(eve), await offerOf(phone)]
    await give(phone, codeAt(other.secret, app.clock.now()))
    app.clock.advance(STEP)
    expect(await refusal(give(eve, codeAt(mine.secret, app.clock.now())))).toBe('code')
    expect(await refusal(setUp(eve))).toBe('conflict')
    await give(eve, codeAt(other.secret, app.clock.now()))
    expect(await isThrough(eve)).toBe(true)
  })

  test('leaves no secret in clear in the database or the log', async () => {
    const eve = await staffMember()
    await setUp(eve)
    const { secret, recoveryCodes } = await offerOf(eve)
    const dump = async () => {
      const { db } = app
      const rows = [
        await db.selectFrom('second_factor_offers').selectAll().execute(),
        await db.selectFrom('second_factors').selectAll().execute(),
        (await db.selectFrom('recovery_codes').selectAll().execute()).map(({ code_hash }) =>
          Buffer.from(code_hash).toString('latin1'),
        ),
        await db.selectFrom('audit_log').selectAll().execute(),
      ]
      return JSON.stringify(rows) + app.logged.join('')
    }
    const before = await dump()
    const code = codeAt(secret, app.clock.now())
    await give(eve, code)
    for (const text of [before, await dump()]) {
      for (const hidden of [
        secret,
        ...recoveryCodes,
        ...recoveryCodes.map((one) => one.replaceAll('-', '')),
      ])
        expect(text).not.toContain(hidden)
    }
    expect(app.logged.join('')).not.toContain(code)
    const hashes = await app.db
      .selectFrom('recovery_codes')
      .select('code_hash')
      .where('account_id', '=', eve.id)
      .execute()
    expect(
      hashes.map(({ code_hash }) => Buffer.from(code_hash).toString('hex')).toSorted(),
    ).toEqual(
      recoveryCodes
        .map((one) => Buffer.from(hashToken(one.replaceAll('-', ''))).toString('hex'))
        .toSorted(),
    )
  })
})

describe('a code of the app', () => {
  test.each([
    [-2, false],
    [-1, true],
    [0, true],
    [1, true],
    [2, false],
  ])('%i steps away is taken: %s', async (steps, isTaken) => {
    const { eve, code } = await withFactor()
    const answer = await refusal(give(eve, code(steps)))
    expect([answer, await isThrough(eve)]).toEqual(
      isTaken ? ['was not refused', true] : ['code', false],
    )
  })

  test('may be typed in two groups', async () => {
    const { eve, code } = await withFactor()
    await give(eve, ` ${code().slice(0, 3)} ${code().slice(3)} `)
    expect(await isThrough(eve)).toBe(true)
  })

  test('works once, and none before it works after it', async () => {
    const { eve, code } = await withFactor()
    const [phone, tablet] = [await elsewhere(eve), await elsewhere(eve)]
    await give(eve, code())
    expect(await refusal(give(phone, code()))).toBe('code')
    expect(await refusal(give(tablet, code(-1)))).toBe('code')
    await give(phone, code(1))
    expect([await isThrough(eve), await isThrough(phone), await isThrough(tablet)]).toEqual([
      true,
      true,
      false,
    ])
  })

  test('lets one of twenty in who give it at the same moment', async () => {
    const { eve, code } = await withFactor()
    const visitors = await Promise.all(Array.from({ length: 20 }, () => elsewhere(eve)))
    const answers = await Promise.all(visitors.map((visitor) => refusal(give(visitor, code()))))
    expect(answers.filter((answer) => answer === 'was not refused')).toHaveLength(1)
    expect(answers.every((answer) => ['was not refused', 'code', 'tooMany'].includes(answer))).toBe(
      true,
    )
    const through = await Promise.all(visitors.map(isThrough))
    expect(through.filter(Boolean)).toHaveLength(1)
  })

  test('is one’s own: another’s does nothing, nor does another’s secret under one’s name', async () => {
    const [one, other] = [await withFactor(), await withFactor()]
    expect(await refusal(give(one.eve, other.code()))).toBe('code')
    const theirs = app.db
      .selectFrom('second_factors')
      .select('sealed_secret')
      .where('account_id', '=', other.eve.id)
    await app.db
      .updateTable('second_factors')
      .set({ sealed_secret: theirs })
      .where('account_id', '=', one.eve.id)
      .execute()
    expect(await refusal(give(one.eve, other.code()))).toBe('conflict')
    expect(await isThrough(one.eve)).toBe(false)
  })

  test.each([
    '',
    '   ',
    '12345',
    '1234567',
    '１２３４５６',
    '12345a',
    'abcdef',
    '000000\u{1F600}',
    '9'.repeat(64),
    '9'.repeat(65),
    "' or 1=1--",
  ])('is not %j', async (code) => {
    const { eve } = await withFactor()
    expect(await refusal(give(eve, code))).toBe('code')
    expect(await isThrough(eve)).toBe(false)
  })
})

describe('a recovery code', () => {
  test('stands in for the app once, however it is typed, and its owner is told', async () => {
    const { eve, recoveryCodes } = await withFactor()
    const [first = '', second = ''] = recoveryCodes
    await give(eve, first)
    expect(await stateOf(eve)).toEqual({ state: 'set', recoveryCodesLeft: 7 })
    const phone = await elsewhere(eve)
    expect(await refusal(give(phone, first))).toBe('code')
    await give(
      phone,
      second.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l'),
    )
    expect([await isThrough(eve), await isThrough(phone)]).toEqual([true, true])
    expect(await actsOf(eve)).toEqual([
      'staff.setUpFactor',
      'staff.giveRecoveryCode',
      'staff.refuseFactor',
      'staff.giveRecoveryCode',
    ])
    expect(
      (await mailsTo(app, `${eve.username.toLowerCase()}@example.org`)).filter(({ text }) =>
        text.includes('A recovery code was just used'),
      ),
    ).toHaveLength(2)
  })

  test('lets one of twenty in who give it at the same moment', async () => {
    const { eve, recoveryCodes } = await withFactor()
    const visitors = await Promise.all(Array.from({ length: 20 }, () => elsewhere(eve)))
    const answers = await Promise.all(
      visitors.map((visitor) => refusal(give(visitor, recoveryCodes[0] ?? ''))),
    )
    expect(answers.filter((answer) => answer === 'was not refused')).toHaveLength(1)
  })
})

describe('guessing', () => {
  test('ends after five tries of an account, right or wrong, for a quarter of an hour', async () => {
    const { eve, code } = await withFactor()
    const [phone, other] = [await elsewhere(eve), await withFactor()]
    for (const visitor of [eve, eve, phone, phone, eve])
      expect(await refusal(give(visitor, '000000'))).toBe('code')
    const answer = await phone.posts('/staff/verify', { code: code() })
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([429, '900'])
    await give(other.eve, other.code())
    app.clock.advance(15 * MINUTE)
    await give(phone, code())
    expect([await isThrough(phone), await isThrough(eve)]).toEqual([true, false])
    expect(await actsOf(eve)).toEqual([
      'staff.setUpFactor',
      ...Array<string>(5).fill('staff.refuseFactor'),
      'staff.giveFactor',
    ])
  })

  test('by twenty at once gets no more than five tries', async () => {
    const { eve } = await withFactor()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => refusal(give(eve, '000000'))),
    )
    expect(answers.filter((answer) => answer === 'code')).toHaveLength(5)
  })
})

describe('having given it', () => {
  test('counts in that session alone, on that brand alone, until it ends', async () => {
    const { eve, code } = await withFactor()
    const there = await elsewhere(eve, 'wivesnow')
    await give(eve, code())
    expect([await isThrough(eve), await isThrough(there)]).toEqual([true, false])
    await eve.send('POST /site/signin', { body: { login: eve.username, password: PASSWORD } })
    expect(await isThrough(eve)).toBe(false)
  })

  test('leads to where staff wanted to go, and to no page of members', async () => {
    const { eve, code } = await withFactor()
    eve.cookies.set('back', encodeURIComponent('/staff/tickets?brand=xmeeting'))
    expect(await give(eve, code())).toEqual({ next: '/staff/tickets?brand=xmeeting' })
    expect(eve.cookies.has('back')).toBe(false)
    eve.cookies.set('back', encodeURIComponent('/messages'))
    expect(await give(eve, code(1))).toEqual({ next: '/staff' })
  })

  test('works as a form, without script', async () => {
    const { eve, code } = await withFactor()
    const post = (typed: string) =>
      eve.visit('/staff/verify', {
        method: 'POST',
        headers: { Origin: `http://${eve.host}` },
        body: new URLSearchParams({ code: typed }),
      })
    const wrong = await post('000000')
    expect([wrong.status, await wrong.text()]).toEqual([422, 'page:/form/second-factor'])
    const right = await post(code())
    expect([right.status, right.headers.get('Location')]).toEqual([303, '/staff'])
    expect(await isThrough(eve)).toBe(true)
  })

  test('does not outlast being staff', async () => {
    const { eve, code } = await withFactor()
    await give(eve, code())
    await setsAccount(app, eve, { staff_since: null })
    expect((await eve.visit('/staff')).status).toBe(404)
    expect(await refusal(stateOf(eve))).toBe('notFound')
  })
})
