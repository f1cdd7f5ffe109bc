import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../../db/connection.server.ts'
import type { DayRange, SumRange } from './days.ts'
import type { Measure } from './measures.ts'

/** `brands`: of which; they are always given, so that each is found in the index. */
type Part = { brands: readonly string[]; measures: readonly Measure[] }
type Counted = { count: number; sum: number }

const counted = sql`sum(count)::float8 as count, sum(sum)::float8 as sum`

/** Rows of the days and months of ranges; without a source, those of all. */
function rowsIn(ranges: readonly SumRange[], { brands, measures }: Part): RawBuilder<unknown> {
  return sql.join(
    ranges.map(
      ({ from, until, isMonths }) => sql`
        select brand, measure, day, detail, source, currency, count, sum
        from ${sql.table(isMonths ? 'brand_months' : 'brand_days')}
        where brand = any(${[...brands]}) and measure = any(${[...measures]})
          and day >= ${from}::date and day < ${until}::date`,
    ),
    sql` union all `,
  )
}

export type BrandSum = Counted & {
  brand: string
  measure: Measure
  detail: string
  currency: string
  isBefore: boolean
}

export async function brandSums(
  db: Db,
  { now, before }: Record<'now' | 'before', readonly SumRange[]>,
  part: Part,
): Promise<BrandSum[]> {
  const { rows } = await sql<BrandSum>`
    select brand, measure, detail, currency, is_before as "isBefore", ${counted}
    from (
      select *, false as is_before from (${rowsIn(now, part)}) as now
      union all select *, true from (${rowsIn(before, part)}) as before
    ) as kept
    where source = '' group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`.execute(db)
  return rows
}

export type LinePoint = Counted & { measure: Measure; currency: string; bucket: string }

/** By day, or by month. */
export async function linePoints(
  db: Db | Trx,
  ranges: readonly SumRange[],
  by: 'day' | 'month',
  part: Part,
): Promise<LinePoint[]> {
  const bucket = by === 'day' ? sql`day` : sql`date_trunc('month', day)`
  const { rows } = await sql<LinePoint>`
    select measure, currency, to_char(${bucket}, 'YYYY-MM-DD') as bucket, ${counted}
    from (${rowsIn(ranges, part)}) as kept
    where source = '' group by 1, 2, 3 order by 1, 2, 3`.execute(db)
  return rows
}

export type SourceSum = Counted & { source: string; measure: Measure; currency: string }

export async function sourceSums(
  db: Db,
  ranges: readonly SumRange[],
  part: Part,
): Promise<SourceSum[]> {
  const { rows } = await sql<SourceSum>`
    select source, measure, currency, ${counted}
    from (${rowsIn(ranges, part)}) as kept
    where source <> '' group by 1, 2, 3 order by 1, 2, 3`.execute(db)
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

/** Of those who joined in these months. */
export async function cohortRows(
  db: Db,
  brands: readonly string[],
  { from, until }: DayRange,
): Promise<CohortRow[]> {
  const { rows } = await sql<CohortRow>`
    select to_char(joined, 'YYYY-MM-DD') as joined, month, currency,
      sum(came)::float8 as came, sum(paid)::float8 as paid, sum(sum)::float8 as sum
    from cohort_months
    where brand = any(${[...brands]}) and joined >= ${from}::date and joined < ${until}::date and source = ''
    group by 1, 2, 3 order by 1, 2, 3`.execute(db)
  return rows
}

/** Accounts that were made, by month. */
export async function cohortSizes(
  db: Db,
  brands: readonly string[],
  { from, until }: DayRange,
): Promise<Array<{ joined: string; size: number }>> {
  const { rows } = await sql<{ joined: string; size: number }>`
    select to_char(day, 'YYYY-MM-DD') as joined, sum(count)::float8 as size
    from brand_months
    where brand = any(${[...brands]}) and measure = ${'joined' satisfies Measure}
      and day >= ${from}::date and day < ${until}::date and source = ''
    group by 1 order by 1`.execute(db)
  return rows
}

/** Credits that members hold, by the month (UTC) in which they expire, from this one on. */
export async function creditsOwed(
  db: Db,
  brands: readonly string[],
  month: string,
): Promise<Array<{ month: string; credits: number }>> {
  const { rows } = await sql<{ month: string; credits: number }>`
    select detail as month, sum(sum)::float8 as credits
    from brand_months
    where brand = any(${[...brands]}) and measure = ${'creditsOwed' satisfies Measure}
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
