-- Of a place only the centre of a 5 km cell is stored. `tile` is a square of one degree
-- (circle.sql.ts).
-- growing, by account_id
-- erased (account_id): the consent to show it has ended
create table profiles (
  account_id bigint primary key references accounts on delete cascade,
  brand text not null references brands,
  gender text not null check (gender in ('woman', 'man', 'couple', 'nonbinary')), -- type: Gender
  looking_for text[] not null, -- type: Gender[]
  birthday date not null,
  country char(2) not null,
  place_id integer not null,
  place_name text not null,
  region text not null,
  latitude real not null,
  longitude real not null,
  headline text not null default '',
  about text not null default '',
  shown_on_other_brands boolean not null default true,
  safe_mode boolean not null default false,
  has_photo boolean not null default false,
  hidden_at timestamptz,
  last_seen_at timestamptz not null,
  created_at timestamptz not null,
  -- Since when the account is closed or deleted.
  gone_at timestamptz, -- kept by a trigger
  tile integer not null
    generated always as (
      floor(latitude + 90)::integer * 360 + floor(longitude + 180)::integer
    ) stored,
  birthday_corrected_at timestamptz,
  -- Taking a break: shown only to members with whom there is a conversation.
  paused_at timestamptz,
  -- Chosen values by classifier (features/core/people/classifiers.ts).
  facts jsonb not null default '{}', -- type: Record<string, string[]>
  -- The ages and the distance in km that a search starts with; null: not said.
  wished_age_from smallint,
  wished_age_to smallint,
  wished_km smallint,
  -- Shown only to members whom this one likes, and to those with whom there is a conversation.
  only_liked_at timestamptz,
  -- Gender and pronouns as the member says them (features/core/people/identity.ts).
  identity jsonb not null -- type: StoredIdentity
    default '{"words": [], "ownWord": "", "pronouns": [], "ownPronouns": ""}',
  -- Since when the member wants no hint at what the profile lacks.
  hint_hidden_at timestamptz,
  -- When staff compared a photo in a pose with the main photo, and which that was.
  verified_at timestamptz,
  verified_photo_id bigint,
  -- Takes first messages of verified members alone.
  only_verified_at timestamptz,
  -- Since when the member is linked with a partner.
  linked_at timestamptz, -- kept by a trigger
  -- Brands that are closed to the member, on which nobody finds them.
  closed_on text[], -- kept by a trigger
  -- Of the member’s row in `stays`, on whatever days that is: a search reads who visits a circle in
  -- the order of an index, as it reads who lives there.
  visits_tile integer, -- kept by a trigger
  -- Has blocked somebody by e-mail address.
  blocks_addresses boolean not null default false, -- kept by a trigger
  constraint profiles_shown_one_way check (paused_at is null or only_liked_at is null),
  constraint profiles_verified_photo_check
    check ((verified_at is null) = (verified_photo_id is null))
);
-- Members crowd in few tiles, so that the average says nothing about a town: planned by it, a search
-- sorts everybody in London instead of reading an index in order until the page is full. With few
-- tiles assumed, the planner expects many members in each and reads in order.
alter table profiles alter column tile set (n_distinct = 12);
-- A search reads one of these in order until a page is full: members with a photo, then those
-- without, everywhere, in a country by gender, or in a tile by gender. Few are verified, few are
-- linked: a search among them would pass nearly everybody else, so that these have indexes of their
-- own. With the birthday and the place at the end, whoever is not of the ages looked for, or lives in
-- another part of the tile, is passed in the index, without a look at the profile.
create index profiles_seen on profiles (has_photo desc, last_seen_at desc, account_id desc)
  where hidden_at is null and gone_at is null;
create index profiles_joined on profiles (has_photo desc, created_at desc, account_id desc)
  where hidden_at is null and gone_at is null;
create index profiles_verified_all_seen on profiles
  (has_photo desc, last_seen_at desc, account_id desc)
  where hidden_at is null and gone_at is null and verified_at is not null;
create index profiles_verified_all_joined on profiles
  (has_photo desc, created_at desc, account_id desc)
  where hidden_at is null and gone_at is null and verified_at is not null;
create index profiles_verified_country_seen on profiles
  (country, gender, has_photo desc, last_seen_at desc, account_id desc)
  where hidden_at is null and gone_at is null and verified_at is not null;
create index profiles_verified_country_joined on profiles
  (country, gender, has_photo desc, created_at desc, account_id desc)
  where hidden_at is null and gone_at is null and verified_at is not null;
create index profiles_verified_tile_seen on profiles
  (tile, gender, has_photo desc, last_seen_at desc, account_id desc)
  where hidden_at is null and gone_at is null and verified_at is not null;
