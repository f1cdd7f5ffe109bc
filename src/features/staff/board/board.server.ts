import { type Handler, handle } from '#api/call.server.ts'
import {
  asDays,
  bucketsOf,
  dayAt,
  plusDays,
  plusMonths,
  type SumSpan,
  spanOf,
  sumRanges,
} from '#core/figures/days.ts'
import type { Measure } from '#core/figures/measures.ts'
import {
  brandSums,
  type CohortRow,
  cohortRows,
  cohortSizes,
  creditsOwed,
  detailSums,
  lines,
  type SourceSum,
  sourceSums,
} from '#core/figures/sums.sql.ts'
import { together } from '#db/together.server.ts'
import { openDifferences } from '#money/books/reconciliation.sql.ts'
import { openDunnings } from '#money/contracts/dunning/dunning.sql.ts'
import { lastHeard } from '#money/orders/webhook-events.sql.ts'
import { providers } from '#money/processors/processors.server.ts'
import { brandById, brands } from '#sites/registry.ts'
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
const soFar: readonly Measure[] = ['arrival', 'joined', 'firstPayment', 'payment']
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
  const brand = one?.id ?? ''
  const read = await together(db, {
    sums: detailSums(ranges, { brand, measures: summed }),
    lines: lines(days < 365 ? [asDays(now)] : ranges.now, days < 365 ? 'day' : 'month', {
      brand,
      measures: drawn,
    }),
    today: brandSums([asDays({ from: today, until: plusDays(today, 1) })], [brand], soFar),
    ofBrands: brandSums(ranges.now, of, compared),
    bySource: sourceSums(ranges.now, { brand, measures: ofSources }),
    came: cohortRows(brand, joinedIn),
    sizes: cohortSizes(brand, joinedIn),
    owed: creditsOwed(brand, today.slice(0, 7)),
    heard: lastHeard(db, providers),
    differences: openDifferences(db),
    dunnings: openDunnings(db, of),
  })
  const { sums, ofBrands, bySource, came, sizes, owed, dunnings } = read
  const heard = new Map(
    read.heard.map(({ provider, at: last }) => [provider, last && new Date(last).toISOString()]),
  )
  const differences = new Map(read.differences.map((one) => [one.provider, one.open]))
  const buckets = bucketsOf(now, days)
  const times = (measure: Measure, detail: string) =>
    sums
      .filter((row) => row.measure === measure && row.detail === detail)
      .reduce((all, { count }) => all + count, 0)
  return {
    at: at.toISOString(),
    from: now.from,
    to: plusDays(now.until, -1),
    sums,
    today: read.today.map(({ measure, currency, count, sum }) => ({
      measure,
      currency,
      count,
      sum,
    })),
    brands: ofBrands,
    buckets,
    lines: read.lines.map(({ values, ...line }) => ({
      ...line,
      values: buckets.map((bucket) => values[bucket] ?? 0),
    })),
    cohorts: sizes.map((size) => ({ ...size, months: monthsSince(size.joined, came) })),
    owed,
    sources: sourcesOf(bySource),
    processors: providers.map((name) => ({
      name,
      charges: times('charge', name),
      declined: times('declined', name),
      chargebacks: times('chargeback', name),
      heardAt: heard.get(name) ?? null,
      differences: differences.get(name) ?? 0,
    })),
    dunning: {
      open: dunnings[0]?.open ?? 0,
      won: times('dunning', 'recovered'),
      lost:
        times('dunning', 'ended') + times('dunning', 'cancelled') + times('dunning', 'chargedBack'),
    },
  }
})

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
