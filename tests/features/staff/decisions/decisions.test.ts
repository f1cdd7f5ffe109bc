import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { decide, type NewDecision, personHashOf } from '#staff/decisions/decisions.server.ts'
import { strikesOf } from '#staff/decisions/decisions.sql.ts'
import { strikesInForce } from '#staff/decisions/decisions.ts'
import { app, withApp } from '#tests/support/app.ts'
import { type CastMember, joins, worksAs } from '#tests/support/cast.ts'

/** Decisions of staff about members: what is recorded, what counts, and what is refused. */

withApp()
let Eve: CastMember
let Ann: CastMember
let number = 0
beforeAll(async () => {
  Eve = await worksAs(app, 'EveDecides')
})
beforeEach(async () => {
  Ann = await joins(app, { brand: 'adultcrush', username: `Ann${(number += 1)}` })
})

const warning = (change: Partial<NewDecision> = {}): NewDecision => ({
  accountId: Ann.id,
  act: 'warn',
  policy: 'spam',
  severity: 'medium',
  days: null,
  scope: 'network',
  brand: 'adultcrush',
  taskId: null,
  subject: { kind: 'account', id: Ann.id },
  note: 'Please do not send the same words to many.',
  internalNote: '',
  automated: false,
  ...change,
})

const decides = (change: Partial<NewDecision> = {}, staffId = Eve.id) =>
  app.transaction((trx) =>
    decide(app.services, trx, { staffId, at: app.clock.now() }, warning(change)),
  )

const strikesNow = async (accountId: number, email: string) =>
  strikesInForce(
    await strikesOf(app.db, accountId, personHashOf(app.services, email)),
    app.clock.now(),
  )

describe('a decision', () => {
  test('gives strikes, which follow the address to another account', async () => {
    await decides()
    await decides({ act: 'limit', days: 3, severity: 'low' })
    const Bea = await joins(app, { brand: 'wivesnow', username: `Bea${(number += 1)}` })
    const address = `${Ann.username.toLowerCase()}@example.org`
    expect([
      await strikesNow(Ann.id, 'other@example.org'),
      await strikesNow(Bea.id, address.toUpperCase()),
      await strikesNow(Bea.id, 'other@example.org'),
    ]).toEqual([3, 3, 0])
  })

  test('gives strikes that follow the mailbox, whatever tag it is written with', async () => {
    const Bea = await joins(app, { brand: 'wivesnow', username: `Bea${(number += 1)}` })
    const tagged = (tag: string) => `${Ann.username.toLowerCase()}+${tag}@example.org`
    await decides()
    expect([
      await strikesNow(Bea.id, tagged('before')),
      await strikesNow(Bea.id, tagged('again')),
      await strikesNow(Bea.id, `x${tagged('again')}`),
    ]).toEqual([2, 2, 0])
  })

  test.each([
    ['changed', sql`update decisions set note = 'Nothing happened.'`],
    ['deleted', sql`delete from decisions`],
    ['dated again', sql`update decisions set takes_effect_at = takes_effect_at + interval '1 day'`],
    ['made lighter', sql`update strikes set weight = 1`],
  ])('is never %s', async (_, statement) => {
    await decides()
    await expect(statement.execute(app.db)).rejects.toThrow(/is never (changed|deleted)/)
  })

  test('about oneself is for somebody else', async () => {
    await expect(decides({ accountId: Eve.id })).rejects.toThrow('about your own account')
  })

  test.each<[string, Partial<NewDecision>, RegExp]>([
    ['a suspension without an end', { act: 'suspend' }, /how many days/],
    ['a suspension of a year and a day', { act: 'suspend', days: 366 }, /how many days/],
    ['a warning of some days', { days: 3 }, /has no length/],
    ['a breach without a rule', { policy: 'none' }, /choose the rule/],
    ['a rule without a breach', { act: 'none' }, /no rule/],
    ['a photo where there is none', { act: 'hidePhoto' }, /not about a photo/],
    ['a text where there is none', { act: 'removeText' }, /not about a text/],
    ['a warning of one brand', { scope: 'brand' }, /holds on all sites/],
    ['a limit of one brand', { act: 'limit', days: 3, scope: 'brand' }, /holds on all sites/],
    [
      'a photo that is hidden on one brand',
      { act: 'hidePhoto', scope: 'brand', subject: { kind: 'photo', id: 1 } },
      /holds on all sites/,
    ],
    [
      'a text that is removed on one brand',
      { act: 'removeText', scope: 'brand', subject: { kind: 'text', part: 'about', id: 1 } },
      /holds on all sites/,
    ],
  ])('refuses %s in words, and records nothing', async (_, change, words) => {
    const problem = await decides(change).catch(
      (error: { errors?: Array<{ message: string }> }) => error.errors?.[0]?.message,
    )
    expect(problem).toMatch(words)
    expect(await strikesNow(Ann.id, 'other@example.org')).toBe(0)
  })
})
