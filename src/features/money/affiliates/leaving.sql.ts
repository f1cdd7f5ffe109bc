import type { Erasings } from '#api/erasure.server.ts'
import { emptyCommissions } from './payouts/commissions.sql.ts'

/** What an affiliate earned is a matter between us and them; whose join or payment it was goes. */
export const affiliateErasures: Erasings = {
  commissions: { empty: ({ db }, accountId, most) => emptyCommissions(db, accountId, most) },
}
