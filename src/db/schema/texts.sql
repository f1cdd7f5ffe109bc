-- A null body removes a text. `shipped_hash` is of the overridden file, so that a newer release’s
-- text is noticed. `draft_id` is the first revision of a draft; null in that one.
-- growing, reference
-- number (author_id, submitted_by, ready_by, published_by, retired_by, discarded_by)
create table content_revisions (
  id bigint generated always as identity primary key,
  path text not null,
  body text,
  draft_id bigint references content_revisions on delete cascade,
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

-- What somebody with a preview link said of a draft: goes with it.
-- growing, reference
-- nobody: who holds a link is not known to us
create table content_comments (
  id bigint generated always as identity primary key,
  draft_id bigint not null references content_revisions on delete cascade,
  revision_id bigint not null references content_revisions on delete cascade,
  author text not null,
  words text not null,
  created_at timestamptz not null
);
create index content_comments_of on content_comments (draft_id, id);

-- When a draft is to be published. It ends with an outcome: published, cancelled or lapsed. Members
-- whom new terms concern (`notice`: of which brands, in which version) are told before, in order of
-- their ids: up to `told_until`. If that does not come, they are told so: `retracted_until` is how
-- far, and null where nobody is to be told.
-- growing, reference
-- number (set_by, ended_by)
create table content_schedules (
  id bigint generated always as identity primary key,
  revision_id bigint not null references content_revisions on delete cascade,
  due_at timestamptz not null,
  set_by bigint not null references accounts,
  set_at timestamptz not null,
  brand text not null references brands,
  notice jsonb, -- type: NewTerms[]
  told_until bigint not null default 0,
  told integer not null default 0,
  untold integer not null default 0,
  told_at timestamptz,
  retracted_until bigint,
  ended_at timestamptz,
  ended_by bigint references accounts,
  outcome text check (outcome in ('published', 'cancelled', 'lapsed')),
  why text
);
create unique index content_schedules_open on content_schedules (revision_id)
  where ended_at is null;
create index content_schedules_retracted on content_schedules (id)
  where retracted_until is not null;
create index content_schedules_of on content_schedules (revision_id, id desc);
