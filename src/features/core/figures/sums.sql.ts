import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../../db/connection.server.ts'
import type { DayRange, SumRange } from './days.ts'
import type { Measure } from './measures.ts'

/** Of a brand, or of all where it is empty. */
type Part = { brand: string; measures: readonly Measure[] }
type Counted = { count: number; sum: number }

/** Sums of bigint are of arbitrary precision, and take four times as long. */
const counted = sql`sum(count::float8) as count, sum(sum::float8) as sum`

/** Rows of the days and months of ranges, as `of` says. */
function rowsIn(
  ranges: readonly SumRange[],
  measures: readonly Measure[],
  of: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql.join(
    ranges.map(
      ({ from, until, isMonths }) => sql`
        select brand, measure, source, day, detail, currency, count, sum
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
  isBefore: boolean
}

/** In the ranges, and in those before them. */
export async function detailSums(
  db: Db,
  { now, before }: Record<'now' | 'before', readonly SumRange[]>,
  { brand, measures }: Part,
): Promise<DetailSum[]> {
  const of = allSourcesOf(brand)
  const { rows } = await sql<DetailSum>`
    select measure, detail, currency, is_before as "isBefore", ${counted}
    from (
      select *, false as is_before from (${rowsIn(now, measures, of)}) as now
      union all select *, true from (${rowsIn(before, measures, of)}) as before
    ) as kept
    group by 1, 2, 3, 4 order by 1, 2, 3, 4`.execute(db)
  return rows
}

export type LinePoint = Counted & { measure: Measure; currency: string; bucket: string }

export async function linePoints(
  db: Db | Trx,
  ranges: readonly SumRange[],
  by: 'day' | 'month',
  { brand, measures }: Part,
): Promise<LinePoint[]> {
  const bucket = by === 'day' ? sql`day` : sql`date_trunc('month', day)`
  const { rows } = await sql<LinePoint>`
    select measure, currency, to_char(${bucket}, 'YYYY-MM-DD') as bucket, ${counted}
    from (${rowsIn(ranges, measures, allSourcesOf(brand))}) as kept
    group by 1, 2, 3 order by 1, 2, 3`.execute(db)
  return rows
}

export type BrandSum = Counted & { brand: string; measure: Measure; currency: string }

export async function brandSums(
  db: Db,
  ranges: readonly SumRange[],
  brands: readonly string[],
  measures: readonly Measure[],
): Promise<BrandSum[]> {
  const of = sql`brand = any(${[...brands]}) and source = ''`
  const { rows } = await sql<BrandSum>`
    select brand, measure, currency, ${counted}
    from (${rowsIn(ranges, measures, of)}) as kept
    group by 1, 2, 3 order by 1, 2, 3`.execute(db)
  return rows
}

export type SourceSum = Counted & { source: string; measure: Measure; currency: string }

export async function sourceSums(
  db: Db,
  ranges: readonly SumRange[],
  { brand, measures }: Part,
): Promise<SourceSum[]> {
  const { rows } = await sql<SourceSum>`
    select source, measure, currency, ${counted}
    from (${rowsIn(ranges, measures, sql`brand = ${brand} and source > ''`)}) as kept
    group by 1, 2, 3 order by 1, 2, 3`.execute(db)
  return rows
}

export type CohortRow = {
  joined: string
  month: number
  currency: string
  came: number
  paid: number
  sum: number
}

export async function cohortRows(
  db: Db,
  brand: string,
  { from, until }: DayRange,
): Promise<CohortRow[]> {
  const { rows } = await sql<CohortRow>`
    select to_char(joined, 'YYYY-MM-DD') as joined, month, currency,
      sum(came)::float8 as came, sum(paid)::float8 as paid, sum(sum)::float8 as sum
    from cohort_months
    where brand = ${brand} and joined >= ${from}::date and joined < ${until}::date and source = ''
    group by 1, 2, 3 order by 1, 2, 3`.execute(db)
  return rows
}

/** Accounts that were made, by month. */
export async function cohortSizes(
  db: Db,
  brand: string,
  { from, until }: DayRange,
): Promise<Array<{ joined: string; size: number }>> {
  const { rows } = await sql<{ joined: string; size: number }>`
    select to_char(day, 'YYYY-MM-DD') as joined, sum(count)::float8 as size
    from brand_months
    where brand = ${brand} and measure = ${'joined' satisfies Measure}
      and day >= ${from}::date and day < ${until}::date and source = ''
    group by 1 order by 1`.execute(db)
  return rows
}

/** Credits that members hold, by the month (UTC) in which they expire, from this one on. */
export async function creditsOwed(
  db: Db,
  brand: string,
  month: string,
): Promise<Array<{ month: string; credits: number }>> {
  const { rows } = await sql<{ month: string; credits: number }>`
    select detail as month, sum(sum)::float8 as credits
    from brand_months
    where brand = ${brand} and measure = ${'creditsOwed' satisfies Measure}
      and detail >= ${month} and source = ''
    group by 1 having sum(sum) <> 0 order by 1`.execute(db)
  return rows
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
