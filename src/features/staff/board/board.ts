import type { Answer } from '#api/contract.ts'
import { plusDays, plusMonths, type SumSpan } from '#core/figures/days.ts'
import { type FunnelStep, funnelSteps, type Measure } from '#core/figures/measures.ts'
import { formatMoney } from '#money/prices/price-list.ts'
import type { getBoard } from './board.contract.ts'

export type BoardView = Answer<typeof getBoard>
/** What is long stands as a table on a page of its own: most would never look at it. */
export const boardTables = ['money', 'cohorts'] as const
export type BoardPart = {
  brand: string
  days: SumSpan
  sort: BrandColumn
  /** One of those alone; null: the board. */
  table: (typeof boardTables)[number] | null
}

export const brandColumns = [
  { name: 'name', label: 'Brand' },
  { name: 'joined', label: 'Joined' },
  { name: 'confirmed', label: 'Confirmed' },
  { name: 'active', label: 'There a day' },
  { name: 'firstPayment', label: 'First payments' },
  { name: 'payment', label: 'Charges' },
  { name: 'taken', label: 'Taken' },
  { name: 'back', label: 'Back' },
  { name: 'left', label: 'Left' },
] as const
type BrandColumn = (typeof brandColumns)[number]['name']

export function boardPath({ brand, days, sort, table }: BoardPart): string {
  const query = new URLSearchParams({
    ...(brand === '' ? {} : { brand }),
    ...(days === 30 ? {} : { days: `${days}` }),
    ...(sort === 'name' ? {} : { sort }),
    ...(table === null ? {} : { table }),
  })
  return query.size === 0 ? '/staff/board' : `/staff/board?${query.toString()}`
}

export type Money = { currency: string; sum: number }

export const moneyInWords = ({ currency, sum }: Money): string =>
  formatMoney({ amount: sum, currency })

/** By currency, which are never added to each other; the largest first. */
function moneyOf(rows: ReadonlyArray<{ currency: string; sum: number }>): Money[] {
  return [...Map.groupBy(rows, ({ currency }) => currency)]
    .map(([currency, own]) => ({ currency, sum: own.reduce((all, { sum }) => all + sum, 0) }))
    .filter(({ sum }) => sum !== 0)
    .toSorted((a, b) => b.sum - a.sum)
}

const signs: Readonly<Partial<Record<string, number>>> = { payment: 1, refund: -1, chargeback: -1 }

/** What was taken less what went back, of each bucket; a currency each, the largest first. */
export function moneyLines({ buckets, lines }: BoardView): Array<Money & { values: number[] }> {
  const moves = lines.filter(
    ({ measure, values }) => signs[measure] !== undefined && values.some((value) => value !== 0),
  )
  return [...Map.groupBy(moves, ({ currency }) => currency)]
    .map(([currency, own]) => {
      const values = buckets.map((_, at) =>
        own.reduce((all, one) => all + (signs[one.measure] ?? 0) * (one.values[at] ?? 0), 0),
      )
      return { currency, values, sum: values.reduce((all, value) => all + value, 0) }
    })
    .toSorted((a, b) => b.sum - a.sum)
}

type Sums = BoardView['sums']
const of = (sums: Sums, measure: Measure) => sums.filter((row) => row.measure === measure)
const timesOf = (sums: Sums, measure: Measure): number =>
  of(sums, measure).reduce((all, { count }) => all + count, 0)
const timesBefore = (sums: Sums, measure: Measure) =>
  of(sums, measure).reduce((all, { before }) => all + before.count, 0)

type Kind = {
  measure: Measure
  label: string
  /** Money is shown as such; `perDay`: an average. */
  shows: 'times' | 'money' | 'perDay'
  /** Whether more of it is good news. */
  isGood: boolean
}

const kinds: readonly Kind[] = [
  { measure: 'arrival', label: 'Arrivals', shows: 'times', isGood: true },
  { measure: 'joined', label: 'Joined', shows: 'times', isGood: true },
  { measure: 'confirmed', label: 'Addresses confirmed', shows: 'times', isGood: true },
  { measure: 'photo', label: 'First photo shown', shows: 'times', isGood: true },
  { measure: 'message', label: 'First message written', shows: 'times', isGood: true },
  { measure: 'active', label: 'Members there, a day', shows: 'perDay', isGood: true },
  { measure: 'firstPayment', label: 'First payments', shows: 'times', isGood: true },
  { measure: 'payment', label: 'Taken', shows: 'money', isGood: true },
  { measure: 'refund', label: 'Given back', shows: 'money', isGood: false },
  { measure: 'chargeback', label: 'Taken back by banks', shows: 'money', isGood: false },
  { measure: 'cancelled', label: 'Renewals ended', shows: 'times', isGood: false },
  { measure: 'left', label: 'Accounts deleted', shows: 'times', isGood: false },
]

export type Tile = {
  label: string
  values: string[]
  /** Against the days before, as `+12 %` without a break; null: there was nothing then. */
  change: string | null
  isBetter: boolean | null
  before: string
  line: number[]
}

export const whole = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 })

/** Of a year, a month of which a part is counted would fall at the end of each line. */
function wholeBuckets({ buckets, from, to }: BoardView, days: SumSpan): boolean[] {
  return buckets.map(
    (bucket) => days < 365 || (bucket >= from && plusMonths(bucket, 1) <= plusDays(to, 1)),
  )
}

