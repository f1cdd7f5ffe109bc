import { ApiError } from '../../api/errors.ts'
import { type Handler, handle } from '../../api/router.server.ts'
import { later } from '../../lib/clock.ts'
import { usernamesOf } from '../accounts/accounts.sql.ts'
import { recordAct } from '../audit/audit.sql.ts'
import { heldJob } from '../staff/jobs.sql.ts'
import { assertOpenTo } from '../staff/roles.server.ts'
import { presentedEvidence, readEvidence } from './evidence.server.ts'
import { type Accuracy, isOftenWrong, nothingReported } from './evidence.ts'
import { getEvidence, getReporters, muteReporter as muteEndpoint } from './reporters.contract.ts'
import { accuracyOf, lastReporters, mutedReporters, mutedUntil, muteReporter } from './reporters.sql.ts'
import { muteLengths } from './reporters.ts'

const listHandler = handle(getReporters, async ({ scope, services: { db } }) => {
  const { member, at } = scope
  await assertOpenTo(db, member.id, 'reports')
  const [decided, muted] = await Promise.all([lastReporters(db), mutedReporters(db, at)])
  const wrong = [...decided].filter(([, accuracy]) => isOftenWrong(accuracy)).map(([id]) => id)
  const ids = [...new Set([...wrong, ...muted])]
  const [names, accuracy, until] = await Promise.all([usernamesOf(db, ids), accuracyOf(db, ids), mutedUntil(db, ids, at)])
  const missed = ({ decided: all, acted }: Accuracy) => all - acted
  const reporters = ids.flatMap((id) => {
    const username = names.get(id)
    return username === undefined ? [] : [{ id, username, accuracy: accuracy.get(id) ?? nothingReported, mutedUntil: until.get(id)?.toISOString() ?? null }]
  })
  return { reporters: reporters.toSorted((a, b) => missed(b.accuracy) - missed(a.accuracy) || a.id - b.id) }
})

const muteHandler = handle(muteEndpoint, async ({ body, scope, services }) => {
  const { member, at } = scope
  if (body.id === member.id) throw new ApiError('forbidden', { detail: 'This is you. Somebody else decides about it.' })
  const { length } = muteLengths.find(({ value }) => value === body.for) ?? muteLengths[0]
  await services.db.transaction().execute(async (trx) => {
    await assertOpenTo(trx, member.id, 'reports')
    if (!(await usernamesOf(trx, [body.id])).has(body.id)) throw new ApiError('unavailable')
    const until = length === 0 ? null : later(at, length)
    if (!(await muteReporter(trx, body.id, { until, by: member.id, at }))) return
    const action = until === null ? 'staff.unmuteReporter' : 'staff.muteReporter'
    await recordAct(trx, scope, { action, subjectId: body.id, details: until === null ? {} : { until: until.toISOString() } })
  })
  return { ok: true as const, next: `/staff/reporters?done=${length === 0 ? 'ended' : 'muted'}` }
})

const evidenceHandler = handle(getEvidence, async ({ query, scope, services }) => {
  const kept = await services.db.transaction().execute(async (trx) => {
    const job = await heldJob(trx, scope, query.job)
    const found = job.queue === 'reports' ? await readEvidence(trx, scope, { reportId: job.subject_id, job: job.id }) : undefined
    if (!found) throw new ApiError('notFound', { detail: 'There is no report to this job.' })
    return found
  })
  return presentedEvidence(services, kept, scope.at)
})

export const reporterHandlers: Handler[] = [listHandler, muteHandler, evidenceHandler]
