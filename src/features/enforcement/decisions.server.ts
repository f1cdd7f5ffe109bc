import { ApiError, fieldError } from '../../api/errors.ts'
import type { Services } from '../../api/services.server.ts'
import type { Trx } from '../../db/connection.server.ts'
import { later } from '../../lib/clock.ts'
import { foldAddress } from '../../lib/folding.ts'
import { keyedHash } from '../../lib/keyed-hash.server.ts'
import { personForUpdate } from '../accounts/standing.sql.ts'
import { insertDecision, insertStrike } from './decisions.sql.ts'
import { type Act, actTable, type EnforcementScope, MAX_DAYS, type Policy, type Severity, strikeOf, type Subject, UNDO_FOR } from './decisions.ts'

export type NewDecision = {
  accountId: number
  act: Act
  policy: Policy
  severity: Severity
  /** Of acts that last, and of no other. */
  days: number | null
  scope: EnforcementScope
  /** The brand whose company decides. */
  brand: string
  jobId: number | null
  subject: Subject | null
  /** The member reads it. */
  note: string
  internalNote: string
  automated: boolean
  /** Takes effect at once, without time to take it back. */
  isUrgent?: boolean
  reverses?: number | null
}

/** `staffId` is null for a rule. */
export type Decider = { staffId: number | null; at: Date }

/**
 * Records a decision about a member and its strikes; it takes effect after the time in which it can be taken back.
 * Throws in words: `notFound`, `forbidden` about oneself, `invalid` where the act does not fit what it is about.
 */
export async function decide(services: Pick<Services, 'settings'>, trx: Trx, by: Decider, decision: NewDecision): Promise<{ id: number }> {
  const person = await personForUpdate(trx, decision.accountId)
  if (!person) throw new ApiError('notFound', { detail: 'There is no such account.' })
  if (person.id === by.staffId) throw new ApiError('forbidden', { detail: 'This is about your own account. Somebody else decides about it.' })
  refuseUnfit(decision)
  const { at } = by
  const personHash = personHashOf(services, person.email)
  const { subject } = decision
  const id = await insertDecision(trx, {
    account_id: person.id,
    person_hash: personHash,
    brand: decision.brand,
    scope: decision.scope,
    act: decision.act,
    policy: decision.policy,
    severity: decision.severity,
    days: decision.days,
    about_kind: subject?.kind ?? null,
    about_id: subject?.id ?? null,
    about_part: subject?.kind === 'text' ? subject.part : null,
    job_id: decision.jobId,
    note: decision.note,
    internal_note: decision.internalNote,
    is_automated: decision.automated,
    reverses: decision.reverses ?? null,
    decided_by: by.staffId,
    decided_at: at,
    takes_effect_at: decision.isUrgent === true ? at : later(at, UNDO_FOR),
  })
  const strike = strikeOf(decision.act, decision.severity, at)
  if (strike) await insertStrike(trx, { decisionId: id, accountId: person.id, personHash, policy: decision.policy, at, ...strike })
  return { id }
}

/** By what strikes are found again after an account is erased; without the secret, nobody can guess the address from it. */
export function personHashOf({ settings }: Pick<Services, 'settings'>, email: string): Buffer {
  return keyedHash(foldAddress(email), settings.sessionSecret, 'decisions')
}

function refuseUnfit({ act, policy, days, subject }: NewDecision): void {
  const { lasts, takes } = actTable[act]
  if ((act === 'none') !== (policy === 'none') && act !== 'restore') {
    throw fieldError('policy', act === 'none' ? 'Where there is no breach, there is no rule.' : 'Please choose the rule that this rests on.')
  }
  if (lasts && (days === null || days < 1 || days > MAX_DAYS)) throw fieldError('days', `Please say for how many days, from 1 to ${MAX_DAYS}.`)
  if (!lasts && days !== null) throw fieldError('days', 'This has no length. Please leave the days empty.')
  if (takes === 'photo' && subject?.kind !== 'photo') throw fieldError('act', 'This is not about a photo.')
  if (takes === 'text' && subject?.kind !== 'text') throw fieldError('act', 'This is not about a text.')
}
