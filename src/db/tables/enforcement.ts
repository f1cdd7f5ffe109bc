import type { ColumnType, Generated } from 'kysely'
import type { Id, Json } from '../columns.ts'

/** What staff or a rule decided about a member. `reverses`: the decision that this one takes back, or, after an objection, stands in the place of. */
export type Decisions = {
  id: Id
  account_id: number
  /** Keyed hash of the address that the account had. */
  person_hash: Uint8Array
  brand: string
  scope: string
  act: string
  policy: string
  severity: string
  days: number | null
  /** Where that is no whole number of days after it takes effect. */
  ends_at: Generated<Date | null>
  about_kind: 'photo' | 'text' | 'account' | 'viewOnce' | null
  about_id: number | null
  about_part: string | null
  /** As it was looked at: of a check the key of the photo, of the removal of a text a keyed hash of its words. */
  about_key: string | null
  job_id: number | null
  note: string
  internal_note: string
  is_automated: boolean
  reverses: number | null
  source: 'report' | 'check' | 'own'
  report_id: number | null
  /** The request for removal that it answers. */
  removal_id: number | null
  decided_by: number | null
  decided_at: Date
  /** Null while a second person has to agree. */
  takes_effect_at: Date | null
  took_effect_at: Generated<Date | null>
  undone_at: Generated<Date | null>
  reversed_at: Generated<Date | null>
}

type Strikes = {
  decision_id: number
  account_id: number
  person_hash: Uint8Array
  policy: string
  weight: number
  given_at: Date
  expires_at: Date | null
  reversed_at: Generated<Date | null>
}

export type EnforcementTables = {
  decisions: Decisions
  strikes: Strikes
  statements: { decision_id: number; words: Json<unknown>; made_at: Date }
  /** What a decision took, for as long as it can be given back. */
  removed_texts: { decision_id: number; account_id: number; words: Json<unknown>; removed_at: Date }
  /** What a member has to read, until they say that they have. */
  decision_notices: {
    id: Id
    account_id: number
    decision_id: number
    what: 'decided' | 'takenBack'
    at: Date
    seen_at: Generated<Date | null>
  }
  appeals: {
    id: Id
    decision_id: number
    account_id: number
    words: string
    made_at: Date
    decided_by: Generated<number | null>
    decided_at: Generated<Date | null>
    outcome: Generated<'uphold' | 'overturn' | 'adjust' | null>
    note: Generated<string | null>
    /** While a second person has not agreed to it: the answer, and the decision that they are asked about. */
    answer: ColumnType<
      {
        outcome: 'overturn' | 'adjust'
        days: number | null
        note: string
        decisionId: number
      } | null,
      string | null | undefined,
      string | null
    >
  }
  approvals: {
    id: Id
    decision_id: number
    asked_by: number
    asked_at: Date
    expires_at: Date
    decided_by: Generated<number | null>
    decided_at: Generated<Date | null>
    outcome: Generated<'approved' | 'refused' | 'expired' | null>
  }
}
