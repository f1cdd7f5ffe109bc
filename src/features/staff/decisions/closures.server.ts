import type { Services } from '#api/services.server.ts'
import { isBrandClosed, personForUpdate } from '#core/accounts/standing/standing.sql.ts'
import { standingDecisions } from './decisions.sql.ts'
import { statementPath } from './statements/statements.server.ts'
import { endOf } from './statements/statements.ts'
import { renewStanding } from './subjects/person.server.ts'

/**
 * Whether a brand is closed to an account, and where its owner reads why; opens it where its time
 * is over. Null where it is open.
 */
export async function closedTo(
  services: Services,
  account: { id: number; bannedAt: Date | null },
  brand: string,
  at: Date,
): Promise<{ statement: string | null } | null> {
  if (account.bannedAt === null && !(await isBrandClosed(services.db, account.id, brand)))
    return null
  return services.db.transaction().execute(async (trx) => {
    const before = await personForUpdate(trx, account.id)
    const all = await standingDecisions(trx, account.id)
    const closing = all.filter(
      ({ act, scope, brand: on }) => act !== 'limit' && (scope === 'network' || on === brand),
    )
    if (before && closing.some((one) => one.act === 'suspend' && (endOf(one) ?? at) <= at))
      await renewStanding(trx, before, at)
    const now = await personForUpdate(trx, account.id)
    if (now?.bannedAt === null && !(await isBrandClosed(trx, account.id, brand))) return null
    const holds =
      closing.findLast((one) => one.act === 'ban') ??
      closing.findLast((one) => (endOf(one) ?? at) > at)
    return { statement: holds ? statementPath(services, holds.id) : null }
  })
}
