import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'
import { rowsOf } from '#db/rows-of.ts'
import { DAY, later } from '#lib/clock.ts'
import { brands } from '#sites/registry.ts'
import type { CohortMeasure, FunnelStep, Measure } from './measures.ts'

export const timeZones = JSON.stringify(
  Object.fromEntries(brands.map(({ id, timeZone }) => [id, timeZone])),
)

type What = {
  measure: Measure
  detail?: string
  currency?: string
  count?: number
  sum?: number
  at: Date
}

/** Counts what happened on a brand, once the transaction commits. */
export async function count(
  trx: Db | Trx,
  { brand, source = '', ...what }: What & { brand: string; source?: string },
): Promise<void> {
  await trx
    .insertInto('figure_entries')
    .values({ brand, source, ...columnsOf(what), joined_at: null })
    .execute()
}

/** Counts what an account did, on its brand where no other is given, for whoever sent it. */
export async function countOf(
  trx: Db | Trx,
  accountId: number,
  { brand, ...what }: What & { brand?: string },
): Promise<void> {
  const { at, measure, detail, currency, count: times, sum } = columnsOf(what)
  await sql`
    insert into figure_entries (brand, at, measure, detail, source, currency, count, sum)
    select coalesce(${brand ?? null}, brand), ${at}, ${measure}, ${detail}, source, ${currency}, ${times}::int, ${sum}::bigint
    from accounts where id = ${accountId}`.execute(trx)
}

/** As `countOf`, of rows of another statement: of each account `at`, `measure`, `detail` and `sum`. */
export function countRows(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    insert into figure_entries (brand, at, measure, detail, source, currency, count, sum)
    select accounts.brand, counted.at, counted.measure, counted.detail, accounts.source, '', 1, counted.sum
    from (${rows}) as counted join accounts on accounts.id = counted.account_id`
}

/**
 * Counts an account the first time that it does something, on the day on which it does and among
 * those who joined when it did.
 */
export async function countFirst(
  trx: Db | Trx,
  accountId: number,
  measure: FunnelStep,
  at: Date,
): Promise<void> {
  await sql`
    with first as (
      insert into counted_once (account_id, measure, period) values (${accountId}, ${measure}, '')
      on conflict do nothing returning account_id
    )
    insert into figure_entries (brand, at, measure, detail, source, currency, count, sum)
    select brand, whenever, measure, detail, source, '', 1, 0
    from first join accounts on accounts.id = first.account_id cross join lateral (
      values (${at}::timestamptz, ${measure}, ''), (accounts.created_at, 'reached', ${measure})
    ) as counted (whenever, measure, detail)
    where deleted_at is null or counted.measure <> 'reached'`.execute(trx)
}

/**
 * Of those who joined when the account did: it paid, in this month of its brand for the first time.
 * An erased account says no more when it joined, so who has left counts among nobody.
 */
export async function countPaid(
  trx: Trx,
  accountId: number,
  { amount, currency, at }: { amount: number; currency: string; at: Date },
): Promise<void> {
  await sql`
    with own as (
      select id, brand, source, created_at, to_char(${at}::timestamptz at time zone (${timeZones}::json ->> brand), 'YYYY-MM') as month
      from accounts where id = ${accountId} and deleted_at is null
    ),
    first as (
      insert into counted_once (account_id, measure, period, over_at)
      select id, 'paid', month, ${later(at, 40 * DAY)}::timestamptz from own
      on conflict do nothing returning account_id
    )
    insert into figure_entries (brand, at, measure, detail, source, currency, count, sum, joined_at)
    select brand, ${at}, ${'paid' satisfies CohortMeasure}, '', source, ${currency}, (select count(*) from first), ${amount}::bigint, created_at
    from own`.execute(trx)
}

/** Counts those who are there, each once a day of their brand, and once a month among its cohort. */
export async function countActive(
  trx: Trx,
  visits: ReadonlyArray<{ accountId: number; at: Date }>,
): Promise<void> {
  const given = visits.map(({ accountId, at }) => JSON.stringify([accountId, at]))
  await sql`
    with own as materialized (
      select accounts.id, brand, source, created_at, visit.at, visit.at at time zone (${timeZones}::json ->> brand) as local
      from ${rowsOf(given)} as rows
      cross join lateral (
        select (value::json ->> 0)::bigint as id, (value::json ->> 1)::timestamptz as at
      ) as visit
      join accounts on accounts.id = visit.id
      where staff_since is null and deleted_at is null
    ),
    first as (
      insert into counted_once (account_id, measure, period, over_at)
      select id, counted.measure, counted.period, counted.over_at
      from own cross join lateral (
        values ('active', to_char(local, 'YYYY-MM-DD'), at + interval '2 days'),
          (${'came' satisfies CohortMeasure}, to_char(local, 'YYYY-MM'), at + interval '40 days')
      ) as counted (measure, period, over_at)
      order by id, counted.measure
      on conflict do nothing returning account_id, measure
    )
    insert into figure_entries (brand, at, measure, detail, source, currency, count, sum, joined_at)
    select brand, at, first.measure, '', source, '', 1, 0, case when first.measure = 'came' then created_at end
    from first join own on own.id = first.account_id`.execute(trx)
}

function columnsOf({ measure, detail = '', currency = '', count: times = 1, sum = 0, at }: What) {
  return { at, measure, detail, currency, count: times, sum }
}
