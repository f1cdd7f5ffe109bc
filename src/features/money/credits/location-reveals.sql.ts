import { type Expression, type RawBuilder, sql } from 'kysely'
import { lockAccount } from '#core/accounts/accounts.sql.ts'
import type { Trx } from '#db/connection.server.ts'
import { balanceOf, spendCredits } from './credits.sql.ts'

/** Whether a member has paid for the location of another, which they then know for good. */
export function hasRevealedLocation(
  accountId: number,
  otherId: Expression<number>,
): RawBuilder<boolean> {
  return sql<boolean>`exists (select from location_reveals where account_id = ${accountId} and other_id = ${otherId})`
}

/**
 * Pays once for each pair and returns the balance. The lock of the account makes concurrent reveals
 * wait, so that they find the first. Throws ApiError `noCredits` without writing anything if there
 * are too few.
 */
export async function payForLocation(
  trx: Trx,
  accountId: number,
  otherId: number,
  { credits, at }: { credits: number; at: Date },
): Promise<number> {
  await lockAccount(trx, accountId)
  const known = await trx
    .selectFrom('location_reveals')
    .select('other_id')
    .where('account_id', '=', accountId)
    .where('other_id', '=', otherId)
    .executeTakeFirst()
  if (known) return balanceOf(trx, accountId, at)
  const left = await spendCredits(trx, accountId, {
    credits,
    reason: 'revealLocation',
    reference: `of:${otherId}`,
    at,
  })
  await trx
    .insertInto('location_reveals')
    .values({ account_id: accountId, other_id: otherId, revealed_at: at })
    .execute()
  return left
}
