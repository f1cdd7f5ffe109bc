import { type Kysely, sql } from 'kysely'

/**
 * After how many minutes away a member's sessions lock themselves, and the PIN that opens them. The session's look-up
 * reads the minutes and whether it is locked; when somebody was last there is no change of it, like a visit.
 */
const statements = [
  `alter table accounts
    add column lock_after_minutes smallint check (lock_after_minutes in (1, 5, 15, 60)),
    add column lock_pin_hash text`,
  `create trigger announce_lock after update of lock_after_minutes on accounts for each row execute function announce_changed_account()`,
  `alter table sessions
    add column active_at timestamptz,
    add column locked_at timestamptz,
    add column pin_failures smallint not null default 0`,
  `create trigger announce_lock after update of locked_at on sessions for each row execute function announce_changed_account()`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
