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
