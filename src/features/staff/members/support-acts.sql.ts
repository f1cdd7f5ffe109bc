import { sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'
import { isBefore } from '#db/is-before.ts'
import type { Cursor } from '#lib/cursor.ts'
import type { ProofKind } from './correct-address.ts'
import type { SupportAct } from './support-acts.ts'

type NewAct = {
  accountId: number
  act: SupportAct
  amount: number | null
  /** Of the payment that it is about. */
  reference: string | null
  currency: string | null
  reason: string
  /** Of another address for the account. */
  address?: string
  proof?: ProofKind
  proofNote?: string
  by: number
  at: Date
  /** Null for what is done at once. */
  expiresAt: Date | null
}

export async function insertAct(
  trx: Trx,
  { accountId, act, amount, reference, currency, reason, by, at, expiresAt, ...more }: NewAct,
): Promise<number> {
  const { address = null, proof = null, proofNote = null } = more
  const done = expiresAt === null ? { decided_at: at, outcome: 'done' as const } : {}
  const { id } = await trx
    .insertInto('member_acts')
    .values({
      account_id: accountId,
      act,
      amount,
      payment_reference: reference,
      currency,
      reason,
      address,
      proof,
      proof_note: proofNote,
      asked_by: by,
      asked_at: at,
      expires_at: expiresAt,
      ...done,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type Whose = { column: 'account_id' | 'asked_by'; id: number }

/** What somebody gives is given one after another, so that small parts at once count together. */
export async function lockGiver(trx: Trx, staffId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`gives:${staffId}`}, 0))`.execute(trx)
}

/** How much of it was given to an account, or by somebody of staff, since then without a lead. */
export async function givenAlone(
  trx: Trx,
  act: SupportAct,
  { column, id }: Whose,
  since: Date,
): Promise<number> {
  const { given } = await trx
    .selectFrom('member_acts')
    .select(sql<number>`coalesce(sum(amount), 0)::int`.as('given'))
    .where(column, '=', id)
    .where('asked_at', '>', since)
    .where('act', '=', act)
    .where('outcome', '=', 'done')
    .where('decided_by', 'is', null)
    .executeTakeFirstOrThrow()
  return given
}

/** Whether the same waits for an account; what nobody agreed to in time makes way. */
export async function waitsAlready(
  trx: Trx,
  { accountId, act, reference, at }: Pick<NewAct, 'accountId' | 'act' | 'reference' | 'at'>,
): Promise<boolean> {
  const open = await trx
    .selectFrom('member_acts')
    .select(['id', 'expires_at as expiresAt'])
    .where('account_id', '=', accountId)
    .where('act', '=', act)
    .where('payment_reference', 'is not distinct from', reference)
    .where('outcome', 'is', null)
    .executeTakeFirst()
  if (!open) return false
  if (open.expiresAt === null || open.expiresAt > at) return true
  await trx
    .updateTable('member_acts')
    .set({ outcome: 'late', decided_at: at, address: null })
    .where('id', '=', open.id)
    .execute()
  return false
}

const columns = [
  'id',
  'account_id as accountId',
  'act',
  'amount',
  'payment_reference as reference',
  'currency',
  'reason',
  'address',
  'proof',
  'proof_note as proofNote',
  'confirmed_at as confirmedAt',
  'asked_by as by',
  'asked_at as at',
  'expires_at as expiresAt',
  'decided_by as decidedBy',
  'outcome',
] as const

export function actById(trx: Trx, id: number) {
  return trx.selectFrom('member_acts').select(columns).where('id', '=', id).executeTakeFirst()
}

/** Ends what waits; false if it ended before. */
export async function endAct(
  trx: Trx,
  id: number,
  end: {
    outcome: 'done' | 'refused' | 'withdrawn'
    by: number | null
    at: Date
    address: string | null
  },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('member_acts')
    .set({
      outcome: end.outcome,
      decided_by: end.by,
      decided_at: end.at,
      address: end.address,
    })
    .where('id', '=', id)
    .where('outcome', 'is', null)
    .where('expires_at', '>', end.at)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends an offered address that nobody has confirmed; false if there is none. */
export async function endOffered(trx: Trx, id: number, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('member_acts')
    .set({ outcome: 'withdrawn', decided_at: at })
    .where('id', '=', id)
    .where('act', '=', 'correctAddress')
    .where('outcome', '=', 'done')
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function noteConfirmed(trx: Trx, id: number, at: Date): Promise<void> {
  await trx.updateTable('member_acts').set({ confirmed_at: at }).where('id', '=', id).execute()
}

/** Ends what nobody agreed to in time; returns how many. */
export async function endLateActs(db: Db, at: Date, most: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('member_acts')
    .set({ outcome: 'late', decided_at: at, address: null })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('member_acts')
        .select('id')
        .where('outcome', 'is', null)
        .where('expires_at', '<=', at)
        .limit(sql.lit(most))
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Of an account, what a lead may still agree to, and addresses that may still be confirmed. */
export function pendingActs(
  db: Db,
  accountId: number,
  { at, offeredSince }: { at: Date; offeredSince: Date },
) {
  return db
    .selectFrom('member_acts')
    .select(columns)
    .where('account_id', '=', accountId)
    .where((eb) =>
      eb.or([
        eb.and([eb('outcome', 'is', null), eb('expires_at', '>', at)]),
        eb.and([
          eb('act', '=', 'correctAddress'),
          eb('outcome', '=', 'done'),
          eb('confirmed_at', 'is', null),
          eb('decided_at', '>', offeredSince),
        ]),
      ]),
    )
    .orderBy('asked_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** What waits for a second person, and can still be agreed to. */
export function openActs(db: Db, at: Date, most: number) {
  return db
    .selectFrom('member_acts')
    .select(columns)
    .where('outcome', 'is', null)
    .where('expires_at', '>', at)
    .orderBy('expires_at')
    .orderBy('id')
    .limit(sql.lit(most))
    .execute()
}

/** What support did for an account, the latest first. */
export function actsBefore(db: Db, accountId: number, before: Cursor, most: number) {
  return db
    .selectFrom('member_acts')
    .select(columns)
    .where('account_id', '=', accountId)
    .where(isBefore('asked_at', 'id', before))
    .orderBy('asked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(most))
    .execute()
}
