import { erased, type Erasure } from '../../../api/erasure.server.ts'
import { decisionsRetention } from '../decisions/leaving.sql.ts'

export const staffMessageErasures: readonly Erasure[] = [
  erased(
    'fraud_notices',
    ['account_id', 'other_id'],
    'nobody reads it any more, or it names nobody any more',
  ),
  {
    table: 'fraud_bans',
    columns: ['account_id'],
    fate: 'kept',
    why: 'its keyed hash tells whether another ban about the mailbox stands, when one is taken back; it goes with its decision',
    sweep: null,
    retention: decisionsRetention,
  },
]
