import { countOf } from '#core/figures/counting.sql.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import type { AssignedStep, Step } from './steps.ts'

/** Assigns steps to a member; those assigned before stay unchanged. */
export async function openSteps(
  trx: Trx,
  accountId: number,
  steps: readonly Step[],
  at: Date,
): Promise<void> {
  if (steps.length === 0) return
  await trx
    .insertInto('onboarding_steps')
    .values(steps.map((step) => ({ account_id: accountId, step, opened_at: at, done_at: null })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function assignedSteps(trx: Trx, accountId: number): Promise<AssignedStep[]> {
  const rows = await trx
    .selectFrom('onboarding_steps')
    .select(['step', 'done_at'])
    .where('account_id', '=', accountId)
    .execute()
  return rows.map(({ step, done_at: doneAt }) => ({ step, isOpen: doneAt === null }))
}

export async function openStepsOf(db: Db | Trx, accountId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('onboarding_steps')
    .select('step')
    .where('account_id', '=', accountId)
    .where('done_at', 'is', null)
    .execute()
  return rows.map(({ step }) => step)
}

/** Closes steps; returns those still open, and whether this call closed any. */
export async function closeSteps(
  trx: Trx,
  accountId: number,
  steps: readonly Step[],
  at: Date,
): Promise<{ left: string[]; isNew: boolean }> {
  const closed = await trx
    .updateTable('onboarding_steps')
    .set({ done_at: at })
    .where('account_id', '=', accountId)
    .where('step', 'in', steps)
    .where('done_at', 'is', null)
    .returning('step')
    .execute()
  for (const { step } of closed)
    await countOf(trx, accountId, { measure: 'step', detail: step, at })
  const left = await trx
    .selectFrom('onboarding_steps')
    .select('step')
    .where('account_id', '=', accountId)
    .where('done_at', 'is', null)
    .execute()
  return { left: left.map(({ step }) => step), isNew: closed.length > 0 }
}
