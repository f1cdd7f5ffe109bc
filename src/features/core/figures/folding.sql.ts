import { sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'
import { deleteSome } from '#db/delete-some.server.ts'
import { timeZones } from './counting.sql.ts'

/**
 * Adds up to `most` entries to the sums of their day, month and cohort, once; returns how many. A
 * source has rows of its own beside those of all, and so has a brand.
 */
export async function foldEntries(trx: Trx, most: number): Promise<number> {
  const { rows } = await sql<{ taken: number }>`
    with taken as (
      delete from figure_entries where id = any(array(
        select id from figure_entries order by id limit ${sql.lit(most)} for update skip locked
      )) returning *
    ),
    zoned as materialized (
      select taken.*, (at at time zone zone)::date as day, (joined_at at time zone zone)::date as joined
      from taken cross join lateral (select ${timeZones}::json ->> taken.brand as zone) as zones
    ),
    sourced as materialized (
      select kept.brand, measure, day, joined, detail, named.source, currency, count, sum
      from zoned
      cross join lateral (select '' as source union select zoned.source) as named
      cross join lateral (values (zoned.brand), ('')) as kept (brand)
    ),
    days as (
      insert into brand_days as kept (brand, measure, source, day, detail, currency, count, sum)
      select brand, measure, source, day, detail, currency, sum(count), sum(sum)
      from sourced where joined is null group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
      on conflict (brand, measure, source, day, detail, currency)
      do update set count = kept.count + excluded.count, sum = kept.sum + excluded.sum
    ),
    months as (
      insert into brand_months as kept (brand, measure, source, day, detail, currency, count, sum)
      select brand, measure, source, date_trunc('month', day)::date, detail, currency, sum(count), sum(sum)
      from sourced where joined is null group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
      on conflict (brand, measure, source, day, detail, currency)
      do update set count = kept.count + excluded.count, sum = kept.sum + excluded.sum
    ),
    cohorts as (
      insert into cohort_months as kept (brand, joined, month, source, currency, came, paid, sum)
      select brand, date_trunc('month', joined)::date,
        (extract(year from day) - extract(year from joined)) * 12 + extract(month from day) - extract(month from joined),
        source, currency,
        coalesce(sum(count) filter (where measure = 'came'), 0),
        coalesce(sum(count) filter (where measure = 'paid'), 0), sum(sum)
      from sourced where joined is not null group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
      on conflict (brand, joined, month, source, currency)
      do update set came = kept.came + excluded.came, paid = kept.paid + excluded.paid, sum = kept.sum + excluded.sum
    )
    select count(*)::int as taken from taken`.execute(trx)
  return rows[0]?.taken ?? 0
}

/** Throws away of whom it is known that they were counted, once their day or month is over. */
export function forgetCounted(db: Db, before: Date, most: number): Promise<number> {
  return deleteSome(db, 'counted_once', sql.ref('over_at'), before, most)
}
