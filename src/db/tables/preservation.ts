import type { ColumnType, Generated } from 'kysely'
import type { Id } from '../columns.ts'

/** Of rows that come without it: set once. */
type Later<T> = ColumnType<T | null, undefined, T>

export type PreservationTables = {
  /** An encrypted copy of a picture that a list says nobody may see. `deleted_on`: a year later, or at once where its decision never takes effect. */
  preserved_pictures: {
    id: Id
    decision_id: number
    /** Whose picture it is. */
    account_id: number
    about_kind: 'photo' | 'viewOnce'
    about_id: number
    /** Of its file. */
    key: string
    sha256: Uint8Array | null
    pdq: Uint8Array | null
    lists: string[]
    kept_by: number
    kept_at: Date
    deleted_on: Date
  }
  /** A lead asks to see a copy, and another one agrees. */
  preserved_asks: {
    id: Id
    picture_id: number
    reason: string
    asked_by: number
    asked_at: Date
    expires_at: Date
    outcome: Generated<'approved' | 'refused' | 'expired' | null>
    answered_by: Later<number>
    answered_at: Later<Date>
    opens_until: ColumnType<Date | null, undefined, Date | null>
  }
  /** What another organisation's list could be told of a hash. */
  list_feedback: {
    id: Id
    decision_id: number
    list: string
    kind: 'sha256' | 'pdq'
    hash: Uint8Array
    verdict: 'confirmed' | 'wrong'
    queued_at: Date
    outcome: Generated<'released' | 'discarded' | null>
    decided_by: Later<number>
    decided_at: Later<Date>
    sent_by: Later<number>
    sent_at: Later<Date>
  }
}
