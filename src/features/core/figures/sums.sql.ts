import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/connection.server.ts'
import type { DayRange, SumRange } from './days.ts'
import type { Measure } from './measures.ts'

/** Of a brand, or of all where it is empty. */
type Part = { brand: string; measures: readonly Measure[] }
type Counted = { count: number; sum: number }

const counted = sql`sum(count) as count, sum(sum) as sum`
/** Nothing is left of what happened only in days that are taken off. */
const isLeft = sql`(sum(count) <> 0 or sum(sum) <> 0)`

/**
 * Rows of the days and months of ranges, as `of` says. Sums of bigint are of arbitrary precision,
 * and take four times as long.
 */
function rowsIn(
  ranges: readonly SumRange[],
  measures: readonly Measure[],
  of: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql.join(
    ranges.map(
      ({ from, until, isMonths, sign }) => sql`
        select brand, measure, source, day, detail, currency,
          ${sql.lit(sign)} * count::float8 as count, ${sql.lit(sign)} * sum::float8 as sum
        from ${sql.table(isMonths ? 'brand_months' : 'brand_days')}
        where ${of} and measure = any(${[...measures]}) and day >= ${from}::date and day < ${until}::date`,
    ),
    sql` union all `,
  )
}
const allSourcesOf = (brand: string) => sql`brand = ${brand} and source = ''`

export type DetailSum = Counted & {
  measure: Measure
  detail: string
  currency: string
  before: Counted
}

export function detailSums(
  { now, before }: Record<'now' | 'before', readonly SumRange[]>,
  { brand, measures }: Part,
): RawBuilder<DetailSum> {
  const side = (isNow: boolean, ranges: readonly SumRange[]) => sql`
    select ${sql.lit(isNow)} as is_now, measure, detail, currency, ${counted}
    from (${rowsIn(ranges, measures, allSourcesOf(brand))}) as kept
    group by 2, 3, 4 having ${isLeft}`
  return sql`
    select measure, detail, currency,
      coalesce(sum(count) filter (where is_now), 0) as count, coalesce(sum(sum) filter (where is_now), 0) as sum,
      json_build_object(
        'count', coalesce(sum(count) filter (where not is_now), 0),
        'sum', coalesce(sum(sum) filter (where not is_now), 0)
      ) as before
    from (${side(true, now)} union all ${side(false, before)}) as sides
    group by 1, 2, 3`
}

/** By first days of buckets: the sum of what is money, of all else how often it happened. */
export type MeasureLine = { measure: Measure; currency: string; values: Record<string, number> }

export function lines(
  ranges: readonly SumRange[],
  by: 'day' | 'month',
  { brand, measures }: Part,
): RawBuilder<MeasureLine> {
  const bucket = by === 'day' ? sql`day` : sql`date_trunc('month', day)::date`
  return sql`
    select measure, currency, json_object_agg(bucket, value) as values
    from (
      select measure, currency, ${bucket} as bucket,
        sum(case when currency = '' then count else sum end) as value
      from (${rowsIn(ranges, measures, allSourcesOf(brand))}) as kept
      group by 1, 2, 3 having ${isLeft}
    ) as points
    group by 1, 2`
}

export type BrandSum = Counted & { brand: string; measure: Measure; currency: string }

export function brandSums(
  ranges: readonly SumRange[],
  brands: readonly string[],
  measures: readonly Measure[],
): RawBuilder<BrandSum> {
  const of = sql`brand = any(${[...brands]}) and source = ''`
  return sql`
    select brand, measure, currency, ${counted}
    from (${rowsIn(ranges, measures, of)}) as kept
    group by 1, 2, 3 having ${isLeft}`
}

export type SourceSum = Counted & { source: string; measure: Measure; currency: string }

export function sourceSums(
  ranges: readonly SumRange[],
  { brand, measures }: Part,
): RawBuilder<SourceSum> {
  return sql`
    select source, measure, currency, ${counted}
    from (${rowsIn(ranges, measures, sql`brand = ${brand} and source > ''`)}) as kept
    group by 1, 2, 3 having ${isLeft} order by 1, 2, 3`
}

export type CohortRow = {
  joined: string
  month: number
  currency: string
  came: number
  paid: number
  sum: number
}

export function cohortRows(brand: string, { from, until }: DayRange): RawBuilder<CohortRow> {
  return sql`
    select joined, month, currency, came, paid, sum from cohort_months
    where brand = ${brand} and joined >= ${from}::date and joined < ${until}::date and source = ''
    order by joined, month, currency`
}

/** Accounts that were made, by month. */
export function cohortSizes(
  brand: string,
  { from, until }: DayRange,
): RawBuilder<{ joined: string; size: number }> {
  return sql`
    select day as joined, sum(count::float8) as size
    from brand_months
    where brand = ${brand} and measure = ${'joined' satisfies Measure}
      and day >= ${from}::date and day < ${until}::date and source = ''
    group by 1 order by 1`
}

/** Credits that members hold, by the month (UTC) in which they expire, from this one on. */
export function creditsOwed(
  brand: string,
  month: string,
): RawBuilder<{ month: string; credits: number }> {
  return sql`
    select detail as month, sum(sum::float8) as credits
    from brand_months
    where brand = ${brand} and measure = ${'creditsOwed' satisfies Measure}
      and detail >= ${month} and source = ''
    group by 1 having sum(sum) <> 0 order by 1`
}

/** Since the first day. */
export async function everCounted(
  db: Db,
  brands: readonly string[],
  measures: readonly Measure[],
): Promise<Array<{ brand: string; measure: Measure; count: number }>> {
  const { rows } = await sql<{ brand: string; measure: Measure; count: number }>`
    select brand, measure, sum(count)::float8 as count from brand_months
    where brand = any(${[...brands]}) and measure = any(${[...measures]}) and source = ''
    group by 1, 2`.execute(db)
  return rows
}
