import { type Erasure, erased, numberStays } from '../../../api/erasure.server.ts'

/** What happens to what the reports count when an account is erased. */
export const transparencyErasures: readonly Erasure[] = [
  erased('site_visits', ['account_id'], 'who is gone is not counted by name'),
  numberStays('authority_orders', ['recorded_by'], 'an act of staff stays where it was made'),
]
