-- A null body removes a text. `shipped_hash` is of the overridden file, so that a newer release’s
-- text is noticed.
-- growing, reference
-- number (author_id, submitted_by, ready_by, published_by, retired_by, discarded_by)
create table content_revisions (
  id bigint generated always as identity primary key,
  path text not null,
  body text,
  author_id bigint not null references accounts,
  created_at timestamptz not null,
  submitted_at timestamptz,
  submitted_by bigint references accounts,
  ready_at timestamptz,
  ready_by bigint references accounts,
  published_at timestamptz,
  published_by bigint references accounts,
  shipped_hash text,
  retired_at timestamptz,
  retired_by bigint references accounts,
  discarded_at timestamptz,
  discarded_by bigint references accounts
);
create unique index content_revisions_open on content_revisions (path)
  where published_at is null and discarded_at is null;
create unique index content_revisions_live on content_revisions (path)
  where published_at is not null and retired_at is null;
create index content_revisions_of on content_revisions (path, id desc);
