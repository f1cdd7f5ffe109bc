import { type Handler, handle } from '#api/call.server.ts'
import { closedSession } from '#api/closed-sessions.server.ts'
import type { Services } from '#api/services.server.ts'
import { personOf } from '#core/accounts/standing/standing.sql.ts'
import { closedTo } from '../closures.server.ts'
import { statementPath } from '../statements/statements.server.ts'
import {
  dismissDecisionNotice,
  getDecisionNotices,
  getEndedSession,
  listOwnDecisions,
} from './own-decisions.contract.ts'
import { closeDecisionNotice, openDecisionNotices, ownDecisions } from './own-decisions.sql.ts'
import { inShort } from './own-decisions.ts'

const MOST = 50

const listHandler = handle(listOwnDecisions, async ({ scope, services }) => {
  const decisions = await ownDecisions(services.db, scope.member.id, MOST)
  return {
    decisions: decisions.map(({ id, act, at, reversedAt }) => ({
      what: inShort(act),
      at: at.toISOString(),
      state: reversedAt === null ? ('holds' as const) : ('takenBack' as const),
      path: statementPath(services, id),
    })),
  }
})

const noticesHandler = handle(getDecisionNotices, async ({ scope, services }) => {
  const notices = await openDecisionNotices(services.db, scope.member.id)
  return {
    notices: notices.map(({ id, decisionId, about, act, at }) => ({
      id,
      about,
      what: inShort(act),
      at: at.toISOString(),
      path: statementPath(services, decisionId),
    })),
  }
})

const dismissHandler = handle(dismissDecisionNotice, async ({ body, scope, services }) => {
  await closeDecisionNotice(services.db, scope.member.id, body.id, scope.at)
  return { ok: true as const }
})

const endedHandler = handle(getEndedSession, async ({ token, member, brand, services, at }) => ({
  closed: token === null || member !== null ? null : await closedOut(services, token, brand.id, at),
}))

/**
 * Why the browser that had this session is signed out; null where no decision ended it, or its
 * account is open again.
 */
export async function closedOut(
  services: Services,
  token: string,
  brand: string,
  at: Date,
): Promise<{ statement: string | null } | null> {
  const accountId = await closedSession(services.db, token, brand, at)
  const person = accountId === undefined ? undefined : await personOf(services.db, accountId)
  return person === undefined || person.deletedAt !== null
    ? null
    : closedTo(services, person, brand, at)
}

export const ownDecisionHandlers: Handler[] = [
  listHandler,
  noticesHandler,
  dismissHandler,
  endedHandler,
]
