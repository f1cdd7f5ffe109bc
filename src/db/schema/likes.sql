-- growing, by liker_id
-- erased (liker_id, liked_id): a like tells of whom one looks for
create table likes (
  liker_id bigint not null references accounts on delete cascade,
  liked_id bigint not null references accounts on delete cascade,
  created_at timestamptz not null,
  primary key (liker_id, liked_id),
  check (liker_id <> liked_id)
);
create index likes_received on likes (liked_id, created_at desc);
create index likes_given on likes (liker_id, created_at desc);

-- growing, by low_id
-- erased (low_id, high_id): a match is between two who are there
create table matches (
  low_id bigint not null references accounts on delete cascade,
  high_id bigint not null references accounts on delete cascade,
  created_at timestamptz not null,
  primary key (low_id, high_id),
  check (low_id < high_id)
);
create index matches_high on matches (high_id);

-- Likes taken back a moment ago with what went with them: given again, they are as before.
-- growing, by liker_id
-- erased (liker_id, liked_id): a like tells of whom one looks for
create table taken_likes (
  liker_id bigint not null references accounts on delete cascade,
  liked_id bigint not null references accounts on delete cascade,
  liked_at timestamptz not null,
  matched_at timestamptz,
  parts jsonb not null, -- type: LikedPart[]
  taken_at timestamptz not null,
  primary key (liker_id, liked_id)
);
create index taken_likes_liked on taken_likes (liked_id);
create index taken_likes_at on taken_likes (taken_at);

-- Whom a member does not want to be shown any more. Nobody else learns of it.
-- growing, by passer_id
-- erased (passer_id, passed_id): who is gone is shown to nobody
create table passes (
  passer_id bigint not null references accounts on delete cascade,
  passed_id bigint not null references accounts on delete cascade,
  created_at timestamptz not null,
  primary key (passer_id, passed_id),
  check (passer_id <> passed_id)
);
create index passes_given on passes (passer_id, created_at desc);
create index passes_passed on passes (passed_id);

-- Two members linked as partners: one invites, the other accepts. One row for both directions. A
-- declined invitation stays, so that it cannot be repeated and the one who invited does not learn
-- of it; `withdrawn_at` is set where they take such a one back.
-- growing, by inviter_id
-- erased (inviter_id, invitee_id): a link is between two who are there
create table partner_links (
  inviter_id bigint not null references accounts on delete cascade,
  invitee_id bigint not null references accounts on delete cascade,
  invited_at timestamptz not null,
  accepted_at timestamptz,
  declined_at timestamptz,
  withdrawn_at timestamptz,
  primary key (inviter_id, invitee_id),
  check (inviter_id <> invitee_id),
  check (accepted_at is null or (declined_at is null and withdrawn_at is null))
);
create unique index partner_links_pair on partner_links
  (least(inviter_id, invitee_id), greatest(inviter_id, invitee_id));
create index partner_links_invitee on partner_links (invitee_id);

-- What of a profile is liked: a photo or an answer; the other id is 0.
-- growing, by liker_id
-- nobody: what is liked goes with the like
create table liked_parts (
  liker_id bigint not null,
  liked_id bigint not null,
  photo_id bigint not null default 0,
  prompt_id bigint not null default 0,
  created_at timestamptz not null,
  primary key (liker_id, liked_id, photo_id, prompt_id),
  foreign key (liker_id, liked_id) references likes (liker_id, liked_id) on delete cascade,
  check ((photo_id = 0) <> (prompt_id = 0))
);
