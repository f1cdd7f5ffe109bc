import { DAYS_A_YEAR, type Erasings } from '#api/erasure.server.ts'
import { deletedBy } from '#db/delete-some.server.ts'

/**
 * What happens to requests for removal when an account is erased: those who make them need none.
 */
export const removalErasures: Erasings = {
  removals: {
    kept: {
      retention: {
        what: 'Requests to remove something, from everybody, also without an account: name, address, what was said, and what came of it',
        why: 'because claims can follow from what we removed, and from what we did not',
        howLong: 'three years after the decision',
        days: 3 * DAYS_A_YEAR,
      },
      sweep: deletedBy('removals', 'decided_at'),
    },
  },
}
