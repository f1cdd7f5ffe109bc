import { type Handler, handle } from '#api/call.server.ts'
import { deskOf } from '#core/staff-accounts/queues.ts'
import { type Kinds, undoVerdict } from '#core/tasks/verdicts.server.ts'
import { undoDecision } from '../decisions/deciding/decide.server.ts'
import { undoDecided } from '../desk/task.contract.ts'
import { eachAlone } from './each-alone.ts'
import { listPath } from './task-list.ts'

export function undoHandler(kinds: Kinds): Handler {
  return handle(undoDecided, async ({ body, scope, services }) => {
    const { db } = services
    if (body.kind === 'verdict') {
      const queue = await db.transaction().execute((trx) => undoVerdict(trx, scope, kinds, body.id))
      return { ok: true as const, next: `${deskOf(queue)}?done=undone` }
    }
    // Of several, nobody holds more than one.
    const taskTo = body.id.length > 1 ? null : scope.member.id
    const { done, refused } = await eachAlone(body.id, (id) =>
      db.transaction().execute((trx) => undoDecision(services, trx, scope, { id, taskTo })),
    )
    const [next = ''] = done
    return {
      ok: true as const,
      next: taskTo === null ? listPath('cases', { done: 'undoneSeveral', left: refused }) : next,
    }
  })
}
