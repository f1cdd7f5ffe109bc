import { type Kysely, sql } from 'kysely'

const present = 'where hidden_at is null and gone_at is null and linked_at is not null'
/** As those of all members: few are linked, so that a search among them would pass nearly everybody else. */
const orders = { seen: 'last_seen_at', joined: 'created_at' }
const parts = { all: '', country: 'country, gender, ', tile: 'tile, gender, ' }

const before = [
  // Since when a member is linked with a partner by both; kept by a trigger, because links end in many places.
  `alter table profiles add column linked_at timestamptz`,
  `create function keep_linked() returns trigger language plpgsql as $$
  begin
    perform from profiles
      where account_id in (coalesce(new.inviter_id, old.inviter_id), coalesce(new.invitee_id, old.invitee_id))
      order by account_id for no key update;
    update profiles set linked_at = (
        select min(accepted_at) from partner_links where profiles.account_id in (inviter_id, invitee_id)
      )
      where account_id in (coalesce(new.inviter_id, old.inviter_id), coalesce(new.invitee_id, old.invitee_id));
    return null;
  end
  $$`,
  `update profiles set linked_at = link.since
    from (
      select id, min(accepted_at) as since
      from partner_links cross join lateral (values (inviter_id), (invitee_id)) as side (id)
      where accepted_at is not null
      group by id
    ) as link
    where link.id = profiles.account_id`,
  `create trigger partner_links_accepted after insert or update on partner_links
    for each row when (new.accepted_at is not null) execute function keep_linked()`,
  `create trigger partner_links_ended after delete on partner_links
    for each row when (old.accepted_at is not null) execute function keep_linked()`,
  ...Object.entries(parts).flatMap(([part, first]) =>
    Object.entries(orders).map(
      ([name, column]) =>
        `create index profiles_linked_${part}_${name} on profiles (${first}has_photo desc, ${column} desc, account_id desc) ${present}`,
    ),
  ),
  `drop view visible_profiles`,
]

const after = `create view visible_profiles as
  select viewer.id as viewer_id, site.id as seen_on, people.*
  from accounts viewer
  cross join brands site
  cross join lateral visible_to(viewer.id, site.id) people`

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of before) await sql.raw(statement).execute(db)
  const { rows } = await sql<{
    definition: string
  }>`select pg_get_viewdef('present_profiles'::regclass) as definition`.execute(db)
  const definition = rows[0]?.definition ?? ''
  await sql
    .raw(
      `create or replace view present_profiles as ${definition.replace(/\n\s+FROM /, ',\n    profiles.linked_at\n   FROM ')}`,
    )
    .execute(db)
  await sql.raw(after).execute(db)
}
