import type { ColumnType, Generated } from 'kysely'
import type { Id, Json } from '../columns.ts'

export type FraudTables = {
  /** What was sent to whom, for a day: `text_hash` is of its words (fraud/same-text.ts). */
  fraud_letters: {
    id: Id
    account_id: number
    other_id: number
    is_first: boolean
    text_hash: ColumnType<string | null, string | null, string | null>
    has_contact: boolean
    asks_money: boolean
    at: Date
  }
  /** One row for a rule, an account and a day. `queued_as`: the firing that the job of staff is about. */
  fraud_firings: {
    id: Id
    rule: string
    account_id: number
    day: ColumnType<string, Date | string>
    features: Json<Record<string, number>>
    shadow: boolean
    hits: Generated<number>
    at: Date
    queued_as: Generated<number | null>
  }
  /** What staff say of a firing. */
  fraud_marks: { firing_id: number; is_right: boolean; marked_at: Date; marked_by: number }
  fraud_limits: { account_id: number; kind: 'slow' | 'review'; since: Date; until: Date }
  fraud_identities: { email_hash: Uint8Array; since: Date }
  fraud_switches: { rule: string; shadow: boolean; changed_at: Date; changed_by: number }
}
