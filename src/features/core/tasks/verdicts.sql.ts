import { type Selectable, sql } from 'kysely'
import { ApiError } from '#api/errors.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import type { Database } from '#db/schema.ts'
import { later } from '#lib/clock.ts'
import { UNDO_FOR, type VerdictKind } from './verdicts.ts'

export type WaitingVerdict = Selectable<Database['waiting_verdicts']>

export type NewVerdict = {
  kind: VerdictKind
  subjectId: number
  taskId: number | null
  answer: unknown
  by: number
  at: Date
}

/** Throws `conflict` where something is decided about the subject already. */
export async function insertVerdict(
  trx: Trx,
  { kind, subjectId, taskId, answer, by, at }: NewVerdict,
): Promise<WaitingVerdict> {
  const row = await trx
    .insertInto('waiting_verdicts')
    .values({
      kind,
      about_id: subjectId,
      task_id: taskId,
      answer: JSON.stringify(answer),
      decided_by: by,
      takes_effect_at: later(at, UNDO_FOR),
    })
    .onConflict((conflict) => conflict.columns(['kind', 'about_id']).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row)
    throw new ApiError('conflict', { detail: 'This is decided already. Nothing was changed.' })
  return row
}

export async function dueVerdicts(db: Db, at: Date, most: number): Promise<number[]> {
  const rows = await db
    .selectFrom('waiting_verdicts')
    .select('id')
    .where('takes_effect_at', '<=', at)
    .orderBy('takes_effect_at')
    .limit(sql.lit(most))
    .execute()
  return rows.map(({ id }) => id)
}

/** Locks a verdict: it is taken back, or takes effect, once. */
export async function verdictForUpdate(trx: Trx, id: number): Promise<WaitingVerdict | undefined> {
  return trx
    .selectFrom('waiting_verdicts')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function dropVerdict(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('waiting_verdicts').where('id', '=', id).execute()
}
