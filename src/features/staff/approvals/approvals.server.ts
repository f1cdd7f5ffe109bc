import { type Handler, handle } from '#api/call.server.ts'
import { settleApproval, waitingDecisions } from '../decisions/approvals.server.ts'
import { settleAct, waitingActs } from '../members/waiting-acts.server.ts'
import { settleOfPartners, waitingOfPartners } from './affiliate-approvals.server.ts'
import { decideApproval, getApprovals } from './approvals.contract.ts'

const listHandler = handle(getApprovals, async ({ scope, services }) => {
  const lists = await Promise.all([
    waitingDecisions(services, scope),
    waitingActs(services, scope),
    waitingOfPartners(services, scope),
  ])
  return {
    // What has no end comes after the others.
    approvals: lists
      .flat()
      .toSorted((one, other) => (one.expiresAt ?? 'z').localeCompare(other.expiresAt ?? 'z')),
  }
})

const settles = {
  decision: settleApproval,
  act: settleAct,
  terms: settleOfPartners,
  payout: settleOfPartners,
}

const decideHandler = handle(decideApproval, async ({ body, scope, services }) => {
  const outcome = await services.db
    .transaction()
    .execute((trx) => settles[body.kind](services, trx, scope, body))
  return {
    ok: true as const,
    next: `/staff/approvals?done=${body.kind}-${outcome ?? body.outcome}`,
  }
})

export const approvalHandlers: Handler[] = [listHandler, decideHandler]
