import { type Kysely, sql } from 'kysely'

/** A quick way out, whether it ends the session, and a tab that names no brand. The session's look-up reads all three. */
const statements = [
  `alter table accounts
    add column shows_exit boolean not null default false,
    add column exit_signs_out boolean not null default false,
    add column plain_title boolean not null default false`,
  `drop trigger announce_update on accounts`,
  `create trigger announce_update after update of brand, username, email, owns_email, email_confirmed_at, premium_until, first_premium_at,
    sharing_accepted_at, subid, popunder_seen_at, full_page_ad_due_at, shows_online, shows_reading, notes_visits, locale,
    username_changed_at, staff_since, banned_at, deleted_at, shows_exit, exit_signs_out, plain_title on accounts
    for each row execute function announce_changed_account()`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