export function tilesOf(board: BoardView, days: SumSpan): Tile[] {
  const isWhole = wholeBuckets(board, days)
  return kinds.map(({ measure, label, shows, isGood }) => {
    const rows = of(board.sums, measure)
    const taken = moneyOf(rows)
    const beforeTaken = moneyOf(rows.map(({ currency, before }) => ({ currency, sum: before.sum })))
    const main = taken[0]?.currency ?? beforeTaken[0]?.currency ?? ''
    const inMain = (money: readonly Money[]) =>
      money.find(({ currency }) => currency === main)?.sum ?? 0
    const divided = shows === 'perDay' ? days : 1
    const [now, before] =
      shows === 'money'
        ? [inMain(taken), inMain(beforeTaken)]
        : [timesOf(board.sums, measure), timesBefore(board.sums, measure)]
    const share = before === 0 ? null : (now - before) / before
    const line = board.lines.find(
      (one) => one.measure === measure && (shows !== 'money' || one.currency === main),
    )
    return {
      label,
      values:
        shows !== 'money'
          ? [whole.format(now / divided)]
          : taken.length === 0
            ? ['0']
            : taken.map(moneyInWords),
      change:
        share === null
          ? null
          : `${share < 0 ? '−' : '+'}${whole.format(Math.abs(share) * 100)}\u00a0%`,
      isBetter: share === null || share === 0 ? null : share > 0 === isGood,
      before:
        shows !== 'money'
          ? whole.format(before / divided)
          : beforeTaken.length === 0
            ? '0'
            : beforeTaken.map(moneyInWords).join(', '),
      line: (line?.values ?? board.buckets.map(() => 0)).filter((_, at) => isWhole[at]),
    }
  })
}

/** What the days that are compared leave out: it is not over. */
export function todayInWords({ today }: BoardView): string {
  const times = (measure: Measure) =>
    whole.format(
      today.filter((row) => row.measure === measure).reduce((all, { count }) => all + count, 0),
    )
  const taken = moneyOf(today.filter(({ measure }) => measure === 'payment')).map(moneyInWords)
  return `Today so far: ${times('arrival')} arrived, ${times('joined')} joined, ${times('firstPayment')} paid for the first time; taken: ${taken.join(', ') || 'nothing'}.`
}

export type FunnelRow = { label: string; count: number; ofJoined: string }

const funnelWords: Readonly<Record<FunnelStep, string>> = {
  confirmed: 'confirmed their address',
  photo: 'show a photo',
  message: 'wrote to somebody',
  firstPayment: 'paid',
}

/** Of those who arrived and joined in these days: how far they have come by now. */
export function funnelOf({ sums }: BoardView): FunnelRow[] {
  const joined = timesOf(sums, 'joined')
  const share = (count: number) =>
    joined === 0 ? '–' : `${whole.format((100 * count) / joined)} %`
  return [
    { label: 'came from elsewhere', count: timesOf(sums, 'arrival'), ofJoined: '' },
    { label: 'joined', count: joined, ofJoined: '' },
    ...funnelSteps.map((step) => {
      const count = sums
        .filter(({ measure, detail }) => measure === 'reached' && detail === step)
        .reduce((all, row) => all + row.count, 0)
      return { label: funnelWords[step], count, ofJoined: share(count) }
    }),
  ]
}

/** Card schemes warn from 0.9 % on, and end a shop that stays above. */
const AMBER = 0.005
const RED = 0.009
export type Light = 'amber' | 'red' | null

export function ratioLight(chargebacks: number, charges: number): Light {
  const ratio = charges === 0 ? 0 : chargebacks / charges
  return ratio >= RED ? 'red' : ratio >= AMBER ? 'amber' : null
}

export const shareInWords = (part: number, all: number): string =>
  all === 0 ? '–' : `${((100 * part) / all).toFixed(2)} %`

export type BrandRow = {
  brand: string
  name: string
  times: Record<'joined' | 'confirmed' | 'active' | 'firstPayment' | 'payment' | 'left', number>
  taken: Money[]
  back: Money[]
}

/** What each brand did, by a column; money by the sum of its largest currency. */
export function brandRows(
  board: BoardView,
  brands: ReadonlyArray<{ id: string; name: string }>,
  { days, sort }: Pick<BoardPart, 'days' | 'sort'>,
): BrandRow[] {
  const rows = brands.map(({ id, name }): BrandRow => {
    const own = board.brands.filter(({ brand }) => brand === id)
    const moneyIn = (...measures: Measure[]) =>
      moneyOf(own.filter(({ measure }) => measures.some((one) => one === measure)))
    const times = (measure: Measure) =>
      own.filter((row) => row.measure === measure).reduce((all, { count }) => all + count, 0)
    return {
      brand: id,
      name,
      times: {
        joined: times('joined'),
        confirmed: times('confirmed'),
        active: Math.round(times('active') / days),
        firstPayment: times('firstPayment'),
        payment: times('payment'),
        left: times('left'),
      },
      taken: moneyIn('payment'),
      back: moneyIn('refund', 'chargeback'),
    }
  })
  if (sort === 'name') return rows.toSorted((a, b) => a.name.localeCompare(b.name))
  const key = (row: BrandRow) =>
    sort === 'taken' || sort === 'back' ? (row[sort][0]?.sum ?? 0) : row.times[sort]
  return rows.toSorted((a, b) => key(b) - key(a))
}
