import { type Erasure, erased } from '../../api/erasure.server.ts'

/** What happens to second factors when an account of staff is erased. */
export const staffErasures: readonly Erasure[] = [
  erased('second_factor_offers', ['account_id'], 'nobody signs in any more'),
  erased('recovery_codes', ['account_id'], 'nobody signs in any more'),
  erased('second_factors', ['account_id'], 'nobody signs in any more'),
]
