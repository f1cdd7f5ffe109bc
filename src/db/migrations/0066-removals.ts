import { type Kysely, sql } from 'kysely'

const statements = [
  `create table removals (
    id bigint generated always as identity primary key,
    brand text not null references brands,
    kind text not null check (kind in ('child', 'intimate', 'illegal', 'copyright')),
    -- As they were given: addresses of ours, and usernames.
    targets text[] not null,
    details text not null,
    name text not null,
    email text not null,
    made_at timestamptz not null,
    outcome text check (outcome in ('removed', 'refused')),
    reason text,
    decided_by bigint references accounts on delete set null,
    decided_at timestamptz,
    check ((outcome is null) = (decided_at is null))
  )`,
  `create index removals_by on removals (lower(email), made_at)`,
  `create index removals_decided on removals (decided_at) where decided_at is not null`,
  `create index removals_decided_by on removals (decided_by) where decided_by is not null`,
  // Out of its owner's sight too; kept for an appeal.
  `alter table photos add column removed_at timestamptz`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
