import { ApiError } from '../../../api/errors.ts'
import type { Scope } from '../../../api/member.server.ts'
import type { Services } from '../../../api/services.server.ts'
import type { Trx } from '../../../db/connection.server.ts'
import { csvOf } from '../../../lib/csv.ts'
import { recordAct } from '../../core/audit/audit.sql.ts'
import {
  decidePayout,
  fillPayout,
  insertPayout,
  lastPayouts,
  openPayouts,
  payoutById,
  unpaidSums,
} from './payouts.sql.ts'
import { plainCell } from './plain-cell.ts'
import { queuePostbacks } from './postbacks.sql.ts'
import { decimalSum } from './postbacks.ts'
import { termsNow } from './terms.sql.ts'

export const DECIDED_BEFORE =
  'This request has ended already: somebody has decided it. Nothing was changed.'

const MOST = 200
const MOST_IN_FILE = 1000

/** The first day of the month before, and the first moment after it, in UTC. */
export function monthBefore(at: Date): { month: string; end: Date } {
  const end = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1))
  const start = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - 1, 1))
  return { month: start.toISOString().slice(0, 10), end }
}

/**
 * Draws up what each affiliate gets for all that was approved until the last month's end and reaches
 * their minimum; what does not, or is below zero, waits. Returns how many there are.
 */
export async function drawUpPayouts(trx: Trx, scope: Scope): Promise<number> {
  const { member, at } = scope
  const { month, end } = monthBefore(at)
  let count = 0
  for (const sum of await unpaidSums(trx, end)) {
    const { affiliateId, currency } = sum
    const terms = await termsNow(trx, affiliateId)
    if (sum.amount < Math.max(1, terms?.minimum ?? 0)) continue
    const id = await insertPayout(trx, { affiliateId, month, currency, by: member.id, at }, sum)
    if (id === null) continue
    const { amount, commissions } = await fillPayout(trx, id, { affiliateId, currency }, end)
    await recordAct(trx, scope, {
      action: 'money.askForPayout',
      subjectId: null,
      details: { id, affiliate: affiliateId, month, currency, amount, commissions },
    })
    count += 1
  }
  return count
}

/** The last payouts of all affiliates as a file, for whoever sends the money. */
export async function payoutsFile({ db }: Services): Promise<string> {
  return csvOf(
    ['month', 'code', 'name', 'email', 'sum', 'currency', 'commissions', 'state', 'decided'],
    (await lastPayouts(db, MOST_IN_FILE)).map(({ amount, currency, decidedAt, ...one }) => [
      one.month.slice(0, 7),
      one.code,
      plainCell(one.name),
      plainCell(one.email),
      decimalSum(amount, currency),
      currency,
      one.commissions,
      one.outcome ?? 'waits',
      decidedAt?.toISOString() ?? '',
    ]),
  )
}

export const waitingPayouts = ({ db }: Services) => openPayouts(db, MOST)

type Settled = { id: number; outcome: 'approved' | 'refused' }

/** Agrees to a payout that somebody else drew up, whose commissions are then paid, or refuses it. */
export async function settlePayout(
  trx: Trx,
  scope: Scope,
  { id, outcome }: Settled,
): Promise<void> {
  const { member, at } = scope
  const asked = await payoutById(trx, id)
  if (!asked) throw new ApiError('notFound', 'There is no such payout.')
  if (asked.askedBy === member.id)
    throw new ApiError('forbidden', 'You drew this payout up yourself. Another owner agrees to it.')
  if (!asked.isOpen) throw new ApiError('conflict', DECIDED_BEFORE)
  const paid = await decidePayout(trx, id, { outcome, by: member.id, at })
  await queuePostbacks(trx, paid, 'paid', at)
  await recordAct(trx, scope, {
    action: 'money.decidePayout',
    subjectId: null,
    details: { id, outcome },
  })
}
