import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ApiError } from '#api/errors.ts'
import { someAccounts } from '#core/accounts/standing/account-facts.sql.ts'
import { DAY, later } from '#lib/clock.ts'
import { checkAccount } from '#money/books/books-check.server.ts'
import {
  balanceOf,
  grantCredits,
  spendCredits,
  takeBackCredits,
  writeOffExpired,
} from '#money/credits/credits.sql.ts'
import { payForLocation } from '#money/credits/location-reveals.sql.ts'
import { app, withApp } from '#tests/support/app.ts'
import { type CastMember, joins } from '#tests/support/cast.ts'
import { eventOf, gatewaySettings, reports, startsOrder } from '#tests/support/gateway.ts'
import { seeded } from '#tests/support/seeded.ts'

withApp(gatewaySettings)

/** `LEDGER_SEQUENCES=10000` is the long form. */
const SEQUENCES = Number(process.env['LEDGER_SEQUENCES'] ?? 40)
const MOST_STEPS = 10

type ModelLot = { reference: string; expiresAt: number | null; rest: number }

test(
  `${SEQUENCES} sequences of grants, spends, reveals, refunds and expiries agree with a model`,
  { timeout: 3_600_000 },
  async () => {
    const member = await joins(app, { brand: 'wivesnow', username: 'Model' })
    const other = await joins(app, { brand: 'wivesnow', username: 'Revealed' })
    const pick = seeded(20_261_122)
    const { db } = app
    let at = app.clock.now()
    const seen = {
      grant: 0,
      again: 0,
      spend: 0,
      refused: 0,
      reveal: 0,
      known: 0,
      refund: 0,
      expiry: 0,
    }
    for (let sequence = 0; sequence < SEQUENCES; sequence += 1) {
      await sql`delete from credit_lots where account_id = ${member.id}`.execute(db)
      await sql`delete from location_reveals where account_id = ${member.id}`.execute(db)
      let model: ModelLot[] = []
      const revealed = new Set<number>()
      const open = () =>
        model.filter((lot) => lot.expiresAt === null || lot.expiresAt > at.getTime())
      const balance = () => open().reduce((sum, { rest }) => sum + rest, 0)
      for (let step = 0, steps = 2 + pick(MOST_STEPS); step < steps; step += 1) {
        const act = pick(13)
        await db.transaction().execute(async (trx) => {
          if (act < 3) {
            const lot = {
              reference: `order:${pick(4)}`,
              expiresAt: pick(3) === 0 ? null : later(at, (1 + pick(20)) * DAY),
            }
            const credits = 1 + pick(20)
            const isNew = await grantCredits(trx, member.id, {
              ...lot,
              credits,
              source: 'purchase',
              at,
            })
            expect(isNew).toBe(!model.some(({ reference }) => reference === lot.reference))
            seen[isNew ? 'grant' : 'again'] += 1
            if (isNew)
              model.push({ ...lot, expiresAt: lot.expiresAt?.getTime() ?? null, rest: credits })
          } else if (act < 7 || act > 9) {
            const reveals = act > 9
            const credits = reveals ? 2 : 1 + pick(12)
            const spent = reveals
              ? payForLocation(trx, member.id, other.id, { credits, at })
              : spendCredits(trx, member.id, { credits, reason: 'message', reference: null, at })
            if (reveals && revealed.has(other.id)) {
              seen.known += 1
              return expect(await spent).toBe(balance())
            }
            if (credits > balance()) {
              seen.refused += 1
              return expect(spent).rejects.toThrow(ApiError)
            }
            seen[reveals ? 'reveal' : 'spend'] += 1
            if (reveals) revealed.add(other.id)
            const left = balance() - credits
            let missing = credits
            // Of two lots that expire together, the older one first.
            for (const lot of open().toSorted(
              (one, other) => (one.expiresAt ?? Infinity) - (other.expiresAt ?? Infinity) || 0,
            )) {
              const taken = Math.min(missing, lot.rest)
              lot.rest -= taken
              missing -= taken
            }
            model = model.map((lot) => (open().includes(lot) ? lot : { ...lot, rest: 0 }))
            expect(await spent).toBe(left)
          } else if (act < 8) {
            const reference = `order:${pick(4)}`
            const lot = model.find((one) => one.reference === reference)
            expect(await takeBackCredits(trx, member.id, reference, at)).toBe(lot?.rest ?? 0)
            if (lot) lot.rest = 0
            seen.refund += 1
          } else {
            at = later(at, (1 + pick(6)) * DAY)
            await writeOffExpired(trx, at, 1000)
            model = model.map((lot) => (open().includes(lot) ? lot : { ...lot, rest: 0 }))
            seen.expiry += 1
          }
        })
        expect(await balanceOf(db, member.id, at)).toBe(balance())
      }
      const lots = await sql<{ reference: string; rest: number }>`
      select credit_lots.reference, sum(amount)::int as rest from credit_lots join credit_entries on lot_id = credit_lots.id
      where credit_lots.account_id = ${member.id} group by credit_lots.id`.execute(db)
      expect(Object.fromEntries(lots.rows.map(({ reference, rest }) => [reference, rest]))).toEqual(
        Object.fromEntries(model.map(({ reference, rest }) => [reference, rest])),
      )
      const known = await db
        .selectFrom('location_reveals')
        .select('other_id')
        .where('account_id', '=', member.id)
        .execute()
      expect(known).toHaveLength(revealed.size)
    }
    // Nothing is proven by sequences in which nothing happened.
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(SEQUENCES / 10)
  },
)

