import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'
import type { StaffRole } from '#sites/staff-roles.ts'
import { isStaffNow } from '../accounts/standing/account-status.sql.ts'
import { type Queue, queuesFor } from './queues.ts'

/**
 * The queues that somebody may work in now: none once they are banned, gone, or no longer staff.
 */
export async function openQueues(db: Db | Trx, staffId: number): Promise<Queue[]> {
  return queuesFor(await rolesOf(db, staffId))
}

/** None once they are banned, gone, or no longer staff. */
export async function rolesOf(db: Db | Trx, staffId: number): Promise<StaffRole[]> {
  const rows = await db
    .selectFrom('staff_roles')
    .select(sql<StaffRole>`role`.as('role'))
    .where('account_id', '=', staffId)
    .where(isStaffNow(sql.ref('staff_roles.account_id')))
    .execute()
  return rows.map(({ role }) => role)
}

export function isLead(staffId: number): RawBuilder<boolean> {
  return sql<boolean>`exists (select from staff_roles where staff_roles.account_id = ${staffId} and role = 'lead')`
}

/**
 * Replaces the roles of somebody of staff, and takes back what they hold. Returns false if nothing
 * changes.
 */
export async function setRoles(
  trx: Trx,
  staffId: number,
  roles: readonly StaffRole[],
  at: Date,
): Promise<boolean> {
  const before = await trx
    .selectFrom('staff_roles')
    .select('role')
    .where('account_id', '=', staffId)
    .forUpdate()
    .execute()
  const wanted = new Set<string>(roles)
  if (before.length === wanted.size && before.every(({ role }) => wanted.has(role))) return false
  await trx.deleteFrom('staff_roles').where('account_id', '=', staffId).execute()
  if (roles.length > 0) {
    await trx
      .insertInto('staff_roles')
      .values([...new Set(roles)].map((role) => ({ account_id: staffId, role, given_at: at })))
      .execute()
  }
  await trx
    .updateTable('tasks')
    .set({ leased_by: null, leased_until: null })
    .where('leased_by', '=', staffId)
    .execute()
  return true
}

/** Who is told of deadlines. */
export const leads = (trx: Trx): Promise<number[]> => staffWith(trx, ['lead'])

export async function staffWith(db: Db | Trx, roles: readonly StaffRole[]): Promise<number[]> {
  const rows = await db
    .selectFrom('staff_roles')
    .select('account_id')
    .distinct()
    .where('role', 'in', roles)
    .where(isStaffNow(sql.ref('staff_roles.account_id')))
    .orderBy('account_id')
    .execute()
  return rows.map((row) => row.account_id)
}
