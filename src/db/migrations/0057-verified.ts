import { type Kysely, sql } from 'kysely'

const present = 'where hidden_at is null and gone_at is null and verified_at is not null'
/** As those of all members: few are verified, so that a search among them would pass nearly everybody else. */
const orders = { seen: 'last_seen_at', joined: 'created_at' }
const parts = { all: '', country: 'country, gender, ', tile: 'tile, gender, ' }

const before = [
  // The mark belongs to the main photo that was compared. `only_verified_at`: takes first messages of verified members.
  `alter table profiles add column verified_at timestamptz, add column verified_photo_id bigint, add column only_verified_at timestamptz,
    add constraint profiles_verified_photo_check check ((verified_at is null) = (verified_photo_id is null))`,
  ...Object.entries(parts).flatMap(([part, first]) =>
    Object.entries(orders).map(
      ([name, column]) =>
        `create index profiles_verified_${part}_${name} on profiles (${first}has_photo desc, ${column} desc, account_id desc) ${present}`,
    ),
  ),
  `create table pose_checks (
    id bigint generated always as identity primary key,
    account_id bigint not null references accounts on delete cascade,
    pose text not null,
    asked_at timestamptz not null,
    sent_at timestamptz,
    key text unique,
    leased_by bigint references accounts on delete set null,
    leased_until timestamptz,
    outcome text check (outcome in ('approved', 'refused', 'withdrawn', 'lapsed')),
    reason text,
    decided_by bigint references accounts on delete set null,
    decided_at timestamptz,
    check ((outcome is null) = (decided_at is null)),
    check (key is null or (sent_at is not null and outcome is null))
  )`,
  `create index pose_checks_account on pose_checks (account_id, id desc)`,
  `create index pose_checks_waiting on pose_checks (sent_at, id) where sent_at is not null and outcome is null`,
  `create index pose_checks_leased on pose_checks (leased_by) where leased_by is not null`,
  `create index pose_checks_decided on pose_checks (decided_by) where decided_by is not null`,
  `drop view visible_profiles`,
]

const after = `create view visible_profiles as
  select viewer.id as viewer_id, site.id as seen_on, people.*
  from accounts viewer
  cross join brands site
  cross join lateral visible_to(viewer.id, site.id) people`

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of before) await sql.raw(statement).execute(db)
  const { rows } = await sql<{
    definition: string
  }>`select pg_get_viewdef('present_profiles'::regclass) as definition`.execute(db)
  const definition = rows[0]?.definition ?? ''
  const withMark = definition.replace(
    /\n\s+FROM /,
    ',\n    profiles.verified_at,\n    profiles.only_verified_at\n   FROM ',
  )
  await sql.raw(`create or replace view present_profiles as ${withMark}`).execute(db)
  await sql.raw(after).execute(db)
}
