import { type Erasure, numberStays } from '../../../api/erasure.server.ts'
import { PRESERVED_DAYS } from './pictures.sql.ts'

/** What happens to kept copies when an account is erased. */
export const preservationErasures: readonly Erasure[] = [
  {
    table: 'preserved_pictures',
    columns: ['account_id'],
    fate: 'kept',
    why: 'it is preserved for an authority that may ask for it; its own job deletes it, file first',
    sweep: null,
    retention: {
      what: 'Pictures of yours that were on a list of pictures that nobody may see, where our staff confirmed it: an encrypted copy',
      why: 'because the law can oblige us to preserve it for an authority',
      howLong: 'one year after the decision',
      days: PRESERVED_DAYS,
    },
  },
  numberStays(
    'preserved_pictures',
    ['kept_by'],
    'a decision of staff stays where it was made, as long as the copy',
  ),
  numberStays(
    'preserved_asks',
    ['asked_by', 'answered_by'],
    'who looked, and who agreed, stays as long as the copy',
  ),
  numberStays(
    'list_feedback',
    ['decided_by', 'sent_by'],
    'it goes with its decision, and says nothing of whom that is about',
  ),
]
