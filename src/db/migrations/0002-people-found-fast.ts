import { type Kysely, sql } from 'kysely'

/** visible_to takes viewer and brand as arguments: PostgreSQL then looks up the blocks once a query. */
const statements = [
  // Triggers set gone_at, so that no account is read to leave one out. tile is a square of one degree (circle.sql.ts).
  `alter table profiles
    add column gone_at timestamptz,
    add column tile integer not null
      generated always as (floor(latitude + 90)::integer * 360 + floor(longitude + 180)::integer) stored`,
  `update profiles set gone_at = coalesce(banned_at, deleted_at) from accounts where id = account_id`,
  `create function keep_gone_at() returns trigger language plpgsql as $$
    begin
      if tg_table_name = 'profiles' then
        select coalesce(banned_at, deleted_at) into new.gone_at from accounts where id = new.account_id;
        return new;
      end if;
      update profiles set gone_at = coalesce(new.banned_at, new.deleted_at) where account_id = new.id;
      return null;
    end
  $$`,
  `create trigger keep_gone_at before insert on profiles for each row execute function keep_gone_at()`,
  `create trigger keep_gone_at after update of banned_at, deleted_at on accounts for each row
    when (old.banned_at is distinct from new.banned_at or old.deleted_at is distinct from new.deleted_at)
    execute function keep_gone_at()`,

  // Search reads these in order until the page is full: in one country by gender, in a circle by tile.
  `create index profiles_seen on profiles (last_seen_at desc, account_id desc)
    where hidden_at is null and gone_at is null`,
  `create index profiles_country_seen on profiles (country, gender, last_seen_at desc, account_id desc)
    where hidden_at is null and gone_at is null`,
  `create index profiles_tile_seen on profiles (tile, last_seen_at desc, account_id desc)
    where hidden_at is null and gone_at is null`,
  `create index profiles_country_joined on profiles (country, gender, created_at desc, account_id desc)
    where hidden_at is null and gone_at is null`,
  `create index likes_given on likes (liker_id, created_at desc)`,

  `drop view visible_profiles`,

  // A left join, so that PostgreSQL omits the account where no column of it is used.
  `create view present_profiles as
    select profiles.*, accounts.username, accounts.staff_since is not null as is_support
    from profiles
    left join accounts on accounts.id = profiles.account_id
    where profiles.hidden_at is null and profiles.gone_at is null`,

  `create function visible_to(viewer bigint, site text) returns setof present_profiles
    language sql stable as $$
      select *
      from present_profiles people
      where people.account_id <> viewer
        and (people.brand = site or people.shown_on_other_brands)
        and people.account_id not in (
          select blocked_id from blocks where blocker_id = viewer
          union all
          select blocker_id from blocks where blocked_id = viewer
        )
    $$`,

  `create view visible_profiles as
    select viewer.id as viewer_id, site.id as seen_on, people.*
    from accounts viewer
    cross join brands site
    cross join lateral visible_to(viewer.id, site.id) people`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
