import type { Services } from '#api/services.server.ts'
import { contactOf } from '#core/accounts/standing/account-status.sql.ts'
import { leads } from '#core/staff-accounts/roles.sql.ts'
import { alarmedTasks, type DueTask, warnedTasks } from '#core/tasks/deadlines.sql.ts'
import {
  type DeadlineName,
  deadlines,
  dueAfter,
  type Level,
  levelAt,
} from '#core/tasks/deadlines.ts'
import type { Trx } from '#db/connection.server.ts'
import { BATCH, type Job } from '#jobs/worker.server.ts'
import { DAY, later, MINUTE } from '#lib/clock.ts'
import { brandById } from '#sites/registry.ts'
import { tasksAwaitingSecond } from '../decisions/approvals.sql.ts'
import { deadlinesMail, type DueLine } from './mails.ts'
import { forgetNotes, isNewNote } from './notes.sql.ts'
import { type Running, runningSince, watched, type WatchedName } from './running.server.ts'

const NOTES_KEPT = 400 * DAY

/**
 * Warns at half of a deadline's time and alarms before its end: a line in the log for each kind,
 * and one mail to each lead, with everything that is new. Each task, mail, refund and report is
 * named once a level, also by several processes.
 */
export const deadlineJob: Job = {
  name: 'deadlines',
  period: MINUTE,
  start: (services) => ({
    async run() {
      const at = services.clock.now()
      const lines = await services.db.transaction().execute(async (trx) => {
        const found = [
          ...(await dueTasks(trx, at)),
          ...(await dueOtherwise(trx, at, services.settings.demo)),
        ]
        if (found.length > 0) await tellLeads(services, trx, found)
        await forgetNotes(trx, later(at, -NOTES_KEPT))
        return found
      })
      for (const { level, what, count, dueAt } of lines) {
        services.log[level === 'alarm' ? 'error' : 'warn'](
          { what, count, dueAt },
          level === 'alarm' ? 'a deadline is near or over' : 'half of a deadline’s time is over',
        )
      }
    },
  }),
}

async function dueTasks(trx: Trx, at: Date): Promise<DueLine[]> {
  // The alarm first: a task that is due at once is not warned of before.
  const asked = { awaited: tasksAwaitingSecond, at, most: BATCH }
  const alarmed = await alarmedTasks(trx, asked)
  const warned = await warnedTasks(trx, asked)
  return [...byQueue(alarmed, 'alarm'), ...byQueue(warned, 'warning')]
}

/** The queue with the task that is due first comes first. */
function byQueue(tasks: readonly DueTask[], level: Level): DueLine[] {
  const lines = [...Map.groupBy(tasks, ({ queue }) => queue)].map(([queue, rows]) => ({
    level,
    what: queue,
    count: rows.length,
    dueAt: rows.reduce(
      (first, { dueAt }) => (dueAt < first ? dueAt : first),
      rows[0]?.dueAt ?? new Date(0),
    ),
  }))
  return lines.toSorted(
    (a, b) => a.dueAt.getTime() - b.dueAt.getTime() || a.what.localeCompare(b.what),
  )
}

/** A demo owes nobody a report. */
async function dueOtherwise(trx: Trx, at: Date, isDemo: boolean): Promise<DueLine[]> {
  const found: DueLine[] = []
  for (const name of watched)
    found.push(
      ...(await newOnes(
        trx,
        name,
        await runningSince(trx, name, { at, before: halfTimeAgo(name, at), isDemo }),
        at,
      )),
    )
  return found
}

function halfTimeAgo(name: WatchedName, at: Date): Date {
  return later(at, -deadlines[name].within / 2)
}

async function newOnes(
  trx: Trx,
  name: DeadlineName,
  running: readonly Running[],
  at: Date,
): Promise<DueLine[]> {
  const lines = new Map<Level, DueLine>()
  for (const { item, startedAt } of running) {
    const dueAt = dueAfter(startedAt, deadlines[name].within)
    const level = levelAt(startedAt, dueAt, at)
    if (level === null || !(await isNewNote(trx, name, item, level, at))) continue
    const line = lines.get(level)
    lines.set(level, {
      level,
      what: name,
      count: (line?.count ?? 0) + 1,
      dueAt: line && line.dueAt < dueAt ? line.dueAt : dueAt,
    })
  }
  return [...lines.values()]
}

async function tellLeads(services: Services, trx: Trx, lines: readonly DueLine[]): Promise<void> {
  for (const id of await leads(trx)) {
    const contact = await contactOf(trx, id)
    const brand = contact && brandById(contact.brand)
    if (brand)
      await services.queueMail(trx, deadlinesMail(services, brand, { id, ...contact }, lines))
  }
}
