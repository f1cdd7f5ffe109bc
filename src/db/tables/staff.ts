import type { ColumnType, Generated } from 'kysely'
import type { Id, Json } from '../columns.ts'

/** A piece of staff work. `due_hour`: the hour of `due_at` in UTC, by which queues are ordered. */
export type StaffJobs = {
  id: Id
  queue:
    | 'photos'
    | 'matches'
    | 'reports'
    | 'removals'
    | 'appeals'
    | 'fraud'
    | 'viewOnce'
    | 'viewOnceMatches'
  brand: string
  account_id: number | null
  subject_id: number
  priority: Generated<number>
  due_at: Date
  due_hour: ColumnType<Date, never, never>
  opened_at: Date
  leased_by: Generated<number | null>
  leased_until: Generated<Date | null>
  skipped_by: Generated<number | null>
  skipped_until: Generated<Date | null>
  closed_at: Generated<Date | null>
  closed_by: Generated<number | null>
  outcome: Generated<string | null>
  warned_at: Generated<Date | null>
  alarmed_at: Generated<Date | null>
}

export type StaffTables = {
  second_factors: {
    account_id: number
    sealed_secret: string
    last_step: number
    confirmed_at: Date
  }
  second_factor_offers: { session_id: number; account_id: number; sealed: string; offered_at: Date }
  recovery_codes: { account_id: number; code_hash: Uint8Array; used_at: Date | null }
  staff_jobs: StaffJobs
  staff_shifts: {
    account_id: number
    began_at: Date
    active_at: Date
    no_hard_until: ColumnType<Date | null, Date | null | undefined, Date | null>
  }
  /** What was decided and can still be taken back; a row goes once it takes effect. */
  waiting_verdicts: {
    id: Id
    kind: 'removals' | 'appeals' | 'poses'
    about_id: number
    job_id: number | null
    answer: Json<unknown>
    decided_by: number
    takes_effect_at: Date
  }
  staff_roles: { account_id: number; role: string; given_at: Date }
}
