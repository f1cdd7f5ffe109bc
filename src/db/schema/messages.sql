-- growing, by id
-- number (low_id, high_id)
create table conversations (
  id bigint generated always as identity primary key,
  low_id bigint not null references accounts on delete cascade,
  high_id bigint not null references accounts on delete cascade,
  created_at timestamptz not null,
  unique (low_id, high_id),
  check (low_id < high_id)
);

-- growing, by account_id
-- erased (account_id): nobody opens this side any more
-- number (other_id)
create table conversation_sides (
  conversation_id bigint not null references conversations on delete cascade,
  account_id bigint not null references accounts on delete cascade,
  other_id bigint not null references accounts on delete cascade,
  unread integer not null default 0 check (unread >= 0),
  last_read_at timestamptz,
  -- The newest message that was read where reading is free: up to it all stay readable.
  opened_until bigint,
  hidden_at timestamptz,
  last_message_id bigint,
  last_message_at timestamptz,
  -- Time of the other's first message that is not answered; null if the own one is the last.
  waiting_since timestamptz,
  -- Until when its reader does not want to be reminded.
  snoozed_until timestamptz,
  muted_at timestamptz,
  -- Since when it stands first in the inbox; null for one that is hidden.
  pinned_at timestamptz check (hidden_at is null or pinned_at is null),
  primary key (account_id, other_id)
);
create index conversation_sides_inbox on conversation_sides (account_id, last_message_at desc);
create index conversation_sides_conversation on conversation_sides (conversation_id);
create index conversation_sides_unread on conversation_sides (account_id, last_message_at desc)
  where unread > 0 and hidden_at is null;
create index conversation_sides_hidden on conversation_sides (account_id, last_message_at desc)
  where hidden_at is not null;
create index conversation_sides_pinned on conversation_sides (account_id, pinned_at desc)
  where pinned_at is not null;
create index conversation_sides_waiting on conversation_sides (account_id, waiting_since)
  where waiting_since is not null;

-- growing, by conversation_id
-- erased (sender_id): messages tell of their writer, and the consent that they rest on ends; what
-- the other wrote stays theirs
create table messages (
  id bigint generated always as identity primary key,
  conversation_id bigint not null references conversations on delete cascade,
  sender_id bigint not null references accounts on delete cascade,
  -- `deleted`: its sender deleted it for both; what it said and showed is gone.
  kind text not null check (kind in ('text', 'magic', 'voice', 'viewOnce', 'photo', 'deleted')),
  body text not null,
  created_at timestamptz not null,
  -- The message of the same conversation that it answers, which may be gone.
  reply_to bigint,
  -- The rule that it fits (features/core/rules/message-rules.ts).
  warning text,
  -- Since when its recipient is fine with it.
  calmed_at timestamptz
);
create index messages_conversation on messages (conversation_id, id desc);

-- growing, by account_id
-- erased (account_id): nobody reads here any more
create table message_reveals (
  account_id bigint not null references accounts on delete cascade,
  message_id bigint not null references messages on delete cascade,
  revealed_at timestamptz not null,
  primary key (account_id, message_id)
);
create index message_reveals_message on message_reveals (message_id);

-- growing, by account_id
-- erased (account_id): whoever is gone feels nothing about what others wrote
create table message_reactions (
  message_id bigint not null references messages on delete cascade,
  account_id bigint not null references accounts on delete cascade,
  reaction text not null,
  reacted_at timestamptz not null,
  primary key (message_id, account_id)
);
create index message_reactions_account on message_reactions (account_id, message_id);

-- growing, by account_id
-- erased (account_id, other_id): nobody writes to them any more
create table message_attempts (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  other_id bigint not null references accounts on delete cascade,
  attempted_at timestamptz not null
);
create index message_attempts_account on message_attempts (account_id);
create index message_attempts_other on message_attempts (other_id);

-- The sound of a voice message; `account_id` is its sender.
-- growing, by account_id
-- erased (account_id): a voice tells of its owner; the files go first, so that a row says what is
-- left to do, and those that a report keeps with the report
create table recordings (
  message_id bigint primary key references messages on delete cascade,
  account_id bigint not null references accounts on delete cascade,
  key text not null unique,
  milliseconds integer not null check (milliseconds > 0)
);
create index recordings_account on recordings (account_id);

-- A photo of a message that the other sees once; `account_id` is its sender. What a report keeps of
-- it has a file of its own.
-- growing, by account_id
-- erased (account_id): as a voice; what a report keeps of one goes with the report
create table view_once_photos (
  message_id bigint primary key references messages on delete cascade,
  account_id bigint not null references accounts on delete cascade,
  key text not null unique,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  ends_at timestamptz not null,
  approved_at timestamptz,
  refused_at timestamptz,
  seen_at timestamptz,
  withdrawn_at timestamptz,
  -- Until when the file is kept; null once it is deleted.
  file_until timestamptz,
  -- The rules for photos that its sender confirmed.
  rules_version text,
  -- What the hash table and the photos of others say of it.
  findings jsonb not null default '[]', -- type: KeptFinding[]
  -- Of the picture as it was sent, or of one's own photo that it is a copy of, as long as its file
  -- is there; null where that has none.
  sha256 bytea,
  pdq bytea,
  quality smallint
);
create index view_once_photos_account on view_once_photos (account_id);
create index view_once_photos_file on view_once_photos (file_until) where file_until is not null;

