-- What staff tell one another about a member, who never reads it.
-- growing, by account_id
-- erased (account_id): there is nobody any more whom it could be about
-- number (author_id)
create table member_notes (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  author_id bigint not null references accounts,
  body text not null,
  created_at timestamptz not null
);
create index member_notes_account on member_notes (account_id, created_at desc, id desc);
create index member_notes_author on member_notes (author_id);

-- Short words by which staff tell members apart.
-- growing, by account_id
-- erased (account_id): there is nobody any more whom it could be about
-- number (author_id)
create table member_tags (
  account_id bigint not null references accounts on delete cascade,
  tag text not null,
  author_id bigint not null references accounts,
  created_at timestamptz not null,
  primary key (account_id, tag)
);
create index member_tags_author on member_tags (author_id);
