import { type Kysely, sql } from 'kysely'

const rest = `people.account_id <> viewer
  and (people.brand = site or people.shown_on_other_brands)
  and (people.closed_on is null or not site = any (people.closed_on))
  and (not people.blocks_addresses or exists (select from accounts where id = viewer and email_confirmed_at is not null))`

const isShown = `people.paused_at is null
  and (people.only_liked_at is null or exists (select from likes where liker_id = people.account_id and liked_id = viewer))`

const noBlock = `people.account_id not in (
    select blocked_id from blocks where blocker_id = viewer
    union all
    select blocker_id from blocks where blocked_id = viewer
  )`

const before = [
  // Blocks by e-mail address that nobody sees yet: who vanished at once would have the address.
  `create table coming_blocks (
    blocker_id bigint not null references accounts on delete cascade,
    blocked_id bigint not null references accounts on delete cascade,
    contact_id bigint not null,
    takes_effect_at timestamptz not null,
    primary key (blocker_id, blocked_id, contact_id)
  )`,
  `create index coming_blocks_blocked on coming_blocks (blocked_id)`,
  `create index coming_blocks_contact on coming_blocks (contact_id)`,
  `create index coming_blocks_due on coming_blocks (takes_effect_at, blocker_id)`,
  // A lifted address hides until then.
  `alter table blocked_contacts add column ends_at timestamptz`,
  // In the profile's row, which every list and search has read anyway.
  `alter table profiles add column blocks_addresses boolean not null default false`,
  `create function keep_blocks_addresses() returns trigger language plpgsql as $$
  begin
    update profiles set blocks_addresses = not blocks_addresses
      where account_id in (select account_id from changed)
        and blocks_addresses <> exists (select from blocked_contacts where blocked_contacts.account_id = profiles.account_id);
    return null;
  end
  $$`,
  ...(['insert', 'delete'] as const).map(
    (act) => `create trigger keep_blocks_addresses_at_${act} after ${act} on blocked_contacts
      referencing ${act === 'insert' ? 'new' : 'old'} table as changed for each statement execute function keep_blocks_addresses()`,
  ),
  `update profiles set blocks_addresses = true where account_id in (select account_id from blocked_contacts)`,
  `create trigger announce_visibility_of_blockers after update of blocks_addresses on profiles
    for each row when (old.blocks_addresses <> new.blocks_addresses) execute function announce_visibility_of_all()`,
  `create function announce_own_visibility() returns trigger language plpgsql as $$
  begin
    perform announce_visibility(new.id::text);
    return null;
  end $$`,
  `create trigger announce_visibility after update of email_confirmed_at on accounts
    for each row when (old.email_confirmed_at is distinct from new.email_confirmed_at) execute function announce_own_visibility()`,
  `drop view visible_profiles`,
  // Columns are added to a view at its end.
  `do $$ begin
    execute 'create or replace view present_profiles as '
      || regexp_replace(pg_get_viewdef('present_profiles'::regclass), '\\n\\s+FROM ', E',\\n    profiles.blocks_addresses\\n   FROM ');
  end $$`,
]

const after = [
  `create or replace function visible_to(viewer bigint, site text) returns setof present_profiles
    language sql stable as $$
      select * from present_profiles people where ${isShown} and ${rest} and ${noBlock}
    $$`,
  `create or replace function known_to(viewer bigint, site text) returns setof present_profiles
    language sql stable as $$
      select * from present_profiles people
      where (
          (${isShown})
          or exists (select from conversation_sides where account_id = viewer and other_id = people.account_id)
        )
        and ${rest} and ${noBlock}
    $$`,
  `create or replace function listed_to(viewer bigint, site text) returns setof present_profiles language sql stable as $$
    select * from present_profiles people
    where ${isShown}
      and ${rest}
      and not exists (select from blocks where blocker_id = viewer and blocked_id = people.account_id)
      and not exists (select from blocks where blocked_id = viewer and blocker_id = people.account_id)
      and not exists (select from accounts where id = people.account_id and staff_since is not null)
  $$`,
  `create view visible_profiles as
    select viewer.id as viewer_id, site.id as seen_on, people.*
    from accounts viewer
    cross join brands site
    cross join lateral visible_to(viewer.id, site.id) people`,
]

/** A block by e-mail address takes effect later, with others, and whoever has not confirmed an address sees nobody who has blocked one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...before, ...after]) await sql.raw(statement).execute(db)
}
