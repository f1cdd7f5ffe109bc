-- Photos in an order that their owner chooses, cropped and turned from an original of their own.
-- `checked_crop` is the part that was seen when the photo was approved; null where all of it was.
-- growing, by account_id
-- erased (account_id): the consent to show them has ended; their files go first, so that a row says
-- what is left to do
-- number (approved_by, rejected_by)
create table photos (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  key text not null unique,
  width integer not null,
  height integer not null,
  placeholder text not null,
  description text not null default '',
  is_private boolean not null default false,
  is_primary boolean not null default false,
  approved_at timestamptz,
  approved_by bigint references accounts,
  rejected_at timestamptz,
  rejected_by bigint references accounts,
  reject_reason text,
  created_at timestamptz not null,
  position integer not null default 1,
  original_key text unique,
  turns smallint not null default 0 check (turns between 0 and 3), -- type: 0 | 1 | 2 | 3
  crop jsonb, -- type: PhotoCrop
  checked_crop jsonb, -- type: PhotoCrop
  card_key text unique,
  card_crop jsonb, -- type: PhotoCrop
  card_width integer,
  card_height integer,
  card_placeholder text,
  -- Out of its owner’s sight too; kept for an appeal.
  removed_at timestamptz,
  -- The rules that its owner confirmed.
  rules_version text,
  -- When its later files are to be made, or to be tried again; null where they are there.
  renditions_due_at timestamptz
);
create index photos_account on photos (account_id, created_at);
create unique index photos_primary on photos (account_id) where is_primary;
create index photos_to_review on photos (created_at)
  where approved_at is null and rejected_at is null;
create index photos_removed on photos (removed_at) where removed_at is not null;
create index photos_renditions_due on photos (renditions_due_at)
  where renditions_due_at is not null and approved_at is not null;

-- growing, by owner_id
-- erased (owner_id, viewer_id): there is nothing left to see, or nobody to see it
create table photo_grants (
  owner_id bigint not null references accounts on delete cascade,
  viewer_id bigint not null references accounts on delete cascade,
  requested_at timestamptz,
  granted_at timestamptz,
  refused_at timestamptz,
  -- Null where a grant holds until it is taken back.
  ends_at timestamptz,
  primary key (owner_id, viewer_id)
);
create index photo_grants_viewer on photo_grants (viewer_id);
create index photo_grants_asking on photo_grants (owner_id, requested_at)
  where granted_at is null and refused_at is null;
create index photo_grants_ending on photo_grants (ends_at) where ends_at is not null;

-- `pdq` is a perceptual hash (Meta’s PDQ), most significant bit first; `sha256` is that of the
-- decoded pixels.
-- growing, by account_id
-- erased (account_id): they describe a photo that is gone
create table photo_hashes (
  id bigint generated always as identity primary key,
  photo_id bigint not null unique references photos on delete cascade,
  account_id bigint not null references accounts on delete cascade,
  sha256 bytea not null check (octet_length(sha256) = 32),
  pdq bytea not null check (octet_length(pdq) = 32),
  quality smallint not null check (quality between 0 and 100),
  created_at timestamptz not null
);
create index photo_hashes_account on photo_hashes (account_id);
create index photo_hashes_exact on photo_hashes (sha256);

-- growing, reference
-- number (added_by)
create table hash_table (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('sha256', 'pdq')),
  hash bytea not null check (octet_length(hash) = 32),
  list text not null,
  action text not null check (action in ('hold', 'review')),
  why text not null,
  added_by bigint references accounts on delete set null,
  added_at timestamptz not null,
  withdrawn_at timestamptz,
  -- Of a refused picture: the photo, which may be deleted.
  photo_id bigint,
  unique (list, kind, hash)
);
create index hash_table_exact on hash_table (hash, kind);
create index hash_table_added_by on hash_table (added_by) where added_by is not null;
create index hash_table_photo on hash_table (photo_id) where photo_id is not null;

-- What was found about a photo, for staff: a hash of the hash table, or another photo.
-- growing, local
-- nobody: what a photo was found to be like; it goes with the photo
create table photo_findings (
  id bigint generated always as identity primary key,
  photo_id bigint not null references photos on delete cascade,
  kind text not null check (kind in ('hold', 'review', 'banned', 'duplicate')),
  hash_id bigint references hash_table on delete set null,
  other_photo_id bigint references photos on delete set null,
  -- Of a hash: the list that has it.
  list text,
  why text not null,
  found_at timestamptz not null,
  unique nulls not distinct (photo_id, kind, hash_id, other_photo_id)
);
create index photo_findings_hash on photo_findings (hash_id) where hash_id is not null;
create index photo_findings_other on photo_findings (other_photo_id)
  where other_photo_id is not null;

-- How far the stored photos were compared with new hashes of the hash table, so that a restart goes on
-- where it was.
-- bounded, local
-- nobody: how far stored photos were compared with new hashes
create table hash_searches (
  id bigint generated always as identity primary key,
  after_hash bigint not null,
  to_hash bigint not null,
  done_to bigint not null default 0,
  started_at timestamptz not null,
  finished_at timestamptz
);

-- bounded, reference
-- nobody: when other organisations’ lists were last read
create table hash_lists (
  name text primary key,
  checkpoint text,
  synced_at timestamptz
);

-- Files of this key stay while a report shows them, also without their photo or voice message.
-- growing, local
-- nobody: keys of photos that a report shows; they go with what it keeps
create table photo_holds (
  report_id bigint not null references report_evidence on delete cascade,
  key text not null,
  primary key (report_id, key)
);
create index photo_holds_key on photo_holds (key);

-- Removed photos whose copies are still to be found; `done_to`: the last photo that was compared.
-- bounded, local
-- nobody: removed photos whose copies are looked for, for some seconds; it goes with the photo
create table copy_searches (
  photo_id bigint primary key references photos on delete cascade,
  done_to bigint not null default 0,
  asked_at timestamptz not null
);