create index profiles_verified_tile_joined on profiles
  (tile, gender, has_photo desc, created_at desc, account_id desc)
  where hidden_at is null and gone_at is null and verified_at is not null;
create index profiles_linked_all_seen on profiles
  (has_photo desc, last_seen_at desc, account_id desc)
  where hidden_at is null and gone_at is null and linked_at is not null;
create index profiles_linked_all_joined on profiles
  (has_photo desc, created_at desc, account_id desc)
  where hidden_at is null and gone_at is null and linked_at is not null;
create index profiles_linked_country_seen on profiles
  (country, gender, has_photo desc, last_seen_at desc, account_id desc)
  where hidden_at is null and gone_at is null and linked_at is not null;
create index profiles_linked_country_joined on profiles
  (country, gender, has_photo desc, created_at desc, account_id desc)
  where hidden_at is null and gone_at is null and linked_at is not null;
create index profiles_linked_tile_seen on profiles
  (tile, gender, has_photo desc, last_seen_at desc, account_id desc)
  where hidden_at is null and gone_at is null and linked_at is not null;
create index profiles_linked_tile_joined on profiles
  (tile, gender, has_photo desc, created_at desc, account_id desc)
  where hidden_at is null and gone_at is null and linked_at is not null;
create index profiles_country_ages_seen on profiles
  (country, gender, has_photo desc, last_seen_at desc, account_id desc, birthday)
  where hidden_at is null and gone_at is null;
create index profiles_tile_ages_seen on profiles
  (tile, gender, has_photo desc, last_seen_at desc, account_id desc, birthday, latitude, longitude)
  where hidden_at is null and gone_at is null;
create index profiles_visits_seen on profiles
  (visits_tile, gender, has_photo desc, last_seen_at desc, account_id desc, birthday)
  where hidden_at is null and gone_at is null and visits_tile is not null;
create index profiles_country_ages_joined on profiles
  (country, gender, has_photo desc, created_at desc, account_id desc, birthday)
  where hidden_at is null and gone_at is null;
create index profiles_tile_ages_joined on profiles
  (tile, gender, has_photo desc, created_at desc, account_id desc, birthday, latitude, longitude)
  where hidden_at is null and gone_at is null;
create index profiles_visits_joined on profiles
  (visits_tile, gender, has_photo desc, created_at desc, account_id desc, birthday)
  where hidden_at is null and gone_at is null and visits_tile is not null;
create trigger announce_delete after delete on profiles
  for each row execute function announce_changed_account();
create trigger announce_update after update of gender, looking_for, birthday, birthday_corrected_at,
  country, place_name, region, latitude, longitude, paused_at, only_liked_at, safe_mode,
  wished_age_from, wished_age_to, wished_km on profiles
  for each row execute function announce_changed_account();

-- Answers to a brand’s questions on a profile, three at most, in the member’s order. `question` has
-- the words as they were, for a question that the brand no longer asks.
-- growing, by account_id
-- erased (account_id): the consent to show them has ended
create table prompt_answers (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  position smallint not null check (position between 1 and 3),
  brand text not null,
  prompt text not null,
  question text not null,
  answer text not null,
  created_at timestamptz not null,
  unique (account_id, brand, prompt),
  unique (account_id, position) deferrable
);

-- A member’s second place for some days, in UTC; the coordinates are those of a cell, as the first
-- place’s are.
-- growing, by account_id
-- erased (account_id): the consent to show it has ended
create table stays (
  account_id bigint primary key references accounts on delete cascade,
  country text not null,
  place_id integer not null,
  place_name text not null,
  region text not null,
  latitude real not null,
  longitude real not null,
  tile integer not null
    generated always as (
      floor(latitude + 90)::integer * 360 + floor(longitude + 180)::integer
    ) stored,
  from_day date not null,
  until_day date not null,
  created_at timestamptz not null,
  constraint stays_in_order check (from_day <= until_day)
);
create index stays_tile on stays (tile, until_day);
create index stays_until on stays (until_day);

-- What members say of themselves by choosing, a row a value (`smoking:no`): a search for what few say
-- begins with those who say it. Apart from the profile, whose row and indexes change with each visit.
-- growing, by account_id
-- erased (account_id): the consent to show it has ended
create table profile_facts (
  term text not null,
  account_id bigint not null references accounts on delete cascade,
  primary key (term, account_id)
);
create index profile_facts_account on profile_facts (account_id);

create function keep_facts() returns trigger language plpgsql as $$
begin
  delete from profile_facts where account_id = new.account_id;
  insert into profile_facts (term, account_id)
    select distinct fact.name || ':' || value, new.account_id
    from jsonb_each(new.facts) as fact (name, chosen),
      jsonb_array_elements_text(fact.chosen) as value;
  return null;
end $$;
create trigger keep_facts after update of facts on profiles
  for each row execute function keep_facts();
