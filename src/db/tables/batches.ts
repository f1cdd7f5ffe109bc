import type { Generated } from 'kysely'
import type { Id } from '../columns.ts'

/** Decisions about many at once. What is to be done is null until it is planned. */
type Batches = {
  id: Id
  /** The queue of its jobs, or `accounts`. */
  kind: string
  /** Where staff made it. */
  brand: string
  made_by: number
  made_at: Date
  act: Generated<string | null>
  policy: Generated<string | null>
  severity: Generated<string | null>
  days: Generated<number | null>
  scope: Generated<string | null>
  note: Generated<string | null>
  internal_note: Generated<string | null>
  started_at: Generated<Date | null>
  ended_at: Generated<Date | null>
  reversed_by: Generated<number | null>
  reversal_at: Generated<Date | null>
  reversal_ended_at: Generated<Date | null>
}

/** `subject_id`: of the photo, message, report or firing of its job, or of the account. `why`: the reason for its outcome, or for the one that is foreseen. */
type BatchItems = {
  id: Id
  batch_id: number
  account_id: number
  job_id: number | null
  subject_id: number
  brand: string
  /** As the photo was when it was chosen. */
  photo_key: string | null
  foreseen: Generated<'decided' | 'needsSecond' | 'leftOut' | null>
  outcome: Generated<'decided' | 'needsSecond' | 'leftOut' | null>
  why: Generated<string>
  decision_id: Generated<number | null>
  reversal: Generated<'undone' | 'takenBack' | 'needsSecond' | 'left' | null>
  reversal_why: Generated<string>
  /** How often deciding it failed by a fault of ours, or taking it back did, and when it is tried next; null: at once. */
  tries: Generated<number>
  try_at: Generated<Date | null>
}

export type BatchesTables = { batches: Batches; batch_items: BatchItems }
