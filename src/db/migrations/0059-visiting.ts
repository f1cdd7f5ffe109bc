import { type Kysely, sql } from 'kysely'

/** A member's second place for some days, in UTC; the coordinates are those of a cell, as the first place's are. */
const statements = [
  `create table stays (
    account_id bigint primary key references accounts on delete cascade,
    country text not null,
    place_id integer not null,
    place_name text not null,
    region text not null,
    latitude real not null,
    longitude real not null,
    tile integer not null generated always as (floor(latitude + 90)::integer * 360 + floor(longitude + 180)::integer) stored,
    from_day date not null,
    until_day date not null,
    created_at timestamptz not null,
    constraint stays_in_order check (from_day <= until_day)
  )`,
  `create index stays_tile on stays (tile, until_day)`,
  `create index stays_until on stays (until_day)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
