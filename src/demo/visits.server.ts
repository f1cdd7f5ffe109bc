import { sql } from 'kysely'
import type { Services } from '../api/services.server.ts'
import type { Db } from '../db/connection.server.ts'
import { MINUTE } from '../lib/clock.ts'
import { castNames } from './cast.ts'
import { DEMO_DOMAIN } from './people-rows.server.ts'

const ONLINE_TIME = 20 * MINUTE
const SHARE_ONLINE = 4
/** In a large network, only members with ids up to this visit. */
export const VISITING_IDS_UP_TO = 5000

/**
 * Lets some demo members visit in turns, so that lists of online members are not empty. They do
 * nothing else.
 */
export const demoVisitsJob = {
  name: 'demo visits',
  period: MINUTE,
  start: ({ db, clock }: Pick<Services, 'db' | 'clock'>) => ({ run: () => visit(db, clock.now()) }),
}

async function visit(db: Db, at: Date): Promise<void> {
  const turn = Math.floor(at.getTime() / ONLINE_TIME)
  await db
    .updateTable('profiles')
    .set({ last_seen_at: at })
    .where('account_id', '<=', VISITING_IDS_UP_TO)
    .where('account_id', 'in', (e) =>
      e
        .selectFrom('accounts')
        .select('id')
        .where('email', 'like', `%@${DEMO_DOMAIN}`)
        .where('id', '>', castNames.length)
        .where('id', '<=', VISITING_IDS_UP_TO)
        .where(sql<boolean>`mod(id * 7919 + ${turn}::bigint * 104729, 100) < ${SHARE_ONLINE}`),
    )
    .execute()
}
