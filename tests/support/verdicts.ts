import type { Given } from '#api/contract.ts'
import { allJobs } from '#app.server.ts'
import type { Queue } from '#core/staff-accounts/queues.ts'
import { UNDO_FOR } from '#core/tasks/verdicts.ts'
import { decideApproval, getApprovals } from '#staff/approvals/approvals.contract.ts'
import { decideAppeal, getAppeal } from '#staff/decisions/appeals/appeals.contract.ts'
import { decisionJob } from '#staff/decisions/deciding/decide.server.ts'
import { actOnTask, undoDecided } from '#staff/desk/task.contract.ts'
import { getQueue } from '#staff/queue/console.contract.ts'
import { runJob, type TestApp, type Visitor } from './app.ts'

type Parts = Pick<TestApp, 'clock' | 'services'>

export async function verdictsRun({ services }: Parts): Promise<void> {
  const job = allJobs.find(({ name }) => name === 'verdicts')
  if (job) await runJob({ services }, job)
}

/** The ten seconds pass in which staff can take a verdict back, and the worker runs. */
export async function verdictsTakeEffect(app: Parts): Promise<void> {
  app.clock.advance(UNDO_FOR)
  await verdictsRun(app)
}

/** The same time passes for decisions about members. */
export async function decisionsTakeEffect(app: Parts): Promise<void> {
  app.clock.advance(UNDO_FOR)
  await runJob(app, decisionJob)
}

export const takesTask = (staff: Visitor, ...queues: Queue[]) =>
  staff.calls(actOnTask, { body: { act: 'take', queues } })

export const queueOf = (staff: Visitor, queue: Given<typeof getQueue>['params']['queue']) =>
  staff.calls(getQueue, { params: { queue } })

export const undoesDecision = (staff: Visitor, id: number | number[]) =>
  staff.calls(undoDecided, { body: { kind: 'decision', id } })

export const approvalsFor = (staff: Visitor) => staff.calls(getApprovals)

type Answer = Given<typeof decideApproval>['body']
export const answersApproval = (
  staff: Visitor,
  kind: Answer['kind'],
  id: number,
  outcome: Answer['outcome'],
) => staff.calls(decideApproval, { body: { kind, id, outcome } })

export const appealOf = (staff: Visitor) => staff.calls(getAppeal)

export const decidesAppeal = (staff: Visitor, body: Given<typeof decideAppeal>['body']) =>
  staff.calls(decideAppeal, { body })
