import { type Kysely, sql } from 'kysely'

const statements = [
  // `pdq` is a perceptual hash (Meta's PDQ), most significant bit first; `sha256` is that of the decoded pixels.
  `create table photo_hashes (
    id bigint generated always as identity primary key,
    photo_id bigint not null unique references photos on delete cascade,
    account_id bigint not null references accounts on delete cascade,
    sha256 bytea not null check (octet_length(sha256) = 32),
    pdq bytea not null check (octet_length(pdq) = 32),
    quality smallint not null check (quality between 0 and 100),
    created_at timestamptz not null
  )`,
  `create index photo_hashes_account on photo_hashes (account_id)`,
  `create index photo_hashes_exact on photo_hashes (sha256)`,
  // Photos from before they were hashed at upload, the newest last.
  `alter table photos add column hashed_at timestamptz`,
  `create index photos_not_hashed on photos (id) where hashed_at is null`,
  `create table hash_bank (
    id bigint generated always as identity primary key,
    kind text not null check (kind in ('sha256', 'pdq')),
    hash bytea not null check (octet_length(hash) = 32),
    list text not null,
    action text not null check (action in ('hold', 'review')),
    why text not null,
    added_by bigint references accounts on delete set null,
    added_at timestamptz not null,
    withdrawn_at timestamptz,
    unique (list, kind, hash)
  )`,
  `create index hash_bank_exact on hash_bank (hash, kind)`,
  `create index hash_bank_added_by on hash_bank (added_by) where added_by is not null`,
  // What was found about a photo, for staff: a hash of the bank, or another photo.
  `create table photo_findings (
    id bigint generated always as identity primary key,
    photo_id bigint not null references photos on delete cascade,
    kind text not null check (kind in ('hold', 'review', 'banned', 'duplicate')),
    hash_id bigint references hash_bank on delete set null,
    other_photo_id bigint references photos on delete set null,
    list text,
    why text not null,
    found_at timestamptz not null,
    unique nulls not distinct (photo_id, kind, hash_id, other_photo_id)
  )`,
  `create index photo_findings_hash on photo_findings (hash_id) where hash_id is not null`,
  `create index photo_findings_other on photo_findings (other_photo_id) where other_photo_id is not null`,
  // How far the stored photos were compared with new hashes of the bank, so that a restart goes on where it was.
  `create table hash_searches (
    id bigint generated always as identity primary key,
    after_hash bigint not null,
    to_hash bigint not null,
    done_to bigint not null default 0,
    started_at timestamptz not null,
    finished_at timestamptz
  )`,
  `create table hash_lists (
    name text primary key,
    checkpoint text,
    synced_at timestamptz
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
