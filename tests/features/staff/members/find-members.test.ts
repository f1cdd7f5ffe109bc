import { beforeEach, describe, expect, test } from 'vitest'
import { DAY } from '#lib/clock.ts'
import { brandById } from '#sites/registry.ts'
import type { StaffRole } from '#sites/staff-roles.ts'
import { findMembers } from '#staff/members/find-members.contract.ts'
import { getMemberFile } from '#staff/members/member-file.contract.ts'
import { app, setsAccount, setsProfile, withApp } from '#tests/support/app.ts'
import { type CastMember, joins, worksAs } from '#tests/support/cast.ts'
import { hasPaid } from './file-cast.ts'

/** How staff find a member, and what they cannot ask for. */

withApp({
  CCBILL_ACCOUNT: '900100',
  CCBILL_USER: 'datalink1',
  CCBILL_PASSWORD: 'a password',
  CCBILL_SHOPS: 'adultcrush:0001:687fa3e0-e60d-4466-88e2-181fa56dd6a9:7d901dad245fd0ff6bc20d06',
  CCBILL_LIMITS: '2.95-150.00',
})
let Sue: CastMember
let Ann: CastMember
let number = 0
beforeEach(async () => {
  app.clock.advance(DAY)
  number += 1
  Sue = await works('Sue', ['support'])
  Ann = await joins(app, { brand: 'adultcrush', username: `Ann-${number}` })
})

const works = (name: string, roles: readonly StaffRole[]) =>
  worksAs(app, `${name}${number}`, { roles })
const finds = (find: string, by = Sue) => by.calls(findMembers, { query: { find } })
const found = async (find: string, by = Sue) =>
  (await finds(find, by)).hits.map(({ id, matched }) => [id, matched])
const searches = (by = Sue) =>
  app.db
    .selectFrom('audit_log')
    .select(['action', 'subject_id as subject', 'details'])
    .where('actor_id', '=', by.id)
    .where('action', 'in', ['staff.findMember', 'staff.refuseSearch'])
    .orderBy('id')
    .execute()

const pays = (who: CastMember, reference: string) => hasPaid(app, who, reference)

describe('a member is found', () => {
  test('by number, username in whatever case, and mail address in whatever case', async () => {
    expect(await found(String(Ann.id))).toContainEqual([Ann.id, ['number']])
    expect(await found(`#${Ann.id}`)).toContainEqual([Ann.id, ['number']])
    expect(await found(` ANN-${number} `)).toContainEqual([
      Ann.id,
      expect.arrayContaining(['username']),
    ])
    expect(await finds(`Ann-${number}@EXAMPLE.org`)).toEqual({
      searched: true,
      hits: [
        {
          id: Ann.id,
          username: Ann.username,
          brand: 'adultcrush',
          matched: ['email'],
          standing: { state: 'active', at: null },
        },
      ],
      hasMore: false,
    })
  })

  test('by an order, by a payment as we name it, and as its processor does', async () => {
    const order = await pays(Ann, `pay_${number}_x9`)
    await pays(Ann, `ccbill:0001-900${number}-77`)
    await pays(Ann, `verotel:sale-5500${number}`)
    await pays(Ann, `verotel:transaction-6600${number}`)
    await app.services.db
      .insertInto('subscriptions')
      .values({
        account_id: Ann.id,
        brand: 'adultcrush',
        plan: 'month',
        order_id: order,
        provider: 'ccbill',
        provider_reference: `ccbill:0001-910${number}`,
        paid_until: app.clock.now(),
        started_at: app.clock.now(),
      })
      .execute()
    expect(await found(String(order))).toContainEqual([Ann.id, expect.arrayContaining(['order'])])
    const { shortName } = brandById('adultcrush') ?? expect.fail('no brand')
    for (const [text, ids] of [
      [`${shortName}-${order}`, [[Ann.id, ['order']]]],
      [`${shortName.toLowerCase()} ${order}`, [[Ann.id, ['order']]]],
      [`zz-${order}`, []],
    ] as const)
      expect([text, await found(text)]).toEqual([text, ids])
    for (const reference of [
      `pay_${number}_x9`,
      `ccbill:0001-900${number}-77`,
      `0001-900${number}-77`,
      `5500${number}`,
      `6600${number}`,
      `910${number}`,
    ])
      expect([reference, await found(reference)]).toEqual([reference, [[Ann.id, ['payment']]]])
  })

  test('by a name that was given up, and by the first letters, the whole name before the others', async () => {
    const other = await joins(app, { brand: 'wivesnow', username: `Ann-${number}-Lou` })
    expect(await found(`ann-${number}`)).toEqual([
      [Ann.id, ['username', 'beginning']],
      [other.id, ['beginning']],
    ])
    expect(await found('an')).toEqual([])
    await app.db
      .insertInto('former_usernames')
      .values({
        username_key: `zoe${number}`,
        username_look: `zoe${number}`,
        account_id: Ann.id,
        given_up_at: app.clock.now(),
      })
      .execute()
    expect(await found(`Zoe${number}`)).toEqual([[Ann.id, ['formerName']]])
  })

  test('who is paused, suspended, banned or deleted, which is said, and the file opens', async () => {
    const state = async () => (await finds(`ann-${number}`)).hits[0]?.standing
    const at = app.clock.now()
    const until = new Date(at.getTime() + 5 * DAY)
    const set = (values: object) => setsAccount(app, Ann, values)
    await setsProfile(app, Ann, { paused_at: at })
    expect(await state()).toEqual({ state: 'paused', at: null })
    await set({ banned_at: at, suspended_until: until })
    expect(await state()).toEqual({ state: 'suspended', at: until.toISOString() })
    await set({ suspended_until: null })
    expect(await state()).toEqual({ state: 'banned', at: at.toISOString() })
    await set({ deleted_at: at })
    expect(await state()).toEqual({ state: 'deleted', at: at.toISOString() })
    expect(await Sue.calls(getMemberFile, { params: { id: Ann.id }, query: {} })).toMatchObject({
      standing: 'deleted',
      deletedAt: at.toISOString(),
    })
  })
})

