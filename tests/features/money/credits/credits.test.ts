import { describe, expect, test } from 'vitest'
import { DAY, HOUR, later } from '#lib/clock.ts'
import { currentCreditsInfo } from '#money/credits/credits.contract.ts'
import { creditExpiryJob } from '#money/credits/credits.server.ts'
import { balanceOf, grantCredits, openLots, spendCredits } from '#money/credits/credits.sql.ts'
import { expiryNotice } from '#money/credits/expiry.ts'
import { app, runJob, withApp } from '#tests/support/app.ts'
import { bob, type CastMember, joins } from '#tests/support/cast.ts'

withApp()

let orders = 0
async function buys(
  member: CastMember,
  credits: number,
  days: number | null = null,
): Promise<void> {
  const at = app.clock.now()
  const expiresAt = days === null ? null : later(at, days * DAY)
  const reference = `order:${(orders += 1)}`
  await app.transaction((trx) =>
    grantCredits(trx, member.id, { credits, source: 'purchase', reference, expiresAt, at }),
  )
}

function spends(member: CastMember, credits: number): Promise<number> {
  const at = app.clock.now()
  return app.transaction((trx) =>
    spendCredits(trx, member.id, { credits, reason: 'message', reference: null, at }),
  )
}

const balance = (member: CastMember) => balanceOf(app.db, member.id, app.clock.now())

async function ledgerSum(member: CastMember): Promise<number> {
  const entries = await app.db
    .selectFrom('credit_entries')
    .select('amount')
    .where('account_id', '=', member.id)
    .execute()
  return entries.reduce((sum, entry) => sum + entry.amount, 0)
}

describe('a member on a credits brand', () => {
  test('is told the balance as a JSON string that holds JSON', async () => {
    const member = await bob(app)
    await buys(member, 7)
    const answer = await member.calls(currentCreditsInfo)
    expect(answer).toBe('{"currentCredits":7}')
    const response = await member.request('/profile/currentCreditsInfo')
    expect(await response.text()).toBe(String.raw`"{\"currentCredits\":7}"`)
  })

  test('gets the credits of one order once, however often it is reported', async () => {
    const member = await joins(app, { brand: 'wivesnow', username: 'Once' })
    const at = app.clock.now()
    const lot = {
      credits: 20,
      source: 'purchase' as const,
      reference: 'order:same',
      expiresAt: null,
      at,
    }
    const grants = await Promise.all(
      Array.from({ length: 20 }, () => app.transaction((trx) => grantCredits(trx, member.id, lot))),
    )
    expect(grants.filter(Boolean)).toHaveLength(1)
    expect(await balance(member)).toBe(20)
  })

  test('spends from the lot that expires first, across lots where one is too small', async () => {
    const member = await joins(app, { brand: 'wivesnow', username: 'Lots' })
    await buys(member, 5, null)
    await buys(member, 5, 90)
    await buys(member, 3, 10)
    expect(await spends(member, 4)).toBe(9)
    const lots = await openLots(app.db, member.id, app.clock.now())
    expect(lots.map(({ rest }) => rest)).toEqual([4, 5])
    expect(
      lots.map(({ expiresAt }) => expiresAt && expiryNotice(expiresAt, app.clock.now())),
    ).toEqual(['Expires after 90 days', null])
  })

  test('cannot spend more than there is, and then nothing is taken', async () => {
    const member = await joins(app, { brand: 'wivesnow', username: 'Short' })
    await buys(member, 2)
    await expect(spends(member, 3)).rejects.toMatchObject({ code: 'noCredits' })
    expect(await balance(member)).toBe(2)
    expect(await ledgerSum(member)).toBe(2)
  })

  test('spends exactly the 10 credits that are left in 200 parallel tries', async () => {
    const member = await joins(app, { brand: 'wivesnow', username: 'Parallel' })
    await buys(member, 4, 30)
    await buys(member, 6, 60)
    const tries = await Promise.allSettled(Array.from({ length: 200 }, () => spends(member, 1)))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    const refusals = tries.flatMap((one) =>
      one.status === 'rejected' ? [one.reason as { code: string }] : [],
    )
    expect(new Set(refusals.map(({ code }) => code))).toEqual(new Set(['noCredits']))
    expect(await balance(member)).toBe(0)
    expect(await ledgerSum(member)).toBe(0)
  })

  test('loses what expires, and the ledger says so', async () => {
    const member = await joins(app, { brand: 'wivesnow', username: 'Expiry' })
    await buys(member, 5, 1)
    await buys(member, 2, 3)
    await spends(member, 1)
    app.clock.advance(DAY + HOUR)
    expect(await balance(member)).toBe(2)
    await expect(spends(member, 3)).rejects.toMatchObject({ code: 'noCredits' })
    expect(await ledgerSum(member)).toBe(6)
    await runJob(app, creditExpiryJob)
    expect(await ledgerSum(member)).toBe(2)
    expect(await spends(member, 2)).toBe(0)
  })

  test('has what expired written off by the next spend as well', async () => {
    const member = await joins(app, { brand: 'wivesnow', username: 'WriteOff' })
    await buys(member, 5, 1)
    await buys(member, 2)
    app.clock.advance(2 * DAY)
    expect(await spends(member, 1)).toBe(1)
    expect(await ledgerSum(member)).toBe(1)
  })
})

test.each([
  [10, 'Expires after 10 days'],
  [1.2, 'Expires after 2 days'],
  [1, 'Expires after 1 day'],
  [0.1, 'Expires after 1 day'],
  [0, 'Expires after 0 days'],
])('says of %d days: %s', (days, notice) => {
  const at = new Date('2026-11-20T12:00:00Z')
  expect(expiryNotice(later(at, days * DAY), at)).toBe(notice)
})
