import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table staff_roles validate constraint staff_roles_role_check`.execute(db)
}
