import type { Services } from '#api/services.server.ts'
import { type SentBy, sentBy } from '#core/accounts/sent-by.sql.ts'
import type { Trx } from '#db/connection.server.ts'
import { inBatches, type Job } from '#jobs/worker.server.ts'
import { DAY, HOUR, later } from '#lib/clock.ts'
import { paymentCalled } from '#money/orders/payments.sql.ts'
import { affiliateOfSource, campaignCalled } from '../affiliates.sql.ts'
import { queuePostbacks } from '../postbacks/postbacks.sql.ts'
import { termsNow } from '../terms/terms.sql.ts'
import { backOf, type Earned, earnedByJoin, earnedByPayment } from '../terms/terms.ts'
import {
  approveDue,
  type Commission,
  commissionOfPayment,
  insertCommission,
  type NewCommission,
  rejectCommissions,
  returnsOf,
  setReturn,
} from './commissions.sql.ts'
import { countDay } from './days.sql.ts'

type Sent = SentBy & { affiliateId: number; campaign: string }

async function affiliateBehind(trx: Trx, accountId: number): Promise<Sent | undefined> {
  const sent = await sentBy(trx, accountId)
  const affiliate = sent && (await affiliateOfSource(trx, sent.source))
  if (!affiliate) return undefined
  const campaign = await campaignCalled(trx, affiliate.id, sent.campaignId)
  return { ...sent, affiliateId: affiliate.id, campaign }
}

/** Somebody confirmed the address with which they joined. */
export async function earnByJoin(trx: Trx, accountId: number, at: Date): Promise<void> {
  const sent = await affiliateBehind(trx, accountId)
  if (!sent) return
  const { affiliateId, campaign } = sent
  await countDay(trx, { affiliateId, campaign, what: 'confirmed', count: 1 }, at)
  const terms = await termsNow(trx, affiliateId)
  const earned = terms && earnedByJoin(terms)
  if (!earned) return
  const { brand } = sent
  await earn(trx, sent, earned, terms.holdDays, {
    accountId,
    brand,
    reference: null,
    charge: 0,
    at,
  })
}

type Charged = {
  accountId: number
  brand: string
  reference: string
  amount: number
  currency: string
  at: Date
}

export async function earnByPayment(
  trx: Trx,
  charged: Charged & { isFirst: boolean },
): Promise<void> {
  const { accountId, brand, reference, amount: charge, at } = charged
  const sent = await affiliateBehind(trx, accountId)
  const terms = sent && (await termsNow(trx, sent.affiliateId))
  const earned = terms && earnedByPayment(terms, charged, sent.joinedAt)
  if (!earned) return
  const isNew = await earn(trx, sent, earned, terms.holdDays, {
    accountId,
    brand,
    reference,
    charge,
    at,
  })
  const commission = isNew ? await commissionOfPayment(trx, reference) : undefined
  if (!commission) return
  let before = 0
  for (const early of await returnsOf(trx, reference)) {
    await takeBack(trx, commission, { reference, id: early.id, before, more: early.charge, at })
    before += early.charge
  }
}

async function earn(
  trx: Trx,
  { affiliateId, campaign, subid }: Sent,
  { kind, amount, currency }: Earned,
  holdDays: number,
  of: Pick<NewCommission, 'accountId' | 'brand' | 'reference' | 'charge' | 'at'>,
): Promise<boolean> {
  const id = await insertCommission(trx, {
    ...{ affiliateId, campaign, subid, kind, amount, currency },
    ...of,
    dueAt: later(of.at, holdDays * DAY),
    approvedAt: null,
  })
  if (id !== null) await queuePostbacks(trx, [id], 'pending', of.at)
  return id !== null
}

/** A refund or a chargeback, perhaps of a part, perhaps of a payment that is reported later. */
export async function returnMoney(trx: Trx, returned: Charged): Promise<void> {
  const { accountId, brand, reference, amount: more, currency, at } = returned
  const commission = await commissionOfPayment(trx, reference)
  const earlier = await returnsOf(trx, reference)
  const before = earlier.reduce((sum, { charge }) => sum + charge, 0)
  if (commission) return takeBack(trx, commission, { reference, id: null, before, more, at })
  // A payment that is in the books earned nothing; of another, nobody knows yet.
  if (await paymentCalled(trx, reference)) return
  const sent = await affiliateBehind(trx, accountId)
  if (!sent) return
  await insertCommission(trx, {
    ...{ affiliateId: sent.affiliateId, campaign: sent.campaign, subid: sent.subid },
    ...{ kind: 'return', accountId, brand, reference, charge: more, amount: 0, currency, at },
    dueAt: at,
    approvedAt: null,
  })
}

type Back = {
  reference: string
  /** Of the row where it came before the payment. */
  id: number | null
  /** Of the charge, what had gone back, and what goes back now. */
  before: number
  more: number
  at: Date
}

/**
 * The whole charge in its time rejects the commission. A part of it, or what comes later, is a row
 * below zero, so that together they are always the affiliate's part of what stayed.
 */
async function takeBack(trx: Trx, commission: Commission, back: Back): Promise<void> {
  const { reference, before, at } = back
  const more = Math.min(back.more, commission.charge - before)
  if (commission.rejectedAt || more <= 0) return
  const isInTime = at < commission.dueAt
  if (isInTime && before + more >= commission.charge) {
    const parts = await returnsOf(trx, reference)
    const ids = [commission.id, ...parts.map(({ id }) => id)]
    const rejected = await rejectCommissions(trx, ids, { by: null, at })
    commission.rejectedAt = at
    return queuePostbacks(trx, rejected, 'rejected', at)
  }
  const amount = backOf(commission, before) - backOf(commission, before + more)
  const row = {
    amount,
    currency: commission.currency,
    dueAt: isInTime ? commission.dueAt : at,
    approvedAt: isInTime ? null : at,
  }
  const { affiliateId, accountId, campaign, subid, brand } = commission
  const id = back.id
  if (id !== null) await setReturn(trx, id, row)
  const made =
    id ??
    (await insertCommission(trx, {
      ...{ affiliateId, accountId, campaign, subid, brand, reference, charge: more, at },
      kind: 'return',
      ...row,
    }))
  if (made !== null && amount !== 0)
    await queuePostbacks(trx, [made], isInTime ? 'pending' : 'approved', at)
}

/** Hourly: what nobody took back in its time is approved. */
export const approvalJob: Job = {
  name: 'commissions',
  period: HOUR,
  start: (services) => ({
    run: (stopping) => inBatches(stopping, (most) => approveSome(services, most)),
  }),
}

async function approveSome({ db, clock }: Services, most: number): Promise<number> {
  const at = clock.now()
  return db.transaction().execute(async (trx) => {
    const ids = await approveDue(trx, at, most)
    await queuePostbacks(trx, ids, 'approved', at)
    return ids.length
  })
}
