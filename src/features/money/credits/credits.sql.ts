import { type RawBuilder, sql } from 'kysely'
import { ApiError } from '#api/errors.ts'
import { lockAccount, lockFreeAccounts } from '#core/accounts/accounts.sql.ts'
import type { CreditStatus } from '#core/accounts/standing/membership.ts'
import { countRows } from '#core/figures/counting.sql.ts'
import { notifyMember } from '#core/live/event-hub.server.ts'
import { compiledOnce } from '#db/compiled-once.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import { DAY, later } from '#lib/clock.ts'
import { inCredits } from '../prices/in-credits.ts'

/** The reference of the lot that an order grants. */
export const lotOf = (order: number): string => `order:${order}`

export type Lot = { id: number; rest: number; expiresAt: Date | null }

/**
 * Ledger entries are never changed or deleted (decisions §6); a lot only records that it was
 * written off.
 */
export async function balanceOf(db: Db | Trx, accountId: number, at: Date): Promise<number> {
  return (await creditStatusOf(db, accountId, at)).credits
}

const creditStatus = compiledOnce((db, { accountId, at }: { accountId: number; at: Date }) => {
  const isOpen = sql<boolean>`(credit_lots.expires_at is null or credit_lots.expires_at > ${at})`
  return db
    .selectFrom('credit_entries')
    .innerJoin('credit_lots', 'credit_lots.id', 'credit_entries.lot_id')
    .select([
      sql<number>`coalesce(sum(amount) filter (where ${isOpen}), 0)::int`.as('credits'),
      sql<boolean>`count(*) > 0`.as('hadCredits'),
      sql<boolean>`coalesce(bool_or(credit_lots.source = 'purchase'), false)`.as('hasBought'),
      sql<Date | null>`min(credit_lots.expires_at) filter (where ${isOpen})`.as('until'),
    ])
    .where('credit_entries.account_id', '=', accountId)
})

export async function creditStatusOf(
  db: Db | Trx,
  accountId: number,
  at: Date,
): Promise<CreditStatus> {
  return (await lastingCreditStatus(db, accountId, at)).value
}

/**
 * With the time when the next lot expires, up to which it holds where nothing is bought or spent.
 */
export async function lastingCreditStatus(
  db: Db | Trx,
  accountId: number,
  at: Date,
): Promise<{ value: CreditStatus; until: Date | null }> {
  const [status] = await creditStatus(db, { accountId, at })
  if (!status) throw new Error('a sum without a row')
  const { until, ...value } = status
  return { value, until }
}

export type LedgerEntry = { amount: number; reason: string; at: Date }

export function lastEntries(db: Db, accountId: number, most: number): Promise<LedgerEntry[]> {
  return db
    .selectFrom('credit_entries')
    .select(['amount', 'reason', 'created_at as at'])
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
}

export async function openLots(db: Db | Trx, accountId: number, at: Date): Promise<Lot[]> {
  const lots = await lotsWithRest(db, accountId)
  return lots.filter((lot) => !isExpired(lot, at))
}

export type NewLot = {
  credits: number
  source: 'purchase' | 'grant' | 'refund'
  /**
   * Idempotency key (an order or an event): a second grant with the same reference changes nothing.
   */
  reference: string
  expiresAt: Date | null
  at: Date
}

export async function grantCredits(trx: Trx, accountId: number, lot: NewLot): Promise<boolean> {
  const made = await trx
    .insertInto('credit_lots')
    .values({
      account_id: accountId,
      source: lot.source,
      expires_at: lot.expiresAt,
      reference: lot.reference,
      created_at: lot.at,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'reference']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) return false
  await insertEntries(trx, accountId, [
    {
      lotId: made.id,
      amount: lot.credits,
      reason: lot.source,
      reference: lot.reference,
      at: lot.at,
    },
  ])
  await notifyMember(trx, accountId, { type: 'credits' })
  return true
}

export type Spend = { credits: number; reason: string; reference: string | null; at: Date }

/**
 * Spends the lots that expire first. Throws ApiError `noCredits` without writing anything if there
 * are too few.
 */
