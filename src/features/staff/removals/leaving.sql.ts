import { sql } from 'kysely'
import { DAYS_A_YEAR, type Erasure, numberStays } from '../../../api/erasure.server.ts'
import { deleteSome } from '../../../db/delete-some.server.ts'

/** What happens to requests for removal when an account is erased: those who make them need none. */
export const removalErasures: readonly Erasure[] = [
  {
    table: 'removals',
    columns: [],
    fate: 'kept',
    why: 'claims can follow from what was decided, and from what was not',
    sweep: (db, before, most) => deleteSome(db, 'removals', sql.ref('decided_at'), before, most),
    retention: {
      what: 'Requests to remove something, from everybody, also without an account: name, address, what was said, and what came of it',
      why: 'because claims can follow from what we removed, and from what we did not',
      howLong: 'three years after the decision',
      days: 3 * DAYS_A_YEAR,
    },
  },
  numberStays(
    'trusted_flaggers',
    ['added_by', 'ended_by'],
    'a decision of staff stays where it was made',
  ),
  numberStays('removals', ['decided_by'], 'a decision of staff stays where it was made'),
]
