import { DAY, HOUR, later } from '../lib/clock.ts'
import type { DemoPerson } from './people.ts'

type DemoOrder = { keyword: string; amount: number; currency: string; at: Date }
type DemoEntry = {
  amount: number
  reason: string
  at: Date
  to: number | null
}
/** A credit lot with its ledger entries; `order` is its payment. */
export type DemoLot = {
  source: 'purchase' | 'grant'
  expiresAt: Date
  at: Date
  order: DemoOrder | null
  entries: DemoEntry[]
}

const WELCOME_DAYS = 30

/**
 * A consistent ledger for a member of a credits brand: welcome credits, the cost of each sent
 * message, a pack whenever the balance would run out, and expiry.
 */
export function ledgerOf(
  person: DemoPerson,
  sent: ReadonlyArray<{ to: number; at: Date }>,
  now: Date,
): DemoLot[] {
  const { billing } = person.brand
  if (billing.model !== 'credits') return []
  const lots: DemoLot[] = []
  const give = (
    source: DemoLot['source'],
    credits: number,
    days: number,
    at: Date,
    order: DemoOrder | null,
  ): DemoLot => {
    const lot = {
      source,
      at,
      expiresAt: later(at, days * DAY),
      order,
      entries: [{ amount: credits, reason: source, at, to: null }],
    }
    lots.push(lot)
    return lot
  }
  const buy = (keyword: string | undefined, at: Date): DemoLot => {
    const pack = billing.packs.find((one) => one.keyword === keyword) ?? billing.packs[0]
    if (!pack) throw new Error(`${person.brand.id} sells credits and has no pack of them`)
    return give('purchase', pack.credits, pack.expiresAfter, at, {
      keyword: pack.keyword,
      ...pack.price,
      at,
    })
  }

  give('grant', billing.welcomeCredits, WELCOME_DAYS, person.joinedAt, null)
  const spends = sent.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  let bought = person.bought
  for (const message of spends) {
    if (bought && bought.at <= message.at) {
      buy(bought.keyword, bought.at)
      bought = null
    }
    const open = lots
      .filter(
        (lot) =>
          restOf(lot) >= billing.prices.message &&
          lot.at <= message.at &&
          lot.expiresAt > message.at,
      )
      .toSorted((a, b) => a.expiresAt.getTime() - b.expiresAt.getTime())
    const hourBefore = later(message.at, -HOUR)
    const lot =
      open[0] ?? buy(undefined, hourBefore > person.joinedAt ? hourBefore : person.joinedAt)
    lot.entries.push({
      amount: -billing.prices.message,
      reason: 'message',
      at: message.at,
      to: message.to,
    })
  }
  if (bought) buy(bought.keyword, bought.at)
  for (const lot of lots) {
    const rest = restOf(lot)
    if (lot.expiresAt <= now && rest > 0)
      lot.entries.push({ amount: -rest, reason: 'expiry', at: lot.expiresAt, to: null })
  }
  const missing = (person.keepsCredits ?? 0) - lots.reduce((sum, lot) => sum + restOf(lot), 0)
  if (person.keepsCredits !== null && missing > 0)
    give('grant', missing, 60, person.lastSeenAt, null)
  return lots
}

function restOf(lot: DemoLot): number {
  return lot.entries.reduce((sum, entry) => sum + entry.amount, 0)
}