describe('a search', () => {
  test.each(['', ' ', 'a', '\u200b'])('for %j lists nobody', async (find) => {
    expect(await finds(find)).toEqual({ searched: false, hits: [], hasMore: false })
  })

  test.each(['%', '%%%', '___', 'a%', '*', '@', 'ann-%@example.org'])(
    'for a pattern, %j, is for these signs',
    async (find) => {
      expect((await finds(find)).hits).toEqual([])
    },
  )

  test('by the first letters has twenty members at most, and says that there are more', async () => {
    // No two of these look alike.
    for (const letter of 'abcdefghjkmnopqrstvwxyz')
      await joins(app, { brand: 'adultcrush', username: `Many${number}-${letter}` })
    const { hits, hasMore } = await finds(`many${number}`)
    expect([hits.length, hasMore]).toEqual([20, true])
    expect(hits.map(({ username }) => username)).toEqual(
      hits.map(({ username }) => username).toSorted(),
    )
  })

  test('by the first letters says that there are more also where staff begin so', async () => {
    await works('Some-a', ['moderator'])
    const Lea = await works('Lea', ['lead'])
    for (const letter of 'abcdefghjkmnopqrstuvw')
      await joins(app, { brand: 'adultcrush', username: `Some-b${letter}${number}` })
    const { hits, hasMore } = await finds('some-')
    expect([hits.length, hasMore]).toEqual([20, true])
    expect(hits.every(({ username }) => username.startsWith('Some-b'))).toBe(true)
    expect((await finds('some-', Lea)).hits[0]?.standing.state).toBe('staff')
  })

  test('is made 500 times a day at most by one person', async () => {
    await finds('nobody-of-this-name')
    const set = await app.db
      .updateTable('rate_limits')
      .set({ hits: 500 })
      .where('key', '=', `find-members-day:account:${Sue.id}`)
      .executeTakeFirst()
    expect(set.numUpdatedRows).toBe(1n)
    app.clock.advance(61_000)
    await expect(finds('nobody-of-this-name')).rejects.toMatchObject({ code: 'tooMany' })
  })

  test('is on record by kind and whom it found, without what was typed', async () => {
    await finds(`ann-${number}@example.org`)
    await finds(`ann-${number}`)
    await finds('nobody@example.org')
    expect(await searches()).toEqual([
      {
        action: 'staff.findMember',
        subject: null,
        details: { by: 'email', hits: 1, ids: String(Ann.id) },
      },
      {
        action: 'staff.findMember',
        subject: null,
        details: { by: 'reference', hits: 1, ids: String(Ann.id) },
      },
      { action: 'staff.findMember', subject: null, details: { by: 'email', hits: 0, ids: '' } },
    ])
  })

  test('for a mail address is refused to moderators, and that is on record', async () => {
    const Mia = await works('Mia', ['moderator'])
    const refusal = expect.objectContaining({
      code: 'forbidden',
      message: expect.stringMatching(/searched by support and leads/) as string,
    })
    await expect(finds(`ann-${number}@example.org`, Mia)).rejects.toEqual(refusal)
    await expect(finds('nobody@example.org', Mia)).rejects.toEqual(refusal)
    expect(await searches(Mia)).toEqual(
      Array.from({ length: 2 }, () => ({
        action: 'staff.refuseSearch',
        subject: null,
        details: { by: 'email' },
      })),
    )
    expect(await found(`ann-${number}`, Mia)).toHaveLength(1)
  })

  test('finds staff for leads alone, and nobody themselves', async () => {
    const [Lea, Max] = [await works('Lea', ['lead']), await works('Max', ['moderator'])]
    expect(await found(Max.username)).toEqual([])
    expect(await found(String(Max.id))).toEqual([])
    expect(await found(Max.username, Lea)).toEqual([[Max.id, ['username', 'beginning']]])
    expect(await found(Lea.username, Lea)).toEqual([])
  })

  test('and a file are limited to thirty a minute each, in words', async () => {
    const file = () => Sue.calls(getMemberFile, { params: { id: Ann.id }, query: {} })
    for (const access of [() => finds('nobody-of-this-name'), file]) {
      for (let time = 0; time < 30; time += 1) await access()
      for (let time = 30; time < 40; time += 1)
        await expect(access()).rejects.toMatchObject({
          code: 'tooMany',
          message: expect.stringMatching(/a little too often\. Please try again in \d+ second/),
        })
    }
    app.clock.advance(61_000)
    await expect(file()).resolves.toMatchObject({ id: Ann.id })
  })
})
