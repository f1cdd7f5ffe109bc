import { type Selectable, sql } from 'kysely'
import type { Db, Trx } from '../../db/connection.server.ts'
import type { Decisions } from '../../db/schema.ts'
import type { Act, EnforcementScope, Policy, Severity, Strike, TextPart } from './decisions.ts'

type DecisionRow = Omit<Selectable<Decisions>, 'act' | 'policy' | 'severity' | 'scope' | 'about_part'> & {
  act: Act
  policy: Policy
  severity: Severity
  scope: EnforcementScope
  about_part: TextPart | null
}

type NewDecision = Omit<DecisionRow, 'id' | 'took_effect_at' | 'undone_at' | 'reversed_at'>

export async function insertDecision(trx: Trx, decision: NewDecision): Promise<number> {
  return (await trx.insertInto('decisions').values(decision).returning('id').executeTakeFirstOrThrow()).id
}

export async function insertStrike(
  trx: Trx,
  strike: { decisionId: number; accountId: number; personHash: Uint8Array; policy: Policy; weight: number; at: Date; expiresAt: Date | null },
): Promise<void> {
  const { decisionId, accountId, personHash, policy, weight, at, expiresAt } = strike
  await trx
    .insertInto('strikes')
    .values({ decision_id: decisionId, account_id: accountId, person_hash: personHash, policy, weight, given_at: at, expires_at: expiresAt })
    .execute()
}

/** All strikes of a person: of this account, and of others that had its address. */
export async function strikesOf(db: Db | Trx, accountId: number, personHash: Uint8Array): Promise<Strike[]> {
  const rows = db.selectFrom('strikes').select(['decision_id', 'weight', 'given_at as givenAt', 'expires_at as expiresAt', 'reversed_at as reversedAt'])
  return rows
    .where('account_id', '=', accountId)
    .union(rows.where('person_hash', '=', sql<Uint8Array>`${personHash}::bytea`))
    .orderBy('decision_id')
    .execute()
}

/** As the indexes of these rows say it. */
const isFraudBan = sql<boolean>`act = 'ban' and policy = 'scam'`

/** Bans for fraud that took effect after `since` and were not taken back since, the newest first. */
export async function fraudBansSince(db: Db, since: Date, most: number): Promise<Array<{ id: number; accountId: number; at: Date }>> {
  return db
    .selectFrom('decisions')
    .select(['id', 'account_id as accountId', sql<Date>`took_effect_at`.as('at')])
    .where(isFraudBan)
    .where('took_effect_at', '>', since)
    .where('reversed_at', 'is', null)
    .orderBy('took_effect_at', 'desc')
    .limit(sql.lit(most))
    .execute()
}

/** Whose ban for fraud was taken back after `since`, if no other one stands. */
export async function fraudBansReversedSince(db: Db, since: Date, most: number): Promise<number[]> {
  const rows = await db
    .selectFrom('decisions')
    .select('account_id as id')
    .where(isFraudBan)
    .where('reversed_at', '>', since)
    .where(
      sql<boolean>`not exists (
        select from decisions other where other.account_id = decisions.account_id and other.act = 'ban' and other.policy = 'scam'
          and other.took_effect_at is not null and other.reversed_at is null
      )`,
    )
    .orderBy('reversed_at')
    .limit(sql.lit(most))
    .execute()
  return rows.map(({ id }) => id)
}

export async function isReversed(trx: Trx, decisionId: number): Promise<boolean> {
  return (await trx.selectFrom('decisions').select('id').where('id', '=', decisionId).where('reversed_at', 'is not', null).executeTakeFirst()) !== undefined
}
