import { ApiError } from '#api/errors.ts'
import type { Scope } from '#api/member.server.ts'
import type { Services } from '#api/services.server.ts'
import { recordAct } from '#core/audit/audit.sql.ts'
import type { Trx } from '#db/connection.server.ts'
import { changeSetting } from '#db/kept-settings.server.ts'
import type { Job } from '#jobs/worker.server.ts'
import { HOUR } from '#lib/clock.ts'
import { csvOf } from '#lib/csv.ts'
import { tellOfPayouts } from '../account/owner-mails.server.ts'
import { plainCell } from '../plain-cell.ts'
import { queuePostbacks } from '../postbacks/postbacks.sql.ts'
import { decimalSum } from '../postbacks/postbacks.ts'
import { termsNow } from '../terms/terms.sql.ts'
import {
  askForPayout,
  decidePayout,
  fillPayout,
  insertPayout,
  lastPayouts,
  openPayouts,
  payoutById,
  unpaidSums,
} from './payouts.sql.ts'

export const DECIDED_BEFORE =
  'This request has ended already: somebody has decided it. Nothing was changed.'

const MOST = 200
const MOST_IN_FILE = 1000

/** The first day of the month before, and the first moment after it, in UTC. */
function monthBefore(at: Date): { month: string; end: Date } {
  const end = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1))
  const start = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - 1, 1))
  return { month: start.toISOString().slice(0, 10), end }
}

/**
 * Draws up what each affiliate gets for all that was approved until the last month's end and reaches
 * their minimum; what does not, or is below zero, waits. Returns how many there are.
 */
async function drawUpPayouts(trx: Trx, at: Date): Promise<number> {
  const { month, end } = monthBefore(at)
  let count = 0
  for (const sum of await unpaidSums(trx, end)) {
    const { affiliateId, currency } = sum
    const terms = await termsNow(trx, affiliateId)
    if (sum.amount < Math.max(1, terms?.minimum ?? 0)) continue
    const id = await insertPayout(trx, { affiliateId, month, currency, at }, sum)
    if (id === null) continue
    await fillPayout(trx, id, { affiliateId, currency }, end)
    count += 1
  }
  return count
}

/**
 * Once a month has ended, by UTC as all days of affiliates are: what was refused of it, or missed
 * before it, is part of the next.
 */
export const payoutJob: Job = {
  name: 'payouts',
  period: HOUR,
  start: (services) => ({
    async run() {
      const at = services.clock.now()
      const month = monthBefore(at).month.slice(0, 7)
      await services.db.transaction().execute(async (trx) => {
        // Whoever comes second waits here for the first.
        if (!(await changeSetting(trx, 'payoutsDrawnUp', month))) return
        const count = await drawUpPayouts(trx, at)
        if (count > 0) await tellOfPayouts(services, trx, month, count)
      })
    },
  }),
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

/**
 * Two owners agree: the first asks for it, after the second its commissions are paid. One refuses.
 * Returns what it is now.
 */
export async function settlePayout(
  trx: Trx,
  scope: Scope,
  { id, outcome }: Settled,
): Promise<Settled['outcome'] | 'asked'> {
  const { member, at } = scope
  const asked = await payoutById(trx, id)
  if (!asked) throw new ApiError('notFound', 'There is no such payout.')
  if (!asked.isOpen) throw new ApiError('conflict', DECIDED_BEFORE)
  const record = (action: string, details: Record<string, string>) =>
    recordAct(trx, scope, {
      action: `money.${action}`,
      subjectId: null,
      details: { id, ...details },
    })
  if (outcome === 'approved' && asked.askedBy === null) {
    await askForPayout(trx, id, member.id)
    await record('askForPayout', {})
    return 'asked'
  }
  if (asked.askedBy === member.id)
    throw new ApiError(
      'forbidden',
      'You agreed to this payout already. Another owner does so, too.',
    )
  const paid = await decidePayout(trx, id, { outcome, by: member.id, at })
  await queuePostbacks(trx, paid, 'paid', at)
  await record('decidePayout', { outcome })
  return outcome
}