export async function spendCredits(trx: Trx, accountId: number, spend: Spend): Promise<number> {
  await lockAccount(trx, accountId)
  const { expired, open } = Object.groupBy(await lotsWithRest(trx, accountId), (lot) =>
    isExpired(lot, spend.at) ? 'expired' : 'open',
  )
  const balance = (open ?? []).reduce((sum, lot) => sum + lot.rest, 0)
  if (balance < spend.credits) {
    throw new ApiError(
      'noCredits',
      `This costs ${inCredits(spend.credits)}, and you have ${balance === 0 ? 'none left' : balance}. Buy some to go on.`,
    )
  }
  const entries = (expired ?? []).map((lot) => expiryOf(lot, spend.at))
  let missing = spend.credits
  for (const lot of open ?? []) {
    if (missing === 0) break
    const taken = Math.min(missing, lot.rest)
    missing -= taken
    entries.push({
      lotId: lot.id,
      amount: -taken,
      reason: spend.reason,
      reference: spend.reference,
      at: spend.at,
    })
  }
  await insertEntries(trx, accountId, entries)
  await notifyMember(trx, accountId, { type: 'credits' })
  return balance - spend.credits
}

/**
 * Removes the unspent credits of the lot with this reference and returns their number; spent
 * credits stay spent.
 */
export async function takeBackCredits(
  trx: Trx,
  accountId: number,
  reference: string,
  at: Date,
): Promise<number> {
  return takeBack(trx, accountId, { reference, withGivenBack: false, at })
}

/**
 * As `takeBackCredits`, of a lot whose whole price went back: with what was spent of it and given
 * back.
 */
export async function takeBackPaid(
  trx: Trx,
  accountId: number,
  reference: string,
  at: Date,
): Promise<number> {
  return takeBack(trx, accountId, { reference, withGivenBack: true, at })
}

type TakenBack = { reference: string; withGivenBack: boolean; at: Date }

async function takeBack(
  trx: Trx,
  accountId: number,
  { reference, withGivenBack, at }: TakenBack,
): Promise<number> {
  await lockAccount(trx, accountId)
  const lots = await referencesOf(trx, accountId)
  const bought = new Set(lots.flatMap((lot) => (lot.reference === reference ? [lot.id] : [])))
  const taken = withGivenBack ? withComeBack(lots, bought) : bought
  const left = (await lotsWithRest(trx, accountId)).filter(({ id }) => taken.has(id))
  if (left.length === 0) return 0
  await insertEntries(
    trx,
    accountId,
    left.map((lot) => ({ lotId: lot.id, amount: -lot.rest, reason: 'refund', reference, at })),
  )
  await notifyMember(trx, accountId, { type: 'credits' })
  return left.reduce((sum, { rest }) => sum + rest, 0)
}

type Referred = { id: number; reference: string }

