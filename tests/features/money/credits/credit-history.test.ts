import { describe, expect, test } from 'vitest'
import { DAY, later, MINUTE } from '#lib/clock.ts'
import { creditHistory } from '#money/credits/credit-history.contract.ts'
import { actInWords, type Entry, movementsOf } from '#money/credits/credit-history.ts'
import { creditExpiryJob } from '#money/credits/credits.server.ts'
import { grantCredits, spendCredits } from '#money/credits/credits.sql.ts'
import { revealLocation } from '#money/credits/reveal-location.contract.ts'
import { app, runJob, withApp } from '#tests/support/app.ts'
import { blocks, type CastMember, joins, writesTo } from '#tests/support/cast.ts'
import { eventOf, gatewaySettings, reports, startsOrder } from '#tests/support/gateway.ts'

withApp(gatewaySettings)

let number = 0
const bob = (brand = 'wivesnow') =>
  joins(app, { brand, username: `Bob${(number += 1)}`, gender: 'man', lookingFor: ['woman'] })
const mia = () => joins(app, { brand: 'wivesnow', username: `Mia${(number += 1)}` })
const history = (member: CastMember, before?: number) =>
  member.calls(creditHistory, { query: before === undefined ? {} : { before } })
const rows = async (member: CastMember) =>
  (await history(member)).movements.map(({ what, credits, left }) => `${what} ${credits} ${left}`)
const gives = (
  member: CastMember,
  credits: number,
  days: number | null = null,
  reference = `gift-${(number += 1)}`,
) => {
  const at = app.clock.now()
  const lot = {
    credits,
    source: 'grant',
    reference,
    expiresAt: days === null ? null : later(at, days * DAY),
    at,
  } as const
  return app.transaction((trx) => grantCredits(trx, member.id, lot))
}
const spends = (member: CastMember, credits: number) =>
  app.transaction((trx) =>
    spendCredits(trx, member.id, {
      credits,
      reason: 'magicMessage',
      reference: 'to:7,8,9',
      at: app.clock.now(),
    }),
  )
const buys = async (member: CastMember, type?: 'payment.refunded') => {
  const { order } = await startsOrder(member, 'wn-20')
  await reports(app, eventOf(app, { order, amount: 990, currency: 'EUR', subscription: null }))
  if (type)
    await reports(
      app,
      eventOf(app, { order, type, amount: 990, currency: 'EUR', subscription: null }),
    )
}

describe('the history of credits', () => {
  test('is empty at first', async () => {
    expect(await history(await bob())).toEqual({
      currentCredits: 0,
      lots: [],
      movements: [],
      older: null,
    })
  })

  test('says what came and went, whom it was about, and the balance after each', async () => {
    const [Bob, Mia] = [await bob(), await mia()]
    await gives(Bob, 3, 30, 'welcome')
    app.clock.advance(MINUTE)
    await buys(Bob)
    app.clock.advance(MINUTE)
    await writesTo(Bob, Mia, 'Good evening')
    app.clock.advance(MINUTE)
    await Bob.calls(revealLocation, { body: { id: Mia.id } })
    app.clock.advance(MINUTE)
    await spends(Bob, 5)
    const about = { userId: Mia.id, username: Mia.username }
    const { currentCredits, lots, movements } = await history(Bob)
    expect({ currentCredits, lots }).toEqual({
      currentCredits: 15,
      lots: [{ credits: 15, expiry: 'Expires after 90 days' }],
    })
    expect(
      movements.map(({ what, note, other, credits, left }) => ({
        what,
        note,
        other,
        credits,
        left,
      })),
    ).toEqual([
      { what: 'One opener to 3 people', note: null, other: null, credits: -5, left: 15 },
      { what: 'Location revealed', note: null, other: about, credits: -2, left: 20 },
      { what: 'Message', note: null, other: about, credits: -1, left: 22 },
      { what: 'Bought', note: 'Book of 20, €9.90 on WivesNow', other: null, credits: 20, left: 23 },
      { what: 'A welcome from us', note: null, other: null, credits: 3, left: 3 },
    ])
    await blocks(Mia, Bob)
    expect((await history(Bob)).movements.map(({ other }) => other)).toEqual([
      null,
      null,
      null,
      null,
      null,
    ])
  })

  test('says what was taken back with money that was paid back', async () => {
    const Bob = await bob()
    await buys(Bob, 'payment.refunded')
    expect(await rows(Bob)).toEqual(['Taken back with your money paid back -20 0', 'Bought 20 20'])
  })

  test('shows credits as expired from the moment on which they cannot be spent, before and after the job', async () => {
    const Bob = await bob()
    await gives(Bob, 4, 1)
    await gives(Bob, 6, 2)
    await gives(Bob, 9)
    app.clock.advance(2 * DAY + MINUTE)
    const expected = [
      'Expired -6 9',
      'Expired -4 15',
      'Given by us 9 19',
      'Given by us 6 10',
      'Given by us 4 4',
    ]
    expect(await rows(Bob)).toEqual(expected)
    expect((await history(Bob)).lots).toEqual([{ credits: 9, expiry: null }])
    await runJob(app, creditExpiryJob)
    // Written off together, they are one movement.
    expect(await rows(Bob)).toEqual(['Expired -10 9', ...expected.slice(2)])
  })

  test('comes page by page, with each movement once and the balance going on', async () => {
    const Bob = await bob()
    for (let day = 0; day < 15; day += 1) await gives(Bob, 2)
    for (let spend = 0; spend < 9; spend += 1) {
      app.clock.advance(MINUTE)
      await spends(Bob, 3)
    }
    const first = await history(Bob)
    expect(first.movements).toHaveLength(20)
    const second = await history(Bob, first.older ?? 0)
    expect(second).toMatchObject({ older: null, currentCredits: 3 })
    const all = [...first.movements, ...second.movements]
    expect(all).toHaveLength(24)
    let left = 3
    for (const movement of all) {
      expect(movement.left).toBe(left)
      left -= movement.credits
    }
    expect(left).toBe(0)
    expect(await history(Bob, 1)).toMatchObject({ movements: [], older: null })
  })

  test('is one’s own, and nowhere on a brand without credits', async () => {
    const [Bob, Carl] = [await bob(), await bob()]
    await gives(Bob, 4)
    expect((await history(Carl)).movements).toEqual([])
    await expect(history(await bob('adultcrush'))).rejects.toMatchObject({ code: 'forbidden' })
  })
})

test('a reversal says that credits given back are not taken back', () => {
  expect(actInWords({ reason: 'refund', reference: null, amount: 3 })).toBe('Given back by us')
  expect(actInWords({ reason: 'refund', reference: 'order:1', amount: -3 })).toBe(
    'Taken back with your money paid back',
  )
})

test('an act whose entries go over the end of what was read waits for the next page, whole', () => {
  const at = new Date('2026-11-22T12:00:00Z')
  const entry = (id: number, reference: string): Entry => ({
    id,
    amount: -1,
    reason: 'message',
    reference,
    at,
  })
  const entries = [entry(9, 'to:1'), entry(8, 'to:1'), entry(7, 'to:2'), entry(6, 'to:3')]
  expect(movementsOf(entries, 20, true)).toMatchObject({
    movements: [{ id: 9, lastId: 8, amount: -2 }, { id: 7 }],
    older: 7,
  })
  expect(movementsOf(entries, 20, false)).toMatchObject({
    movements: [{ id: 9 }, { id: 7 }, { id: 6 }],
    older: null,
  })
  expect(movementsOf(entries, 2, false)).toMatchObject({
    movements: [{ id: 9 }, { id: 7 }],
    older: 7,
  })
})
