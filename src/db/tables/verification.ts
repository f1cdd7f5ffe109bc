import type { Generated } from 'kysely'
import type { Id } from '../columns.ts'

/** A photo in a pose, which staff compare with the main photo. `key`: of its file, until there is an outcome. */
export type PoseChecks = {
  id: Id
  account_id: number
  pose: string
  asked_at: Date
  sent_at: Generated<Date | null>
  key: Generated<string | null>
  leased_by: Generated<number | null>
  leased_until: Generated<Date | null>
  outcome: Generated<'approved' | 'refused' | 'withdrawn' | 'lapsed' | null>
  reason: Generated<string | null>
  decided_by: Generated<number | null>
  decided_at: Generated<Date | null>
}

export type VerificationTables = {
  pose_checks: PoseChecks
}
