import { lockAccount } from '#core/accounts/accounts.sql.ts'
import { takePremium } from '#core/accounts/standing/premium.sql.ts'
import type { Trx } from '#db/connection.server.ts'
import { closeDunningOf } from './dunning/dunning.sql.ts'
import { bringForward, endSubscription } from './subscriptions.sql.ts'

/**
 * Ends a subscription now. What was not used of it is taken back, and the plans that were to follow
 * it begin earlier.
 */
export async function takeBackTime(
  trx: Trx,
  accountId: number,
  reference: string,
  at: Date,
): Promise<void> {
  await lockAccount(trx, accountId)
  const { unused, until } = await endSubscription(trx, reference, at)
  if (unused === 0) return
  await takePremium(trx, accountId, unused)
  await bringForward(trx, accountId, { from: until, by: unused })
}

/**
 * Ends the grace of a declined renewal, and lets a plan that was bought in it begin earlier. A
 * payment takes the place of all of it; without one, what was used of it is not taken from a plan
 * that was paid for.
 */
export async function takeBackGrace(
  trx: Trx,
  accountId: number,
  subscription: number,
  outcome: 'recovered' | 'chargedBack',
  at: Date,
): Promise<void> {
  await lockAccount(trx, accountId)
  const grace = await closeDunningOf(trx, subscription, outcome, at)
  if (!grace) return
  const unused = Math.max(0, grace.until.getTime() - at.getTime())
  const taken = outcome === 'recovered' ? grace.given : Math.min(grace.given, unused)
  if (taken === 0) return
  await takePremium(trx, accountId, taken)
  await bringForward(trx, accountId, { from: grace.until, by: taken })
}