-- A photo in a chat; `account_id` is its sender. Until staff have approved it there is no message,
-- so that the other has no trace of it. `id` is of the sequence of messages: where it waits, its
-- sender sees it among them by that number; approved, its message has one of its own.
-- growing, by account_id
-- erased (account_id): as a voice; what a report keeps of one goes with the report
-- number (other_id)
create table chat_photos (
  id bigint primary key,
  account_id bigint not null references accounts on delete cascade,
  other_id bigint not null references accounts on delete cascade,
  brand text not null,
  message_id bigint unique references messages on delete cascade,
  key text not null unique,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  sent_at timestamptz not null,
  refused_at timestamptz,
  -- Why it was refused, as its sender reads it.
  reason text,
  -- When it was approved and could not be passed on any more: its file is gone.
  ended_at timestamptz,
  -- Until when one that was refused, or has ended, is kept for its sender.
  kept_until timestamptz,
  -- The rules for photos that its sender confirmed.
  rules_version text,
  -- What the hash table and the photos of others say of it.
  findings jsonb not null default '[]', -- type: KeptFinding[]
  -- Null where it could not be compared.
  sha256 bytea,
  pdq bytea,
  quality smallint
);
create index chat_photos_between on chat_photos (account_id, other_id, id) where message_id is null;
create index chat_photos_account on chat_photos (account_id, id);
create index chat_photos_other on chat_photos (other_id);
create index chat_photos_waiting on chat_photos (id)
  where message_id is null and refused_at is null and ended_at is null;
create index chat_photos_kept on chat_photos (kept_until) where kept_until is not null;

-- What a message is about: `photo_id` alone, or `prompt_id` with the words of an answer, which
-- belong to `owner_id`. The ids refer to rows that may be gone.
-- growing, local
-- erased (owner_id): what others quoted of a profile belongs to it
create table message_quotes (
  message_id bigint primary key references messages on delete cascade,
  owner_id bigint not null,
  photo_id bigint,
  prompt_id bigint,
  question text,
  answer text,
  check ((photo_id is null) <> (prompt_id is null)),
  check ((prompt_id is null) = (question is null) and (question is null) = (answer is null))
);
create index message_quotes_owner on message_quotes (owner_id);

-- bounded, local
-- nobody: how often “are you sure?” was asked and what followed, by rule and day, for three years
create table message_questions (
  rule text not null,
  event text not null check (event in ('asked', 'sent', 'fine')),
  day date not null,
  count bigint not null,
  primary key (rule, event, day)
);

-- How far the notices of a ban are: `told_until` is the last person who was looked at.
-- growing, by account_id
-- kept (account_id): its keyed hash tells whether another ban about the mailbox stands, when one is
-- taken back; it goes with its decision
create table fraud_bans (
  decision_id bigint primary key references decisions on delete cascade,
  account_id bigint not null references accounts on delete cascade,
  banned_at timestamptz not null,
  due_at timestamptz not null,
  told_until bigint not null default 0,
  told integer not null default 0,
  done_at timestamptz,
  -- Of the mailbox (features/core/rules/fraud.server.ts); null where the address was not known any more.
  identity bytea
);
create index fraud_bans_account on fraud_bans (account_id);
create index fraud_bans_open on fraud_bans (due_at) where done_at is null;
create index fraud_bans_identity on fraud_bans (identity) where identity is not null;

-- growing, by account_id
-- erased (account_id, other_id): nobody reads it any more, or it names nobody any more
create table fraud_notices (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  other_id bigint not null references accounts on delete cascade,
  at timestamptz not null,
  seen_at timestamptz,
  unique (account_id, other_id)
);
create index fraud_notices_other on fraud_notices (other_id);

-- First messages that a rule against fraud holds for some minutes, so that staff can look, and what
-- became of each. While one is open, its recipient has no side of the conversation, and so sees
-- nothing of it. `words` are those of one that was not passed on.
-- growing, local
-- erased (sender_id, other_id): a message that nobody gets any more; the files go first
create table held_messages (
  id bigint generated always as identity primary key,
  conversation_id bigint references conversations on delete set null,
  sender_id bigint not null references accounts on delete cascade,
  other_id bigint not null,
  brand text not null,
  held_at timestamptz not null,
  until timestamptz not null,
  ended_at timestamptz,
  outcome text check (outcome in ('passed', 'withheld', 'gone')),
  words text,
  -- By which it was withheld.
  decision_id bigint,
  check ((ended_at is null) = (outcome is null))
);
create unique index held_messages_conversation on held_messages (conversation_id)
  where ended_at is null;
create index held_messages_conversations on held_messages (conversation_id);
create index held_messages_open on held_messages (until) where ended_at is null;
create index held_messages_ended on held_messages (ended_at);
create index held_messages_sender on held_messages (sender_id, id);
create index held_messages_recipient on held_messages (other_id);
create index held_messages_decision on held_messages (decision_id) where decision_id is not null;

-- A voice message or a photo for one view of a message that was withheld; `message_id` was that of
-- its message.
-- growing, local
-- nobody: voice messages and photos that were withheld with a message; they go with it, and their
-- files first
create table held_files (
  key text primary key,
  held_id bigint not null references held_messages on delete cascade,
  message_id bigint not null,
  kind text not null check (kind in ('voice', 'viewOnce')),
  body text not null,
  facts jsonb not null -- type: HeldFile['facts']
);
create index held_files_held on held_files (held_id);
create index held_files_message on held_files (message_id);