create function keep_facts_of_new() returns trigger language plpgsql as $$
begin
  insert into profile_facts (term, account_id)
    select distinct fact.name || ':' || value, made.account_id
    from made, jsonb_each(made.facts) as fact (name, chosen),
      jsonb_array_elements_text(fact.chosen) as value;
  return null;
end $$;
create trigger keep_facts_of_new after insert on profiles
  referencing new table as made for each statement execute function keep_facts_of_new();

-- What triggers keep in a profile's row, which every list and search has read anyway: what it comes
-- from changes in many places, and no account, link or closure is read to leave somebody out.

create function keep_gone_at() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'profiles' then
    select coalesce(banned_at, deleted_at) into new.gone_at
      from accounts where id = new.account_id;
    return new;
  end if;
  update profiles set gone_at = coalesce(new.banned_at, new.deleted_at) where account_id = new.id;
  return null;
end $$;
create trigger keep_gone_at before insert on profiles for each row execute function keep_gone_at();
create trigger keep_gone_at after update of banned_at, deleted_at on accounts
  for each row when (old.banned_at is distinct from new.banned_at or old.deleted_at is distinct from
    new.deleted_at) execute function keep_gone_at();

create function keep_linked() returns trigger language plpgsql as $$
begin
  perform from profiles
    where account_id in (
      coalesce(new.inviter_id, old.inviter_id), coalesce(new.invitee_id, old.invitee_id))
    order by account_id for no key update;
  update profiles set linked_at = (
      select min(accepted_at) from partner_links
      where profiles.account_id in (inviter_id, invitee_id)
    )
    where account_id in (
      coalesce(new.inviter_id, old.inviter_id), coalesce(new.invitee_id, old.invitee_id));
  return null;
end $$;
create trigger partner_links_accepted after insert or update on partner_links
  for each row when (new.accepted_at is not null) execute function keep_linked();
create trigger partner_links_ended after delete on partner_links
  for each row when (old.accepted_at is not null) execute function keep_linked();

create function keep_closed_on() returns trigger language plpgsql as $$
declare
  member bigint := case when tg_op = 'DELETE' then old.account_id else new.account_id end;
begin
  update profiles set closed_on = (
      select array_agg(brand order by brand) from brand_closures where account_id = member
    )
    where account_id = member;
  return null;
end $$;
create trigger keep_closed_on after insert or update or delete on brand_closures
  for each row execute function keep_closed_on();

create function keep_visits_tile() returns trigger language plpgsql as $$
begin
  update profiles set visits_tile = new.tile
    where account_id = coalesce(new.account_id, old.account_id)
      and visits_tile is distinct from new.tile;
  return null;
end $$;
create trigger keep_visits_tile after insert or update or delete on stays
  for each row execute function keep_visits_tile();

create function keep_blocks_addresses() returns trigger language plpgsql as $$
begin
  update profiles set blocks_addresses = not blocks_addresses
    where account_id in (select account_id from changed)
      and blocks_addresses <> exists (
        select from blocked_contacts where blocked_contacts.account_id = profiles.account_id);
  return null;
end $$;
create trigger keep_blocks_addresses_at_insert after insert on blocked_contacts
  referencing new table as changed for each statement execute function keep_blocks_addresses();
create trigger keep_blocks_addresses_at_delete after delete on blocked_contacts
  referencing old table as changed for each statement execute function keep_blocks_addresses();

-- A member's counters are remembered in each process (api/remembered), and they count people whom
-- the member sees. Whoever begins or ceases to be seen is in counters of others, of whom nobody
-- knows which: all are counted again. Announced as the changes of accounts (accounts.sql).

create function announce_visibility_of_all() returns trigger language plpgsql as $$
begin
  perform announce_visibility('all');
  return null;
end $$;
create function announce_own_visibility() returns trigger language plpgsql as $$
begin
  perform announce_visibility(new.id::text);
  return null;
end $$;
create trigger announce_visibility after update of brand, shown_on_other_brands, hidden_at, gone_at,
  paused_at, only_liked_at, closed_on on profiles
  for each row when (old.brand is distinct from new.brand or old.shown_on_other_brands is distinct
    from new.shown_on_other_brands or old.hidden_at is distinct from new.hidden_at or old.gone_at is
    distinct from new.gone_at or old.paused_at is distinct from new.paused_at or old.only_liked_at
    is distinct from new.only_liked_at or old.closed_on is distinct from new.closed_on) execute
    function announce_visibility_of_all();
create trigger announce_visibility_at_delete after delete on profiles
  for each statement execute function announce_visibility_of_all();
create trigger announce_visibility_of_blockers after update of blocks_addresses on profiles
  for each row when (old.blocks_addresses <> new.blocks_addresses) execute function
    announce_visibility_of_all();
