import { ApiError } from '../../api/errors.ts'
import { type Handler, handle } from '../../api/router.server.ts'
import { later } from '../../lib/clock.ts'
import { correspondents } from './correspondents.server.ts'
import { notNow, whoWaits } from './waiting.contract.ts'
import { putOff, whoWaitsFor } from './waiting.sql.ts'
import { NOT_NOW_FOR } from './waiting.ts'

const waitingHandler = handle(whoWaits, async ({ query, scope, services }) => {
  const rows = await whoWaitsFor(services.db, scope)
  const shown = rows.slice(0, query.count)
  const people = shown.length === 0 ? [] : await correspondents(services, scope, shown)
  return {
    waiting: shown.flatMap(({ since }, index) => {
      const other = people[index]
      return other ? [{ other, since: since.toISOString() }] : []
    }),
    count: rows.length,
  }
})

const notNowHandler = handle(notNow, async ({ body, scope, services }) => {
  const until = body.later === 'no' ? null : later(scope.at, NOT_NOW_FOR)
  if (!(await putOff(services.db, scope.member.id, body.id, until))) throw new ApiError('unavailable')
  return { ok: true as const }
})

export const waitingHandlers: Handler[] = [waitingHandler, notNowHandler]
