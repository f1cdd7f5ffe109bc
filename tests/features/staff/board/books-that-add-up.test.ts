import { expect, test } from 'vitest'
import { visited } from '#api/visits.server.ts'
import { proveAddress } from '#core/accounts/mailed-links/grants.server.ts'
import { emptyAccount } from '#core/accounts/standing/departures.sql.ts'
import { countOf } from '#core/figures/counting.sql.ts'
import { foldEntries } from '#core/figures/folding.sql.ts'
import { setRoles } from '#core/staff-accounts/roles.sql.ts'
import { visitJob } from '#jobs/visits.server.ts'
import { DAY } from '#lib/clock.ts'
import { upgrade } from '#money/checkout/orders.contract.ts'
import { receiveEvent } from '#money/checkout/receive.server.ts'
import { productsOf } from '#money/prices/offers.ts'
import { brands } from '#sites/registry.ts'
import type { Brand } from '#sites/site.ts'
import { getBoard } from '#staff/board/board.contract.ts'
import { app, withApp } from '#tests/support/app.ts'
import { alice, asStaff, type CastMember, joins } from '#tests/support/cast.ts'
import { eventOf, gatewaySettings } from '#tests/support/gateway.ts'
import { seeded } from '#tests/support/seeded.ts'

/**
 * A year of eleven brands by chance, beside a model that keeps everything that happened. The board
 * keeps sums alone, and says the same.
 */

const OPERATIONS = 1600
const CURRENCIES = ['USD', 'EUR', 'GBP'] as const

withApp(gatewaySettings)

/** The owner, who opens the board. */
async function opensBoard(): Promise<CastMember> {
  const grace = await joins(app, { brand: 'adultcrush', username: 'Grace', staff: true })
  await app.transaction((trx) => setRoles(trx, grace.id, ['owner'], app.clock.now()))
  return asStaff(app, grace)
}

type Person = { id: number; brand: Brand; joinedAt: Date; isGone: boolean }
type Fact = {
  brand: string
  at: Date
  measure: string
  detail: string
  currency: string
  sum: number
}
/** One who came or paid in a month, of those who joined when they did. */
type CohortFact = { person: Person; at: Date; currency: string; sum: number; what: string }

/** One a zone: each takes native memory that the garbage collector does not count. */
const formats = new Map(
  brands.map(({ timeZone }) => [timeZone, new Intl.DateTimeFormat('en-CA', { timeZone })]),
)
const dayOf = (at: Date, { timeZone }: Brand) => formats.get(timeZone)?.format(at) ?? ''
const ofBrand = (id: string) => brands.find((brand) => brand.id === id) as Brand

