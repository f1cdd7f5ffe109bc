import { type Kysely, sql } from 'kysely'

/**
 * Decisions of staff that were drawn at random, and what a second person makes of the same evidence without knowing
 * what was decided. `lapsed_at`: nobody answered in time, or what was judged is gone. A job can be barred to some.
 */
const statements = [
  `create table blind_reviews (
    id bigint generated always as identity primary key,
    decision_id bigint not null unique references decisions on delete cascade,
    drawn_at timestamptz not null,
    act text,
    policy text,
    severity text,
    reviewed_by bigint references accounts,
    reviewed_at timestamptz,
    agrees boolean,
    lapsed_at timestamptz,
    check (num_nulls(act, policy, severity, reviewed_by, reviewed_at, agrees) in (0, 6)),
    check (reviewed_at is null or lapsed_at is null)
  )`,
  `create index blind_reviews_open on blind_reviews (drawn_at) where reviewed_at is null and lapsed_at is null`,
  `create index blind_reviews_reviewer on blind_reviews (reviewed_by) where reviewed_by is not null`,
  `create index blind_reviews_differing on blind_reviews (id) where not agrees`,
  `alter table staff_jobs add column barred bigint[]`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
