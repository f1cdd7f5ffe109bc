import type { Reading } from '#api/readings.ts'
import { queues } from '#core/staff-accounts/queues.ts'
import { deadlines, dueAfter } from '#core/tasks/deadlines.ts'
import { firstDue } from '#core/tasks/figures.sql.ts'
import { later } from '#lib/clock.ts'
import { tasksAwaitingSecond } from '../decisions/approvals.sql.ts'
import { runningSince, watched } from './running.server.ts'

export const deadlineReading: Reading<'sites_deadline_overdue_seconds'> = {
  metrics: {
    sites_deadline_overdue_seconds:
      'How long the oldest deadline that was missed is over, by queue of staff or name of the clock; 0 where none was',
  },
  labels: ['deadline'],
  async read({ db, clock, settings }) {
    const at = clock.now()
    const overdue = (deadline: string, due: ReadonlyArray<Date | undefined>) => ({
      labels: { deadline },
      values: {
        sites_deadline_overdue_seconds:
          Math.max(0, ...due.map((one) => (one === undefined ? 0 : at.getTime() - one.getTime()))) /
          1000,
      },
    })
    const tasks = await firstDue(db, queues, tasksAwaitingSecond)
    const clocks = await Promise.all(
      watched.map(async (name) => {
        const { within } = deadlines[name]
        const running = await runningSince(db, name, {
          at,
          before: later(at, -within),
          isDemo: settings.demo,
        })
        return overdue(
          name,
          running.map(({ startedAt }) => dueAfter(startedAt, within)),
        )
      }),
    )
    return [...queues.map((queue) => overdue(queue, [tasks.get(queue)])), ...clocks]
  },
}
