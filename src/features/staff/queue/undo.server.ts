import { type Handler, handle } from '../../../api/call.server.ts'
import { deskOf } from '../../core/staff-accounts/queues.ts'
import { type Kinds, undoVerdict } from '../../core/tasks/verdicts.server.ts'
import { undoDecision } from '../decisions/decide.server.ts'
import { undoDecided } from '../desk/task.contract.ts'

export function undoHandler(kinds: Kinds): Handler {
  return handle(undoDecided, async ({ body: { kind, id }, scope, services }) => {
    const next = await services.db
      .transaction()
      .execute(async (trx) =>
        kind === 'decision'
          ? undoDecision(services, trx, scope, id)
          : `${deskOf(await undoVerdict(trx, scope, kinds, id))}?done=undone`,
      )
    return { ok: true as const, next }
  })
}
