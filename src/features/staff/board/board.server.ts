import { type Handler, handle } from '../../../api/call.server.ts'
import { brandById, brands } from '../../../sites/registry.ts'
import {
  bucketsOf,
  dayAt,
  plusDays,
  plusMonths,
  type SumRange,
  type SumSpan,
  spanOf,
  sumRanges,
} from '../../core/figures/days.ts'
import type { Measure } from '../../core/figures/measures.ts'
import {
  brandSums,
  type CohortRow,
  cohortRows,
  cohortSizes,
  creditsOwed,
  type DetailSum,
  detailSums,
  linePoints,
  type SourceSum,
  sourceSums,
} from '../../core/figures/sums.sql.ts'
import { openDifferences } from '../../money/books/reconciliation.sql.ts'
import { openDunnings } from '../../money/contracts/dunning/dunning.sql.ts'
import { providers } from '../../money/orders/providers.ts'
import { lastHeard } from '../../money/orders/webhook-events.sql.ts'
import { getBoard } from './board.contract.ts'

const summed: readonly Measure[] = [
  'arrival',
  'joined',
  'confirmed',
  'photo',
  'message',
  'active',
  'firstPayment',
  'reached',
  'payment',
  'charge',
  'refund',
  'chargeback',
  'declined',
  'dunning',
  'cancelled',
  'left',
]
const drawn: readonly Measure[] = [
  'arrival',
  'joined',
  'confirmed',
  'photo',
  'message',
  'active',
  'firstPayment',
  'payment',
  'refund',
  'chargeback',
  'cancelled',
  'left',
]
const compared: readonly Measure[] = [
  'joined',
  'confirmed',
  'active',
  'firstPayment',
  'payment',
  'refund',
  'chargeback',
  'left',
]
const ofSources: readonly Measure[] = ['arrival', 'joined', 'confirmed', 'firstPayment', 'payment']
const COHORTS = 12

const boardHandler = handle(getBoard, async ({ query, services: { db }, at }) => {
  const days = Number(query.days) as SumSpan
  const one = brandById(query.brand)
  const of = one ? [one.id] : brands.map(({ id }) => id)
  // Of all brands it is the day in UTC, of which each has its own hours.
  const today = dayAt(at, one?.timeZone ?? 'UTC')
  const { now, before } = spanOf(today, days)
  const ranges = { now: sumRanges(now, days), before: sumRanges(before, days) }
  const joinedIn = { from: plusMonths(today, 1 - COHORTS), until: plusMonths(today, 1) }
  const byDay: readonly SumRange[] = [{ ...now, isMonths: false }]
  const brand = one?.id ?? ''
  const [sums, lines, ofBrands, bySource, came, sizes, owed, heard, differences, open] =
    await Promise.all([
      detailSums(db, ranges, { brand, measures: summed }),
      days < 365
        ? linePoints(db, byDay, 'day', { brand, measures: drawn })
        : linePoints(db, ranges.now, 'month', { brand, measures: drawn }),
      brandSums(db, ranges.now, of, compared),
      sourceSums(db, ranges.now, { brand, measures: ofSources }),
      cohortRows(db, brand, joinedIn),
      cohortSizes(db, brand, joinedIn),
      creditsOwed(db, brand, today.slice(0, 7)),
      lastHeard(db, providers),
      openDifferences(db),
      openDunnings(db, of),
    ])
  const times = (measure: Measure, detail: string) =>
    sums
      .filter((row) => !row.isBefore && row.measure === measure && row.detail === detail)
      .reduce((all, { count }) => all + count, 0)
  return {
    at: at.toISOString(),
    from: now.from,
    to: plusDays(now.until, -1),
    sums: withBefore(sums),
    brands: ofBrands,
    buckets: bucketsOf(now, days),
    lines,
    cohorts: sizes.map((size) => ({ ...size, months: monthsSince(size.joined, came) })),
    owed,
    sources: sourcesOf(bySource),
    processors: providers.map((name) => ({
      name,
      charges: times('charge', name),
      declined: times('declined', name),
      chargebacks: times('chargeback', name),
      heardAt: heard.get(name)?.toISOString() ?? null,
      differences: differences.get(name) ?? 0,
    })),
    dunning: {
      open,
      won: times('dunning', 'recovered'),
      lost:
        times('dunning', 'ended') + times('dunning', 'cancelled') + times('dunning', 'chargedBack'),
    },
  }
})

const nothing = { count: 0, sum: 0 }

function withBefore(rows: readonly DetailSum[]) {
  const keyed = Map.groupBy(rows, ({ measure, detail, currency }) =>
    JSON.stringify([measure, detail, currency]),
  )
  return [...keyed.values()].flatMap((pair) => {
    const [first] = pair
    if (!first) return []
    const { measure, detail, currency } = first
    const [now = nothing, before = nothing] = [false, true].map((isBefore) =>
      pair.find((row) => row.isBefore === isBefore),
    )
    return [
      {
        ...{ measure, detail, currency },
        ...{ count: now.count, sum: now.sum },
        before: { count: before.count, sum: before.sum },
      },
    ]
  })
}

function monthsSince(joined: string, rows: readonly CohortRow[]) {
  const own = Map.groupBy(
    rows.filter((row) => row.joined === joined),
    ({ month }) => month,
  )
  return [...own].map(([month, parts]) => ({
    month,
    came: parts.reduce((all, part) => all + part.came, 0),
    paid: parts.reduce((all, part) => all + part.paid, 0),
    sums: parts
      .filter(({ currency }) => currency !== '')
      .map(({ currency, sum }) => ({ currency, sum })),
  }))
}

function sourcesOf(rows: readonly SourceSum[]) {
  return [...Map.groupBy(rows, ({ source }) => source)].map(([source, own]) => {
    const times = (measure: Measure) =>
      own.filter((row) => row.measure === measure).reduce((all, { count }) => all + count, 0)
    return {
      source,
      arrivals: times('arrival'),
      joined: times('joined'),
      confirmed: times('confirmed'),
      paid: times('firstPayment'),
      taken: own
        .filter(({ measure }) => measure === 'payment')
        .map(({ currency, sum }) => ({ currency, sum })),
    }
  })
}

export const boardHandlers: Handler[] = [boardHandler]
