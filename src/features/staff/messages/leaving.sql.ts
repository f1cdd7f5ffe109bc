import type { Erasings } from '#api/erasure.server.ts'
import { decisionsRetention } from '../decisions/leaving.sql.ts'

export const staffMessageErasures: Erasings = {
  fraud_bans: { kept: { retention: decisionsRetention, sweep: null } },
}
