import { type Expression, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'
import { isBefore } from '#db/is-before.ts'
import type { Database } from '#db/schema.ts'
import type { Cursor } from '#lib/cursor.ts'
import type {
  Act,
  EnforcementScope,
  Policy,
  Severity,
  Strike,
  Subject,
  TextPart,
} from './decisions.ts'

export type DecisionRow = Omit<
  Selectable<Database['decisions']>,
  'act' | 'policy' | 'severity' | 'scope' | 'about_part'
> & {
  act: Act
  policy: Policy
  severity: Severity
  scope: EnforcementScope
  about_part: TextPart | null
}

const columns = [
  'id',
  'account_id',
  'person_hash',
  'brand',
  'scope',
  'act',
  'policy',
  'severity',
  'days',
  'ends_at',
  'about_kind',
  'about_id',
  'about_part',
  'about_key',
  'task_id',
  'note',
  'internal_note',
  'is_automated',
  'reverses',
  'source',
  'report_id',
  'removal_id',
  'decided_by',
  'decided_at',
  'takes_effect_at',
  'took_effect_at',
  'undone_at',
  'reversed_at',
] as const

type NewDecision = Omit<DecisionRow, 'id' | 'took_effect_at' | 'undone_at' | 'reversed_at'>

export async function insertDecision(trx: Trx, decision: NewDecision): Promise<number> {
  return (
    await trx.insertInto('decisions').values(decision).returning('id').executeTakeFirstOrThrow()
  ).id
}

/** The words in the columns are those of `decisions.ts`, which alone writes them. */
export async function decisionById(db: Db | Trx, id: number): Promise<DecisionRow | undefined> {
  return (await db
    .selectFrom('decisions')
    .select(columns)
    .where('id', '=', id)
    .executeTakeFirst()) as DecisionRow | undefined
}

export async function decisionsById(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, DecisionRow>> {
  if (ids.length === 0) return new Map()
  const rows = (await db
    .selectFrom('decisions')
    .select(columns)
    .where('id', 'in', ids)
    .execute()) as DecisionRow[]
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Decisions that took effect and were not taken back, and that keep an account from something; the
 * oldest first.
 */
export async function standingDecisions(db: Db | Trx, accountId: number): Promise<DecisionRow[]> {
  const rows = await db
    .selectFrom('decisions')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('took_effect_at', 'is not', null)
    .where('reversed_at', 'is', null)
    .where('act', 'in', ['limit', 'suspend', 'ban'])
    .orderBy('id')
    .execute()
  return rows as DecisionRow[]
}

/** Decisions about an account that were made and have not taken effect. */
export async function waitingDecisions(trx: Trx, accountId: number): Promise<DecisionRow[]> {
  const rows = await trx
    .selectFrom('decisions')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('took_effect_at', 'is', null)
    .where('undone_at', 'is', null)
    .execute()
  return rows as DecisionRow[]
}

/** The latest decision that took effect about the same thing, and stands. */
export async function standingAbout(
  trx: Trx,
  accountId: number,
  subject: Subject,
): Promise<DecisionRow | undefined> {
  const row = await trx
    .selectFrom('decisions')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('about_kind', '=', subject.kind)
    .where('about_id', '=', subject.id)
    .where(
      'about_part',
      subject.kind === 'text' ? '=' : 'is',
      subject.kind === 'text' ? subject.part : null,
    )
    .where('took_effect_at', 'is not', null)
    .where('reversed_at', 'is', null)
    .where('act', 'not in', ['none', 'restore'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row as DecisionRow | undefined
}

/**
 * What was decided about an account, took something or counts, and stands; the latest first. Not
 * the photos that a request for removal took.
 */
export async function standingSanctions(
  db: Db,
  accountId: number,
  most: number,
): Promise<DecisionRow[]> {
  const rows = await db
    .selectFrom('decisions')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('took_effect_at', 'is not', null)
    .where('reversed_at', 'is', null)
    .where((eb) => eb.or([eb('removal_id', 'is', null), eb('act', '<>', 'hidePhoto')]))
    .where('act', 'not in', ['none', 'restore'])
    .orderBy('id', 'desc')
    .limit(sql.lit(most))
    .execute()
  return rows as DecisionRow[]
}

/** Whether a decision has taken effect, also one that was taken back since. */
export function hasTakenEffect(decisionId: Expression<number>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from decisions where decisions.id = ${decisionId} and took_effect_at is not null)`
}

/** Whether a decision that stands hides a photo. */
export async function isHiddenStill(trx: Trx, ownerId: number, photoId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('decisions')
    .select('id')
    .where('account_id', '=', ownerId)
    .where('about_kind', '=', 'photo')
    .where('about_id', '=', photoId)
    // Of a check of a new photo, every act hides it.
    .where((eb) =>
      eb.or([
        eb('act', '=', 'hidePhoto'),
        eb.and([eb('source', '=', 'check'), eb('act', 'not in', ['none', 'restore'])]),
      ]),
    )
    .where('took_effect_at', 'is not', null)
    .where('reversed_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The decision that stands about each of these photos, by photo; the latest. */
export async function decisionsOnPhotos(
  db: Db,
  accountId: number,
  photoIds: readonly number[],
): Promise<Map<number, number>> {
  if (photoIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('decisions')
    .select(['id', 'about_id as photoId'])
    .where('account_id', '=', accountId)
    .where('about_kind', '=', 'photo')
    .where('about_id', 'in', [...photoIds])
    .where('act', 'not in', ['none', 'restore'])
    .where('took_effect_at', 'is not', null)
    .where('reversed_at', 'is', null)
    .orderBy('id')
    .execute()
  return new Map(
    rows.flatMap(({ id, photoId }) => (photoId === null ? [] : [[photoId, id] as const])),
  )
}

export async function dueDecisions(db: Db, at: Date, most: number): Promise<number[]> {
  const rows = await db
    .selectFrom('decisions')
    .select('id')
    .where('takes_effect_at', '<=', at)
    .where('took_effect_at', 'is', null)
    .where('undone_at', 'is', null)
    .orderBy('takes_effect_at')
    .limit(sql.lit(most))
    .execute()
  return rows.map(({ id }) => id)
}

/** What was decided about a task last, and not taken back within the ten seconds. */
export async function decisionOfTask(trx: Trx, taskId: number): Promise<number | undefined> {
  const row = await trx
    .selectFrom('decisions')
    .select('id')
    .where('task_id', '=', taskId)
    .where('undone_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(sql.lit(1))
    .executeTakeFirst()
  return row?.id
}

type Mark = 'takes_effect_at' | 'took_effect_at' | 'undone_at' | 'reversed_at'

export async function markDecision(trx: Trx, id: number, mark: Mark, at: Date): Promise<void> {
  await trx
    .updateTable('decisions')
    .set({ [mark]: at })
    .where('id', '=', id)
    .execute()
}

export async function insertStrike(
  trx: Trx,
  strike: {
    decisionId: number
    accountId: number
    personHash: Uint8Array
    policy: Policy
    weight: number
    at: Date
    expiresAt: Date | null
  },
): Promise<void> {
  const { decisionId, accountId, personHash, policy, weight, at, expiresAt } = strike
  await trx
    .insertInto('strikes')
    .values({
      decision_id: decisionId,
      account_id: accountId,
      person_hash: personHash,
      policy,
      weight,
      given_at: at,
      expires_at: expiresAt,
    })
    .execute()
}

export async function takeStrikeBack(trx: Trx, decisionId: number, at: Date): Promise<void> {
  await trx
    .updateTable('strikes')
    .set({ reversed_at: at })
    .where('decision_id', '=', decisionId)
    .where('reversed_at', 'is', null)
    .execute()
}

export async function strikeFor(
  trx: Trx,
  decisionId: number,
): Promise<{ weight: number; expiresAt: Date | null } | undefined> {
  return trx
    .selectFrom('strikes')
    .select(['weight', 'expires_at as expiresAt'])
    .where('decision_id', '=', decisionId)
    .executeTakeFirst()
}

/**
 * All strikes of a person: of this account, and of others that had its address; by the hash of
 * `personHashOf`.
 */
export async function strikesOf(
  db: Db | Trx,
  accountId: number,
  personHash: Uint8Array,
): Promise<Array<Strike & { decisionId: number; policy: Policy }>> {
  const rows = db
    .selectFrom('strikes')
    .select([
      'decision_id as decisionId',
      sql<Policy>`policy`.as('policy'),
      'weight',
      'given_at as givenAt',
      'expires_at as expiresAt',
      'reversed_at as reversedAt',
    ])
  return rows
    .where('account_id', '=', accountId)
    .union(rows.where('person_hash', '=', personHash))
    .orderBy('decisionId')
    .execute()
}

/** Decisions about an account with what was noted, the latest first. */
export async function decisionsBefore(
  db: Db,
  accountId: number,
  before: Cursor,
  most: number,
): Promise<DecisionRow[]> {
  const rows = await db
    .selectFrom('decisions')
    .select(columns)
    .where('account_id', '=', accountId)
    .where(isBefore('decided_at', 'id', before))
    .orderBy('decided_at', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(most))
    .execute()
  return rows as DecisionRow[]
}

/** As the indexes of these rows say it. */
const isFraudBan = sql<boolean>`act = 'ban' and policy = 'scam'`

/** Where a page of bans goes on: after this one. */
export type After = { at: Date; id: number }

/**
 * Bans for fraud that took effect after a moment and were not taken back since, the first before
 * the others.
 */
export async function fraudBansAfter(
  db: Db,
  after: After,
  most: number,
): Promise<Array<{ id: number; accountId: number; at: Date }>> {
  return db
    .selectFrom('decisions')
    .select(['id', 'account_id as accountId', sql<Date>`took_effect_at`.as('at')])
    .where(isFraudBan)
    .where('took_effect_at', '>=', after.at)
    .where(sql<boolean>`(took_effect_at, id) > (${after.at}::timestamptz, ${after.id}::bigint)`)
    .where('reversed_at', 'is', null)
    .orderBy('took_effect_at')
    .orderBy('id')
    .limit(sql.lit(most))
    .execute()
}

/** Bans for fraud that were taken back after a moment, the first before the others. */
export async function fraudBansReversedAfter(
  db: Db,
  after: After,
  most: number,
): Promise<Array<{ id: number; at: Date }>> {
  return db
    .selectFrom('decisions')
    .select(['id', sql<Date>`reversed_at`.as('at')])
    .where(isFraudBan)
    .where('reversed_at', '>=', after.at)
    .where(sql<boolean>`(reversed_at, id) > (${after.at}::timestamptz, ${after.id}::bigint)`)
    .orderBy('reversed_at')
    .orderBy('id')
    .limit(sql.lit(most))
    .execute()
}

export async function standingAmong(trx: Trx, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await trx
    .selectFrom('decisions')
    .select('id')
    .where('id', 'in', [...ids])
    .where('took_effect_at', 'is not', null)
    .where('reversed_at', 'is', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/**
 * Whether a decision stands; the caller has locked its person, so that it does until the
 * transaction ends.
 */
export async function isStanding(trx: Trx, decisionId: number): Promise<boolean> {
  return (await standingAmong(trx, [decisionId])).has(decisionId)
}