test('every number of the board is that of a model that keeps everything', async () => {
  const chance = seeded(20261129)
  const one = <T>(of: readonly T[]): T => of[chance(of.length)] as T
  const { services, clock } = app
  const facts: Fact[] = []
  const cohorts: CohortFact[] = []
  const people: Person[] = []
  const charges: Array<{
    order: number
    reference: string
    amount: number
    person: Person
    goesBack: boolean
  }> = []
  const orders: Array<{ id: number; person: Person; price: number; currency: string }> = []
  const once = new Set<string>()
  const isNew = (...key: unknown[]) => {
    const name = JSON.stringify(key)
    const known = once.has(name)
    once.add(name)
    return !known
  }
  const note = (person: Person, measure: string, more: Partial<Fact> = {}) =>
    facts.push({
      brand: person.brand.id,
      at: clock.now(),
      measure,
      detail: '',
      currency: '',
      sum: 0,
      ...more,
    })
  const reached = (person: Person, detail: string) =>
    person.isGone || note(person, 'reached', { detail, at: person.joinedAt })
  const inTrx = <T>(run: (trx: never) => Promise<T>) =>
    services.db.transaction().execute((trx) => run(trx as never))
  const present = () => people.filter(({ isGone }) => !isGone)

  const operations: Record<string, () => Promise<void>> = {
    async join() {
      const brand = one(brands)
      const name = `p${people.length}`
      const { id } = await services.db
        .insertInto('accounts')
        .values({
          ...{ brand: brand.id, username: name, username_key: name, username_look: name },
          ...{ email: `${name}@example.org`, email_key: `${name}@example.org` },
          ...{ password_hash: '', created_at: clock.now() },
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const way = one(['register', 'oneClick', 'affiliate'])
      await countOf(services.db, id, { measure: 'joined', detail: way, at: clock.now() })
      people.push({ id, brand, joinedAt: clock.now(), isGone: false })
      note(people.at(-1) as Person, 'joined', { detail: way })
    },
    async confirm() {
      const person = one(present())
      await inTrx((trx) => proveAddress(services, trx, person.brand, person.id, clock.now()))
      if (!isNew('confirmed', person.id)) return
      note(person, 'confirmed')
      reached(person, 'confirmed')
    },
    async visit() {
      const who = [...new Set([one(present()), one(present()), one(present())])]
      const at = clock.now()
      await inTrx((trx) =>
        services.say(
          trx,
          visited,
          who.map(({ id }) => ({ accountId: id, at })),
        ),
      )
      for (const person of who) {
        const day = dayOf(at, person.brand)
        if (isNew('active', person.id, day)) note(person, 'active')
        if (isNew('came', person.id, day.slice(0, 7)))
          cohorts.push({ person, at, currency: '', sum: 0, what: 'came' })
      }
    },
    async order() {
      const person = one(present())
      const product = productsOf(person.brand.billing).findLast(({ price }) => price.amount > 0)
      if (!product) return
      const currency = one(CURRENCIES)
      const { amount } = product.price
      const { id } = await services.db
        .insertInto('orders')
        .values({
          ...{ account_id: person.id, brand: person.brand.id, keyword: product.keyword },
          ...{ amount, renewal_amount: amount, currency, created_at: clock.now() },
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      orders.push({ id, person, price: amount, currency })
    },
    async pay() {
      if (orders.length > 0) await charge('payment.approved', one(orders.slice(-6)))
    },
    async renew() {
      const paid = orders.filter(
        ({ id, person }) => once.has(JSON.stringify(['paid', id])) && !isCredits(person),
      )
      if (paid.length > 0) await charge('subscription.renewed', one(paid))
    },
    async decline() {
      const open = orders.filter(({ id }) => !once.has(JSON.stringify(['paid', id])))
      if (open.length === 0) return
      const { id, person } = one(open)
      const event = eventOf(app, {
        order: id,
        type: 'payment.declined',
        reference: `no_${chance(1e9)}`,
      })
      if ((await receiveEvent(services, 'gateway', event, clock.now())) === 'applied')
        note(person, 'declined', { detail: 'gateway' })
    },
    refund: () => takeBack('refund', 'payment.refunded'),
    chargeback: () => takeBack('chargeback', 'payment.chargedBack'),
    async leave() {
      const person = one(present())
      if (present().length < 5) return
      await services.db
        .updateTable('accounts')
        .set({ deleted_at: clock.now() })
        .where('id', '=', person.id)
        .execute()
      person.isGone = true
      const detail = one(['', 'break', 'price'])
      await countOf(services.db, person.id, { measure: 'left', detail, at: clock.now() })
      note(person, 'left', { detail })
    },
    async erase() {
      const gone = people.filter(({ isGone }) => isGone)
      if (gone.length > 0) await inTrx((trx) => emptyAccount(trx, one(gone).id, clock.now()))
    },
    async fold() {
      await inTrx((trx) => foldEntries(trx, 1 + chance(200)))
    },
  }
  const isCredits = ({ brand }: Person) => brand.billing.model === 'credits'

  async function charge(
    type: 'payment.approved' | 'subscription.renewed',
    { id, person, price, currency }: (typeof orders)[number],
  ) {
    const at = clock.now()
    const reference = `pay_${id}_${chance(1e9)}`
    const event = eventOf(app, { order: id, type, reference, amount: price, currency })
    const outcome = await receiveEvent(services, 'gateway', event, at)
    if (outcome !== 'applied' && outcome !== 'paidTwice') return
    once.add(JSON.stringify(['paid', id]))
    charges.push({
      ...{ order: id, reference, amount: price, person },
      goesBack: outcome === 'paidTwice',
    })
    const first = isCredits(person) ? 'credits' : 'initial'
    const detail = type === 'subscription.renewed' ? 'renewal' : first
    note(person, 'payment', { detail, currency, sum: price })
    note(person, 'charge', { detail: 'gateway', currency, sum: price })
    if (isNew('firstPayment', person.id)) {
      note(person, 'firstPayment')
      reached(person, 'firstPayment')
    }
    if (!person.isGone) cohorts.push({ person, at, currency, sum: price, what: 'paid' })
  }

  async function takeBack(measure: string, type: 'payment.refunded' | 'payment.chargedBack') {
    if (charges.length === 0) return
    const { order, reference, amount, person, goesBack } = one(charges)
    const { currency } = orders.find(({ id }) => id === order) as (typeof orders)[number]
    const event = eventOf(app, { order, type, reference, amount, currency })
    const outcome = await receiveEvent(services, 'gateway', event, clock.now())
    // What bought nothing goes back once: where the bank was faster, the refund is no more.
    const isSettled =
      goesBack && measure === 'refund' && once.has(JSON.stringify(['chargeback', reference]))
    if (outcome === 'applied' && !isSettled && isNew(measure, reference))
      note(person, measure, { detail: 'gateway', currency, sum: amount })
  }

  const names = Object.keys(operations)
  const often = [
    ...names,
    ...Array.from({ length: 6 }, () => ['join', 'visit', 'pay', 'order']).flat(),
  ]
  while (people.length < 12) await operations['join']?.()
  for (let step = 0; step < OPERATIONS; step += 1) {
    await operations[one(often)]?.()
    // A year in all, with every hour of the day.
    clock.advance(chance((2 * 365 * DAY) / OPERATIONS))
  }
  while ((await inTrx((trx) => foldEntries(trx, 500))) > 0);

  const grace = await opensBoard()
  for (const days of ['7', '30', '90', '365'] as const)
    for (const brand of ['', 'wivesnow', 'steamymatches', 'truebootycall', 'localhussies']) {
      const board = await grace.calls(getBoard, { query: { brand, days } })
      const inRange = (fact: Fact, from: string, to: string) => {
        const day = dayOf(fact.at, ofBrand(fact.brand))
        return (brand === '' || fact.brand === brand) && day >= from && day <= to
      }
      const now = facts.filter((fact) => inRange(fact, board.from, board.to))
      const beforeFrom = new Date(Date.parse(board.from) - Number(days) * DAY)
        .toISOString()
        .slice(0, 10)
      const beforeTo = new Date(Date.parse(board.from) - DAY).toISOString().slice(0, 10)
      const before = facts.filter((fact) => inRange(fact, beforeFrom, beforeTo))
      const about = `${days} days of ${brand || 'all'}`
      expect(keyed(board.sums.map((row) => [keyOf(row), row.count, row.sum])), about).toEqual(
        summedUp(now),
      )
      expect(
        keyed(board.sums.map((row) => [keyOf(row), row.before.count, row.before.sum])),
        `before ${about}`,
      ).toEqual(summedUp(before))
      const dayAfter = new Date(Date.parse(board.to) + DAY).toISOString().slice(0, 10)
      const soFar = facts.filter((fact) => inRange(fact, dayAfter, dayAfter))
      for (const [measure, currency] of [
        ['joined', ''],
        ['payment', 'EUR'],
        ['payment', 'USD'],
      ]) {
        const own = soFar.filter((fact) => fact.measure === measure && fact.currency === currency)
        const shown = board.today.find(
          (row) => row.measure === measure && row.currency === currency,
        )
        expect([shown?.count ?? 0, shown?.sum ?? 0], `${measure} today, ${about}`).toEqual([
          own.length,
          own.reduce((all, { sum }) => all + sum, 0),
        ])
      }
      for (const { brand: of, measure, currency, count, sum } of board.brands) {
        const own = now.filter(
          (fact) => fact.brand === of && fact.measure === measure && fact.currency === currency,
        )
        const taken = own.reduce((all, fact) => all + fact.sum, 0)
        expect([count, sum], `${measure} of ${of} in ${about}`).toEqual([own.length, taken])
      }
      for (const [measure, currency] of [
        ['joined', ''],
        ['payment', 'EUR'],
        ['refund', 'USD'],
      ]) {
        const own = now
          .filter((fact) => fact.measure === measure && fact.currency === currency)
          .map((fact) => ({ day: dayOf(fact.at, ofBrand(fact.brand)), sum: fact.sum }))
        const line = board.lines.find((one) => one.measure === measure && one.currency === currency)
        expect(
          board.buckets.map((_, at) => line?.values[at] ?? 0),
          `${measure} ${currency} of ${about}`,
        ).toEqual(
          board.buckets.map((bucket) =>
            own
              .filter(({ day }) => day.startsWith(days === '365' ? bucket.slice(0, 7) : bucket))
              .reduce((all, { sum }) => all + (currency === '' ? 1 : sum), 0),
          ),
        )
      }
      for (const { joined, size, months } of board.cohorts) {
        const own = people.filter(
          (person) =>
            (brand === '' || person.brand.id === brand) &&
            dayOf(person.joinedAt, person.brand).startsWith(joined.slice(0, 7)),
        )
        expect(size).toBe(own.length)
        for (const { month, came, sums } of months) {
          const then = cohorts.filter(
            ({ person, at }) => own.includes(person) && monthsBetween(person, at) === month,
          )
          expect(came, `${about}, joined ${joined}, month ${month}`).toBe(
            then.filter(({ what }) => what === 'came').length,
          )
          expect(sums.reduce((all, { sum }) => all + sum, 0)).toBe(
            then.reduce((all, { sum }) => all + sum, 0),
          )
        }
      }
    }
  // What the ledger itself holds, whatever was given, spent and taken back.
  const held = await services.db
    .selectFrom('credit_entries')
    .select((eb) => eb.fn.sum<number>('amount').as('sum'))
    .executeTakeFirstOrThrow()
  const counted = await services.db
    .selectFrom('brand_days')
    .select((eb) => eb.fn.sum<number>('sum').as('sum'))
    .where('measure', '=', 'creditsOwed')
    .where('brand', '<>', '')
    .executeTakeFirstOrThrow()
  expect(Number(counted.sum)).toBe(Number(held.sum))
  expect(facts.length).toBeGreaterThan(OPERATIONS / 2)
}, 120_000)

const monthsBetween = ({ joinedAt, brand }: Person, at: Date) => {
  const [[y = 0, m = 0], [z = 0, n = 0]] = [joinedAt, at].map((day) =>
    dayOf(day, brand).split('-').map(Number),
  ) as [number[], number[]]
  return (z - y) * 12 + n - m
}
const keyOf = ({ measure, detail, currency }: Pick<Fact, 'measure' | 'detail' | 'currency'>) =>
  JSON.stringify([measure, detail, currency])
const keyed = (rows: ReadonlyArray<[string, number, number]>) =>
  Object.fromEntries(rows.filter(([, count]) => count > 0).map(([key, ...rest]) => [key, rest]))
const summedUp = (facts: readonly Fact[]) =>
  keyed(
    [...Map.groupBy(facts, keyOf)].map(([key, own]) => [
      key,
      own.length,
      own.reduce((all, { sum }) => all + sum, 0),
    ]),
  )

test('a member whom three pages count at the same moment is counted once', async () => {
  const { id } = await alice(app)
  const { services } = app
  const at = app.clock.now()
  const visit = () =>
    services.db.transaction().execute((trx) => services.say(trx, visited, [{ accountId: id, at }]))
  await Promise.all([visit(), visit(), visit()])
  const rows = await services.db
    .selectFrom('figure_entries')
    .select('measure')
    .where('at', '=', at)
    .where('measure', '=', 'active')
    .execute()
  expect(rows).toHaveLength(1)
})

test('a member who leaves a moment after signing in was there that day', async () => {
  const visits = visitJob.start(app.services)
  const at = app.clock.now()
  const active = async () =>
    (
      await app.db
        .selectFrom('figure_entries')
        .select('id')
        .where('measure', '=', 'active')
        .where('at', '=', at)
        .where('brand', '=', 'wivesnow')
        .execute()
    ).length
  const bob = await joins(app, { brand: 'wivesnow', username: 'Bob' })
  expect(await active()).toBe(0)
  await bob.send('GET /site/getParameters', { query: {} })
  await visits.run(new AbortController().signal)
  expect(await active()).toBe(1)
  await visits.close?.()
})

test('a bank’s payback of last year’s charge counts today; a currency nobody sells in, nowhere', async () => {
  const { services, clock } = app
  const dora = await joins(app, { brand: 'adultcrush', username: 'Dora' })
  const ordersOne = () => dora.calls(upgrade, { body: { keyword: 'ac-month' } })
  const report = (order: number, more: Partial<Parameters<typeof eventOf>[1]>) =>
    receiveEvent(services, 'gateway', eventOf(app, { order, ...more }), clock.now())
  const onBoard = async () => {
    while ((await services.db.transaction().execute((trx) => foldEntries(trx, 500))) > 0);
    const rows = await services.db
      .selectFrom('brand_days')
      .select(['day', 'measure', 'currency', 'sum'])
      .where('brand', '=', 'adultcrush')
      .where('measure', 'in', ['charge', 'chargeback'])
      .where('day', '>=', began)
      .orderBy('day')
      .execute()
    return rows.map(({ day, measure, currency, sum }) => [day, measure, currency, Number(sum)])
  }
  const today = () => dayOf(clock.now(), ofBrand('adultcrush'))
  clock.advance(DAY)
  const began = today()

  const other = await ordersOne()
  expect(await report(other.order, { currency: 'CHF' })).toBe('wrongAmount')
  expect(await onBoard()).toEqual([])
  expect(await report(other.order, {})).toBe('applied')
  const paid = [began, 'charge', 'USD', 2995]
  expect(await onBoard()).toEqual([paid])

  clock.advance(400 * DAY)
  expect(await report(other.order, { type: 'payment.chargedBack' })).toBe('applied')
  expect(await onBoard()).toEqual([paid, [today(), 'chargeback', 'USD', 2995]])
})
