import { type Handler, handle } from '#api/call.server.ts'
import { ApiError } from '#api/errors.ts'
import { personForUpdate, personsOf } from '#core/accounts/standing/standing.sql.ts'
import { recordAct } from '#core/audit/audit.sql.ts'
import { assertLead, assertOpenTo } from '#core/staff-accounts/roles.server.ts'
import { rolesOf } from '#core/staff-accounts/roles.sql.ts'
import { heldTask } from '#core/tasks/leases.sql.ts'
import { later } from '#lib/clock.ts'
import {
  type Accuracy,
  isOftenWrong,
  nothingReported,
  whyNotMuted,
} from '#members/reports/evidence.ts'
import {
  accuracyOf,
  lastReporters,
  mutedReporters,
  mutedUntil,
  muteReporter,
} from '#members/reports/reporters.sql.ts'
import { muteLengths } from '#members/reports/reporters.ts'
import { presentedEvidence, readEvidence } from './evidence.server.ts'
import { getEvidence, getReporters, muteReporter as muteEndpoint } from './reporters.contract.ts'

const listHandler = handle(getReporters, async ({ scope, services: { db } }) => {
  const { member, at } = scope
  await assertOpenTo(db, member.id, 'reports')
  const [decided, muted] = await Promise.all([lastReporters(db), mutedReporters(db, at)])
  const wrong = [...decided].filter(([, accuracy]) => isOftenWrong(accuracy)).map(([id]) => id)
  const ids = [...new Set([...wrong, ...muted])]
  const [people, accuracy, until, roles] = await Promise.all([
    personsOf(db, ids),
    accuracyOf(db, ids),
    mutedUntil(db, ids, at),
    rolesOf(db, member.id),
  ])
  const missed = ({ decided: all, acted }: Accuracy) => all - acted
  const reporters = ids.flatMap((id) => {
    const person = people.get(id)
    if (!person) return []
    const [reported, muted] = [accuracy.get(id) ?? nothingReported, until.get(id) ?? null]
    const mayMute =
      roles.includes('lead') &&
      whyNotMuted({ ...person, isMuted: muted !== null }, reported, member.id) === null
    return [
      {
        id,
        username: person.username,
        accuracy: reported,
        mutedUntil: muted?.toISOString() ?? null,
        mayMute,
      },
    ]
  })
  return {
    reporters: reporters.toSorted((a, b) => missed(b.accuracy) - missed(a.accuracy) || a.id - b.id),
  }
})

const muteHandler = handle(muteEndpoint, async ({ body, scope, services }) => {
  const { member, at } = scope
  const { length } = muteLengths.find(({ value }) => value === body.for) ?? muteLengths[0]
  await services.db.transaction().execute(async (trx) => {
    await assertLead(trx, member.id)
    const person = await personForUpdate(trx, body.id)
    if (!person) throw new ApiError('unavailable')
    const until = length === 0 ? null : later(at, length)
    const reported = (await accuracyOf(trx, [body.id])).get(body.id) ?? nothingReported
    const whyNot = whyNotMuted({ ...person, isMuted: until === null }, reported, member.id)
    if (whyNot !== null)
      throw new ApiError(
        person.id === member.id || person.isStaff ? 'forbidden' : 'conflict',
        whyNot,
      )
    if (!(await muteReporter(trx, body.id, { until, by: member.id, at }))) return
    const action = until === null ? 'staff.unmuteReporter' : 'staff.muteReporter'
    await recordAct(trx, scope, {
      action,
      subjectId: body.id,
      details: until === null ? {} : { until: until.toISOString() },
    })
  })
  return { ok: true as const, next: `/staff/reporters?done=${length === 0 ? 'ended' : 'muted'}` }
})

const evidenceHandler = handle(getEvidence, async ({ query, scope, services }) => {
  const kept = await services.db.transaction().execute(async (trx) => {
    const task = await heldTask(trx, scope, query.task)
    const found =
      task.queue === 'reports'
        ? await readEvidence(trx, scope, { reportId: task.subject_id, task: task.id })
        : undefined
    if (!found) throw new ApiError('notFound', 'There is no report to this task.')
    return found
  })
  return presentedEvidence(services, kept, scope)
})

export const reporterHandlers: Handler[] = [listHandler, muteHandler, evidenceHandler]
