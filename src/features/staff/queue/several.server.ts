import { type Handler, handle } from '#api/call.server.ts'
import { ApiError } from '#api/errors.ts'
import { claimOf, once } from '#api/idempotency.server.ts'
import { assertLead } from '#core/staff-accounts/roles.server.ts'
import { decideBy } from '../decisions/deciding/decide.server.ts'
import { leaseChosen } from '../desk/task.server.ts'
import { eachAlone } from './each-alone.ts'
import { decideSeveral } from './several.contract.ts'
import { decidedAtOnce } from './several.ts'
import { listPath } from './task-list.ts'

const handler = handle(decideSeveral, async (call) => {
  const { body, scope, services } = call
  const { tasks, place, queue, brand, key: field, ...what } = body
  const claim = claimOf(call, 'POST /staff/decideSeveral', scope.member.id)
  const key = claim.key ?? field
  const { done, refused } = await eachAlone(tasks, (taskId) =>
    once(
      services.db,
      { ...claim, key: key === undefined ? null : `${key}/${taskId}` },
      async (trx) => {
        await assertLead(trx, scope.member.id)
        const task = await leaseChosen(trx, scope, taskId)
        if (!task) return null
        if (!decidedAtOnce.includes(task.queue))
          throw new ApiError('conflict', 'This is decided one by one.')
        const { id, needsSecond } = await decideBy(services, trx, scope, { ...what, taskId })
        return { id, needsSecond }
      },
    ),
  )
  const made = done.filter((one) => one !== null)
  if (made.length === 0)
    throw new ApiError('conflict', 'What they were about is gone. They are closed.')
  const next = listPath(
    place,
    {
      done: made.some(({ needsSecond }) => needsSecond) ? 'severalSecond' : 'several',
      undo: made.map(({ id }) => id),
      left: refused + done.length - made.length,
    },
    { queues: queue, brand },
  )
  return { ok: true as const, next }
})

export const severalHandlers: Handler[] = [handler]
