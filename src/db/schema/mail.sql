-- growing, local
-- erased (account_id): mails are for their recipient
create table mails (
  id bigint generated always as identity primary key,
  account_id bigint references accounts on delete set null,
  brand text not null references brands,
  kind text not null,
  recipient text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  headers jsonb not null default '{}', -- type: Record<string, string>
  -- Names of stored pictures that go with it, read when it is sent.
  pictures jsonb not null default '[]', -- type: string[]
  queued_at timestamptz not null,
  next_try_at timestamptz not null,
  tries integer not null default 0,
  claimed_until timestamptz,
  sent_at timestamptz,
  failed_at timestamptz,
  last_error text
);
create index mails_due on mails (next_try_at) where sent_at is null and failed_at is null;
create index mails_over on mails (coalesce(sent_at, failed_at));
create index mails_account on mails (account_id) where account_id is not null;

-- growing, local
-- kept: the wish holds after leaving as well; the address cannot be read from the hash
create table mail_suppressions (
  email_hash bytea not null,
  list text not null,
  since timestamptz not null,
  primary key (email_hash, list)
);
