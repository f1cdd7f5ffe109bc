import { type Erasure, erased, numberStays } from '../../../api/erasure.server.ts'

/** What happens to second factors, roles and the work of staff when an account is erased. */
export const staffErasures: readonly Erasure[] = [
  erased('second_factor_offers', ['account_id'], 'nobody signs in any more'),
  erased('recovery_codes', ['account_id'], 'nobody signs in any more'),
  erased('second_factors', ['account_id'], 'nobody signs in any more'),
  erased('staff_roles', ['account_id'], 'nobody works any more'),
  erased('staff_shifts', ['account_id'], 'nobody works any more'),
  numberStays('waiting_verdicts', ['decided_by'], 'it takes effect within seconds, and goes'),
  numberStays(
    'staff_jobs',
    ['account_id', 'leased_by', 'skipped_by', 'closed_by'],
    'it holds no word and no picture, and the figures count it',
  ),
]
