import { type Kysely, sql } from 'kysely'

const statements = [
  // Staff accounts agree to nothing about a profile.
  `alter table accounts alter column sensitive_data_accepted_at drop not null`,
  // Nobody is member and staff in one account: who was both stays a member, and gets an account for their work.
  `delete from staff_roles where account_id in (select account_id from profiles)`,
  `delete from recovery_codes where account_id in (select account_id from profiles)`,
  `delete from second_factors where account_id in (select account_id from profiles)`,
  `update accounts set staff_since = null where staff_since is not null and id in (select account_id from profiles)`,
  `alter table staff_roles drop constraint staff_roles_role_check`,
  `alter table staff_roles add constraint staff_roles_role_check
    check (role in ('moderator', 'support', 'lead', 'editor', 'publisher', 'owner')) not valid`,
  // Sessions know the roles, so that each process hears when they change.
  `create trigger announce_insert after insert on staff_roles referencing new table as changed
    for each statement execute function announce_changed_rows()`,
  `create trigger announce_delete after delete on staff_roles referencing old table as changed
    for each statement execute function announce_changed_rows()`,
]

/** Staff accounts have no dating profile; editors, publishers and owners are roles as well. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
