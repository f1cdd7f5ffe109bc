-- growing, local
-- kept (account_id): what was asked and promised can be claimed
-- number (closed_by, leased_by, assigned_to)
create table tickets (
  id bigint generated always as identity primary key,
  account_id bigint references accounts on delete set null,
  brand text not null references brands,
  email text not null,
  subject text not null,
  body text not null,
  created_at timestamptz not null,
  closed_at timestamptz,
  closed_by bigint references accounts,
  question_id text,
  -- Hash of author and text; unique among open tickets.
  fingerprint bytea,
  answer text,
  leased_by bigint references accounts,
  leased_until timestamptz,
  snoozed_until timestamptz,
  first_answered_at timestamptz,
  -- The ticket that this one is part of now.
  merged_into bigint references tickets on delete set null,
  merged_at timestamptz,
  -- The ticket, closed long ago, that this one goes on with.
  follows_id bigint references tickets on delete set null,
  -- Of the help (content/kinds.ts); null for none of them.
  category text,
  -- The higher, the more urgent (features/staff/tickets/priorities.ts).
  priority smallint not null default 0,
  -- Until when it is answered; anew where it opens again.
  due_at timestamptz not null default (now() + interval '3 days'),
  -- Who has it until it is closed; `leased_by` is who answers it just now.
  assigned_to bigint references accounts
);
create unique index tickets_open_once on tickets (fingerprint) where closed_at is null;
create index tickets_open on tickets (created_at, id) where closed_at is null;
create index tickets_closed on tickets (closed_at desc, id) where closed_at is not null;
create index tickets_brand_open on tickets (brand, created_at, id) where closed_at is null;
create index tickets_brand_closed on tickets (brand, closed_at desc, id)
  where closed_at is not null;
create index tickets_account on tickets (account_id, id);
create index tickets_over on tickets (closed_at) where closed_at is not null;
create index tickets_leased on tickets (leased_by) where leased_by is not null;
create index tickets_assigned on tickets (assigned_to, due_at, priority desc, created_at, id)
  where assigned_to is not null and closed_at is null;
create index tickets_words on tickets using gin (to_tsvector('simple', subject || ' ' || body));
create index tickets_merged_into on tickets (merged_into) where merged_into is not null;
create index tickets_follows on tickets (follows_id) where follows_id is not null;
create index tickets_due on tickets (due_at, priority desc, created_at, id) where closed_at is null;
create index tickets_brand_due on tickets (brand, due_at, priority desc, created_at, id)
  where closed_at is null;

-- bounded, local
-- nobody: which links of the support desk were used
create table support_links (
  id text primary key,
  opened_at timestamptz not null
);
create index support_links_age on support_links (opened_at);

-- growing, local
-- number (author_id)
create table ticket_answers (
  id bigint generated always as identity primary key,
  ticket_id bigint not null references tickets on delete cascade,
  author_id bigint references accounts,
  body text not null,
  created_at timestamptz not null
);
create index ticket_answers_ticket on ticket_answers (ticket_id, id);
create index ticket_answers_author on ticket_answers (author_id);

-- What somebody answered to a mail of ours about a ticket, or wrote below it.
-- growing, local
-- nobody: an answer to our support, by mail or not; it goes with the ticket
create table ticket_replies (
  id bigint generated always as identity primary key,
  ticket_id bigint not null references tickets on delete cascade,
  body text not null,
  files_left_out integer not null,
  created_at timestamptz not null,
  -- The rest of their mail, as far as one can tell.
  folded text not null default ''
);
create index ticket_replies_ticket on ticket_replies (ticket_id, id);

-- Pictures of questions, and of what was said later where `answer_id` or `reply_id` says so; each
-- is a file of its own.
-- growing, local
-- nobody: a picture of what is said to our support or by it; it goes with the ticket
create table ticket_pictures (
  id bigint generated always as identity primary key,
  ticket_id bigint not null references tickets on delete cascade,
  answer_id bigint references ticket_answers on delete cascade,
  reply_id bigint references ticket_replies on delete cascade,
  key text not null unique,
  width integer not null,
  height integer not null,
  created_at timestamptz not null,
  -- A list says that nobody may see it: leads alone are shown it.
  is_held boolean not null default false
);
create index ticket_pictures_ticket on ticket_pictures (ticket_id, id);
create index ticket_pictures_answer on ticket_pictures (answer_id) where answer_id is not null;
create index ticket_pictures_reply on ticket_pictures (reply_id) where reply_id is not null;

-- What staff tell one another; its writer never reads it.
-- growing, local
-- number (author_id)
create table ticket_notes (
  id bigint generated always as identity primary key,
  ticket_id bigint not null references tickets on delete cascade,
  author_id bigint not null references accounts,
  body text not null,
  created_at timestamptz not null
);
create index ticket_notes_ticket on ticket_notes (ticket_id, id);
create index ticket_notes_author on ticket_notes (author_id);

-- Short words by which staff sort tickets; who wrote one never reads them.
-- growing, local
-- number (author_id)
create table ticket_tags (
  ticket_id bigint not null references tickets on delete cascade,
  tag text not null,
  author_id bigint not null references accounts,
  created_at timestamptz not null,
  primary key (ticket_id, tag)
);
create index ticket_tags_author on ticket_tags (author_id);

-- bounded, reference
-- number (changed_by)
create table canned_texts (
  id bigint generated always as identity primary key,
  name text not null,
  body text not null,
  changed_at timestamptz not null,
  changed_by bigint references accounts
);
create unique index canned_texts_name on canned_texts (lower(name));
create index canned_texts_changed_by on canned_texts (changed_by);

-- growing, local
-- nobody: the keyed hash of such an answer’s name; it goes with the ticket
create table ticket_mails (
  name_hash bytea primary key,
  ticket_id bigint not null references tickets on delete cascade
);
create index ticket_mails_ticket on ticket_mails (ticket_id);