function referencesOf(trx: Trx, accountId: number): Promise<Referred[]> {
  return trx
    .selectFrom('credit_lots')
    .select(['id', 'reference'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
}

/**
 * These lots and those in which credits of theirs came back, which may have been spent and come
 * back once more; a later lot has a greater number.
 */
function withComeBack(lots: readonly Referred[], some: ReadonlySet<number>): Set<number> {
  const all = new Set(some)
  for (const { id, reference } of lots) if (all.has(givenBackFrom(reference) ?? 0)) all.add(id)
  return all
}

/**
 * The lot from which credits were spent, or in which they expired, that came back as a lot with
 * this reference.
 */
function givenBackFrom(reference: string): number | null {
  const [, id] = /^(?:withheld:.*|closed):(\d+)$/.exec(reference) ?? []
  return id === undefined ? null : Number(id)
}

/** The lots whose payment went back as a whole: what was spent of them was not paid. */
async function unpaidLots(trx: Trx, accountId: number): Promise<Set<number>> {
  const orders = await trx
    .selectFrom('orders')
    .select('id')
    .where('account_id', '=', accountId)
    // After a withdrawal, what was spent stays paid.
    .where((eb) =>
      eb.or([
        eb('charged_back_at', 'is not', null),
        eb.and([eb('refunded_at', 'is not', null), eb('withdrawn_at', 'is', null)]),
      ]),
    )
    .execute()
  if (orders.length === 0) return new Set()
  const references = new Set(orders.map(({ id }) => lotOf(id)))
  const lots = await referencesOf(trx, accountId)
  return withComeBack(
    lots,
    new Set(lots.flatMap(({ id, reference }) => (references.has(reference) ? [id] : []))),
  )
}

/** A credit that comes back lasts at least so long, since its lot may be about to expire. */
const GIVEN_BACK_LASTS = 30 * DAY

type GivenBack = {
  to: number
  spentAt: Date
  /** The message that comes back, and among how many the price is shared; null where all do. */
  message: { id: number; of: number } | null
  at: Date
}

/**
 * Gives back what a member spent on writing at one moment, or a message's share of it, as new lots
 * that last as long: once, and nothing that was not paid in the end. Returns the credits.
 */
export async function giveBackSpent(
  trx: Trx,
  accountId: number,
  { to, spentAt, message, at }: GivenBack,
): Promise<number> {
  const spent = await trx
    .selectFrom('credit_entries')
    .innerJoin('credit_lots', 'credit_lots.id', 'credit_entries.lot_id')
    .select([
      'credit_lots.id',
      'credit_lots.expires_at as expiresAt',
      sql<number>`(-sum(amount))::int`.as('credits'),
    ])
    .where('credit_entries.account_id', '=', accountId)
    .where('credit_entries.reference', '=', `to:${to}`)
    .where('credit_entries.created_at', '=', spentAt)
    .where('amount', '<', 0)
    .groupBy('credit_lots.id')
    .orderBy('credit_lots.id')
    .execute()
  if (spent.length === 0) return 0
  const moment = `withheld:${to}:${spentAt.toISOString()}:`
  const name = message === null ? moment : `${moment}${message.id}:`
  const given = await givenBackOf(trx, accountId, moment)
  if (message !== null && given.some(({ reference }) => reference.startsWith(name))) return 0
  const unpaid = await unpaidLots(trx, accountId)
  const paid = spent.filter(({ id }) => !unpaid.has(id))
  let left = Math.round(paid.reduce((sum, { credits }) => sum + credits, 0) / (message?.of ?? 1))
  let back = 0
  for (const { id, expiresAt, credits: price } of paid) {
    const before = given.reduce(
      (sum, { reference, amount }) => sum + (givenBackFrom(reference) === id ? amount : 0),
      0,
    )
    const credits = Math.min(price - before, left)
    if (credits <= 0) continue
    left -= credits
    const least = later(at, GIVEN_BACK_LASTS)
    const lasts = expiresAt !== null && expiresAt < least ? least : expiresAt
    const reference = `${name}${id}`
    if (
      await grantCredits(trx, accountId, {
        credits,
        source: 'refund',
        reference,
        expiresAt: lasts,
        at,
      })
    )
      back += credits
  }
  return back
}

/**
 * Gives back what expired between two moments, in which its owner was kept from spending it: of
 * each lot a new one, which lasts as long as it had to last at the first. Once, however often it is
 * asked for, and nothing that was not paid in the end.
 */
export async function giveBackExpired(
  trx: Trx,
  accountId: number,
  { from, to, at }: { from: Date; to: Date; at: Date },
): Promise<void> {
  const lots = await trx
    .selectFrom('credit_lots')
    .select(['id', sql<Date>`expires_at`.as('expiresAt')])
    .where('account_id', '=', accountId)
    .where('expires_at', '>', from)
    .where('expires_at', '<=', to)
    .orderBy('id')
    .execute()
  if (lots.length === 0) return
  await lockAccount(trx, accountId)
  const ids = lots.map(({ id }) => id)
  const waiting = (await lotsWithRest(trx, accountId)).filter((lot) => ids.includes(lot.id))
  await insertEntries(
    trx,
    accountId,
    waiting.map((lot) => expiryOf(lot, at)),
  )
  const [expired, unpaid] = [await expiredOf(trx, accountId, ids), await unpaidLots(trx, accountId)]
  for (const { id, expiresAt } of lots) {
    const credits = expired.get(id) ?? 0
    if (credits === 0 || unpaid.has(id)) continue
    const lasts = Math.max(expiresAt.getTime() - from.getTime(), GIVEN_BACK_LASTS)
    await grantCredits(trx, accountId, {
      credits,
      source: 'refund',
      reference: `closed:${id}`,
      expiresAt: later(at, lasts),
      at,
    })
  }
}

async function expiredOf(
  trx: Trx,
  accountId: number,
  lotIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await trx
    .selectFrom('credit_entries')
    .select(['lot_id as id', sql<number>`(-sum(amount))::int`.as('credits')])
    .where('account_id', '=', accountId)
    .where('lot_id', 'in', [...lotIds])
    .where('reason', '=', 'expiry')
    .groupBy('lot_id')
    .execute()
  return new Map(rows.map(({ id, credits }) => [id, credits]))
}

/** What came back of one moment before. */
async function givenBackOf(
  trx: Trx,
  accountId: number,
  moment: string,
): Promise<Array<{ reference: string; amount: number }>> {
  return trx
    .selectFrom('credit_entries')
    .select([sql<string>`reference`.as('reference'), 'amount'])
    .where('account_id', '=', accountId)
    .where('amount', '>', 0)
    .where('reference', 'like', `${moment}%`)
    .execute()
}

/**
 * Returns how many lots it checked. Skips accounts locked by other transactions; the next run takes
 * them.
 */
export async function writeOffExpired(trx: Trx, at: Date, most: number): Promise<number> {
  const due = await trx
    .selectFrom('credit_lots')
    .select(['id', 'account_id as accountId'])
    .where('expires_at', '<=', at)
    .where('written_off_at', 'is', null)
    .orderBy('expires_at')
    .limit(sql.lit(most))
    .execute()
  const free = await lockFreeAccounts(
    trx,
    due.map(({ accountId }) => accountId),
  )
  const lots = due.filter(({ accountId }) => free.has(accountId)).map(({ id }) => id)
  // The unspent part of a lot is stable only after the accounts are locked. Each sum uses the
  // index.
  await counted(sql`
    insert into credit_entries (account_id, lot_id, amount, reason, created_at)
    select lots.account_id, lots.id, -held.rest, 'expiry', ${at}
    from credit_lots lots
    cross join lateral (
      select sum(amount) as rest from credit_entries where account_id = lots.account_id and lot_id = lots.id offset 0
    ) held
    where lots.id = any(${lots}) and held.rest > 0
    returning *`).execute(trx)
  await sql`update credit_lots set written_off_at = ${at} where id = any(${lots})`.execute(trx)
  return lots.length === 0 ? 0 : due.length
}

/** When an account is erased; returns the number of lots. */
export async function writeOffRest(trx: Trx, accountId: number, at: Date): Promise<number> {
  await lockAccount(trx, accountId)
  const lots = await lotsWithRest(trx, accountId)
  const entries = lots.map((lot) => ({ ...expiryOf(lot, at), reason: 'left' }))
  await insertEntries(trx, accountId, entries)
  return entries.length
}

/**
 * Of which something is left, those that expire first first; also those that have expired and are
 * not yet written off.
 */
export function lotsWithRest(db: Db | Trx, accountId: number): Promise<Lot[]> {
  return db
    .selectFrom('credit_entries')
    .innerJoin('credit_lots', 'credit_lots.id', 'credit_entries.lot_id')
    .select([
      'credit_lots.id',
      'credit_lots.expires_at as expiresAt',
      sql<number>`sum(amount)::int`.as('rest'),
    ])
    .where('credit_entries.account_id', '=', accountId)
    .groupBy('credit_lots.id')
    .having(sql`sum(amount)`, '>', 0)
    .orderBy('credit_lots.expires_at', (order) => order.asc().nullsLast())
    .orderBy('credit_lots.id')
    .execute()
}

export function isExpired(lot: Lot, at: Date): boolean {
  return lot.expiresAt !== null && lot.expiresAt <= at
}

type Entry = { lotId: number; amount: number; reason: string; reference: string | null; at: Date }

function expiryOf(lot: Lot, at: Date): Entry {
  return { lotId: lot.id, amount: -lot.rest, reason: 'expiry', reference: null, at }
}

async function insertEntries(
  trx: Trx,
  accountId: number,
  entries: readonly Entry[],
): Promise<void> {
  if (entries.length === 0) return
  const made = trx
    .insertInto('credit_entries')
    .values(
      entries.map((entry) => ({
        account_id: accountId,
        lot_id: entry.lotId,
        amount: entry.amount,
        reason: entry.reason,
        reference: entry.reference,
        created_at: entry.at,
      })),
    )
    .returningAll()
  await counted(sql`${made}`).execute(trx)
}

/** Enters what `made` inserts into the ledger in the figures as well. */
function counted(made: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    with made as (${made})
    ${countRows(sql`
      select made.account_id, made.created_at as at, figure.measure, figure.detail, made.amount as sum
      from made join credit_lots on credit_lots.id = made.lot_id cross join lateral (
        values ('credits', made.reason),
          ('creditsOwed', coalesce(to_char(credit_lots.expires_at at time zone 'UTC', 'YYYY-MM'), 'never'))
      ) as figure (measure, detail)`)}`
}
