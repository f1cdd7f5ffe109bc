import { type Kysely, sql } from 'kysely'

const rest = `people.account_id <> viewer
  and (people.brand = site or people.shown_on_other_brands)
  and people.account_id not in (
    select blocked_id from blocks where blocker_id = viewer
    union all
    select blocker_id from blocks where blocked_id = viewer
  )`

/** The likes are looked up for the few who have chosen this alone: everybody else is let through by a null. */
const isShown = `people.paused_at is null
  and (people.only_liked_at is null or exists (select from likes where liker_id = people.account_id and liked_id = viewer))`

const statements = [
  // Shown only to those whom the member likes. A break is the third of three choices, so that both exclude each other.
  `alter table profiles
    add column only_liked_at timestamptz,
    add constraint profiles_shown_one_way check (paused_at is null or only_liked_at is null)`,
  `drop view visible_profiles`,
  `create or replace view present_profiles as
    select
      profiles.account_id, profiles.brand, profiles.gender, profiles.looking_for, profiles.birthday, profiles.country,
      profiles.place_id, profiles.place_name, profiles.region, profiles.latitude, profiles.longitude, profiles.headline,
      profiles.about, profiles.shown_on_other_brands, profiles.safe_mode, profiles.has_photo, profiles.hidden_at,
      profiles.last_seen_at, profiles.created_at, profiles.gone_at, profiles.tile, accounts.username,
      accounts.staff_since is not null as is_support, profiles.paused_at, profiles.only_liked_at
    from profiles
    left join accounts on accounts.id = profiles.account_id
    where profiles.hidden_at is null and profiles.gone_at is null`,
  `create or replace function visible_to(viewer bigint, site text) returns setof present_profiles
    language sql stable as $$
      select * from present_profiles people where ${isShown} and ${rest}
    $$`,
  `create or replace function known_to(viewer bigint, site text) returns setof present_profiles
    language sql stable as $$
      select * from present_profiles people
      where (
          (${isShown})
          or exists (select from conversation_sides where account_id = viewer and other_id = people.account_id)
        )
        and ${rest}
    $$`,
  `create view visible_profiles as
    select viewer.id as viewer_id, site.id as seen_on, people.*
    from accounts viewer
    cross join brands site
    cross join lateral visible_to(viewer.id, site.id) people`,
  `drop trigger announce_update on profiles`,
  `create trigger announce_update after update of gender, looking_for, birthday, birthday_corrected_at, country, place_name, region, latitude,
    longitude, paused_at, only_liked_at, safe_mode, wished_age_from, wished_age_to, wished_km on profiles
    for each row execute function announce_changed_account()`,
]

/** Who finds a member: everybody, only those whom they like, or nobody new. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
