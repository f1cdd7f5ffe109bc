import { sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'
import { isQueue, type Queue, type TaskPlace } from '../staff-accounts/queues.ts'

export type TaskView = { id: number; name: string; queues: Queue[]; brand: string }

export async function viewsOf(
  db: Db | Trx,
  staffId: number,
  place: TaskPlace,
  most: number,
): Promise<TaskView[]> {
  const rows = await db
    .selectFrom('staff_views')
    .select(['id', 'name', 'queues', 'brand'])
    .where('account_id', '=', staffId)
    .where('place', '=', place)
    .orderBy('name')
    .limit(sql.lit(most))
    .execute()
  return rows.map((row) => ({ ...row, queues: row.queues.filter(isQueue) }))
}

export async function countViews(trx: Trx, staffId: number): Promise<number> {
  const { count } = await trx
    .selectFrom('staff_views')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('account_id', '=', staffId)
    .executeTakeFirstOrThrow()
  return count
}

/** One name is one view of a place: the filters of the last one hold. */
export async function insertView(
  trx: Trx,
  staffId: number,
  { place, name, queues, brand }: Omit<TaskView, 'id'> & { place: TaskPlace },
): Promise<void> {
  await trx
    .insertInto('staff_views')
    .values({ account_id: staffId, place, name, queues: [...queues], brand })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'place', 'name']).doUpdateSet({ queues: [...queues], brand }),
    )
    .execute()
}

export async function deleteView(trx: Trx, staffId: number, id: number): Promise<void> {
  await trx
    .deleteFrom('staff_views')
    .where('id', '=', id)
    .where('account_id', '=', staffId)
    .execute()
}