async function findingsOf(member: CastMember): Promise<string[]> {
  const account = (await someAccounts(app.db, 1000)).find(({ id }) => id === member.id)
  return account ? checkAccount(app.db, account, app.clock.now()) : expect.fail('no such account')
}

let people = 0
async function buyer(
  brand: 'adultcrush' | 'wivesnow',
): Promise<{ member: CastMember; order: number }> {
  const member = await joins(app, { brand, username: `Booked${(people += 1)}` })
  const { order } = await startsOrder(member, brand === 'adultcrush' ? 'ac-month' : 'wn-20')
  await reports(
    app,
    eventOf(app, {
      order,
      ...(brand === 'wivesnow' ? { amount: 990, currency: 'EUR', subscription: null } : {}),
    }),
  )
  return { member, order }
}

test('the books of who bought, spent, was refunded and charged back agree', async () => {
  for (const type of ['payment.refunded', 'payment.chargedBack'] as const) {
    for (const brand of ['adultcrush', 'wivesnow'] as const) {
      const { member, order } = await buyer(brand)
      expect(await findingsOf(member)).toEqual([])
      await reports(
        app,
        eventOf(app, {
          order,
          type,
          ...(brand === 'wivesnow' ? { amount: 990, currency: 'EUR', subscription: null } : {}),
        }),
      )
      expect(await findingsOf(member)).toEqual([])
    }
  }
})

test.each<
  [
    finding: RegExp,
    brand: 'adultcrush' | 'wivesnow',
    harm: (id: number, order: number) => ReturnType<typeof sql>,
  ]
>([
  [
    /holds -5/,
    'wivesnow',
    (id) =>
      sql`insert into credit_entries (account_id, lot_id, amount, reason, created_at) select ${id}, id, -25, 'message', now() from credit_lots where account_id = ${id}`,
  ],
  [
    /written off and holds/,
    'wivesnow',
    (id) => sql`update credit_lots set written_off_at = now() where account_id = ${id}`,
  ],
  [
    /of no paid order/,
    'wivesnow',
    (_, order) => sql`update orders set paid_at = null where id = ${order}`,
  ],
  [/granted nothing/, 'wivesnow', (id) => sql`delete from credit_lots where account_id = ${id}`],
  [
    /paid back and left 20/,
    'wivesnow',
    (_, order) => sql`update orders set charged_back_at = now() where id = ${order}`,
  ],
  [
    /instead of 20/,
    'wivesnow',
    (id) => sql`update credit_entries set amount = 21 where account_id = ${id}`,
  ],
  [
    /not premium/,
    'adultcrush',
    (id) => sql`update accounts set premium_until = null where id = ${id}`,
  ],
  [
    /has premium time/,
    'adultcrush',
    (id) => sql`update accounts set first_premium_at = null where id = ${id}`,
  ],
  [
    /an order is paid/,
    'wivesnow',
    (id) => sql`update accounts set first_premium_at = null where id = ${id}`,
  ],
])('an audit finds what does not agree: %s', async (finding, brand, harm) => {
  const { member, order } = await buyer(brand)
  await harm(member.id, order).execute(app.db)
  expect((await findingsOf(member)).join('; ')).toMatch(finding)
})
