import { ApiError } from '#api/errors.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import { ABOUT_STAFF, type Queue } from './queues.ts'
import { openQueues, rolesOf } from './roles.sql.ts'

/** Throws `forbidden` for staff whose roles do not open the queue, or who are staff no more. */
export async function assertOpenTo(db: Db | Trx, staffId: number, queue: Queue): Promise<void> {
  if (!(await openQueues(db, staffId)).includes(queue))
    throw new ApiError('forbidden', 'This queue is not open to you.')
}

/** Throws `forbidden` for staff who are no leads, or staff no more. */
export async function assertLead(db: Db | Trx, staffId: number): Promise<void> {
  if (!(await rolesOf(db, staffId)).includes('lead'))
    throw new ApiError('forbidden', 'This is for leads.')
}

/** Throws `forbidden` where a decision is about staff, and whoever makes it is no lead. */
export async function assertMayDecideAbout(
  db: Db | Trx,
  staffId: number,
  { isStaff }: { isStaff: boolean },
): Promise<void> {
  if (isStaff && !(await rolesOf(db, staffId)).includes('lead'))
    throw new ApiError('forbidden', ABOUT_STAFF)
}