create trigger announce_visibility after update of email_confirmed_at on accounts
  for each row when (old.email_confirmed_at is distinct from new.email_confirmed_at) execute
    function announce_own_visibility();

-- People as lists and searches read them. A left join, so that PostgreSQL omits the account where
-- no column of it is used.
create view present_profiles as
  select
    profiles.account_id, profiles.brand, profiles.gender, profiles.looking_for, profiles.birthday,
    profiles.country, profiles.place_id, profiles.place_name, profiles.region, profiles.latitude,
    profiles.longitude, profiles.headline, profiles.about, profiles.shown_on_other_brands,
    profiles.safe_mode, profiles.has_photo, profiles.hidden_at, profiles.last_seen_at,
    profiles.created_at, profiles.gone_at, profiles.tile, accounts.username,
    accounts.staff_since is not null as is_support, profiles.paused_at, profiles.only_liked_at,
    profiles.verified_at, profiles.only_verified_at, profiles.linked_at, profiles.closed_on,
    profiles.visits_tile, profiles.blocks_addresses, profiles.facts
  from profiles
  left join accounts on accounts.id = profiles.account_id
  where profiles.hidden_at is null and profiles.gone_at is null;

-- Whom a member sees on a site. Viewer and site are arguments: PostgreSQL then looks up the blocks
-- once a query. The likes are looked up for the few who have chosen to be shown to those alone.
-- Whoever has not confirmed an address sees nobody who has blocked one.
create function visible_to(viewer bigint, site text) returns setof present_profiles
language sql stable as $$
  select * from present_profiles people
  where people.paused_at is null
    and (people.only_liked_at is null
      or exists (select from likes where liker_id = people.account_id and liked_id = viewer))
    and people.account_id <> viewer
    and (people.brand = site or people.shown_on_other_brands)
    and (people.closed_on is null or not site = any (people.closed_on))
    and (not people.blocks_addresses
      or exists (select from accounts where id = viewer and email_confirmed_at is not null))
    and people.account_id not in (
      select blocked_id from blocks where blocker_id = viewer
      union all
      select blocker_id from blocks where blocked_id = viewer
    )
$$;

-- As visible_to, and those with whom there is a conversation.
create function known_to(viewer bigint, site text) returns setof present_profiles
language sql stable as $$
  select * from present_profiles people
  where (
      (people.paused_at is null
        and (people.only_liked_at is null
          or exists (select from likes where liker_id = people.account_id and liked_id = viewer)))
      or exists (
        select from conversation_sides where account_id = viewer and other_id = people.account_id)
    )
    and people.account_id <> viewer
    and (people.brand = site or people.shown_on_other_brands)
    and (people.closed_on is null or not site = any (people.closed_on))
    and (not people.blocks_addresses
      or exists (select from accounts where id = viewer and email_confirmed_at is not null))
    and people.account_id not in (
      select blocked_id from blocks where blocker_id = viewer
      union all
      select blocker_id from blocks where blocked_id = viewer
    )
$$;

-- As visible_to, without support, for cards. By anti-joins: of `not in` the planner
-- assumes that half of the rows pass, each time, and so sorted a country rather than read its index
-- in order up to a late page.
create function listed_to(viewer bigint, site text) returns setof present_profiles
language sql stable as $$
  select * from present_profiles people
  where people.paused_at is null
    and (people.only_liked_at is null
      or exists (select from likes where liker_id = people.account_id and liked_id = viewer))
    and people.account_id <> viewer
    and (people.brand = site or people.shown_on_other_brands)
    and (people.closed_on is null or not site = any (people.closed_on))
    and (not people.blocks_addresses
      or exists (select from accounts where id = viewer and email_confirmed_at is not null))
    and not exists (
      select from blocks where blocker_id = viewer and blocked_id = people.account_id)
    and not exists (
      select from blocks where blocked_id = viewer and blocker_id = people.account_id)
    and not exists (
      select from accounts where id = people.account_id and staff_since is not null)
$$;

-- As listed_to, without whom the viewer has passed: for lists, searches, and news of who likes or
-- looked. These are read once and hashed: a plan that is made without the viewer expects hardly any,
-- and as a join would go over all of them again for each who is found.
create function offered_to(viewer bigint, site text) returns setof present_profiles
language sql stable as $$
  select * from listed_to(viewer, site) people
  where people.account_id not in (select passed_id from passes where passer_id = viewer)
$$;

-- The one view that every feature may read, so that a block, ban or deletion holds everywhere.
create view visible_profiles as
  select viewer.id as viewer_id, site.id as seen_on, people.*
  from accounts viewer
  cross join brands site
  cross join lateral visible_to(viewer.id, site.id) people;
