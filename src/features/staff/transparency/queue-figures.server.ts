import { type Handler, handle } from '#api/call.server.ts'
import { DAY, later } from '#lib/clock.ts'
import { csvOf } from '#lib/csv.ts'
import { figuresOf, policyFigures } from './figures.sql.ts'
import { rounded } from './figures.ts'
import { getFigures } from './queue-figures.contract.ts'
import { queueFigures, ticketFigures } from './queue-figures.sql.ts'

const figuresHandler = handle(getFigures, async ({ query, scope, services: { db } }) => {
  const since = later(scope.at, -Number(query.days) * DAY)
  const [tasks, tickets, policies, own] = await Promise.all([
    queueFigures(db, since, scope.at),
    ticketFigures(db, since),
    policyFigures(db, { from: since, until: scope.at }),
    figuresOf(db, scope.member.id, since),
  ])
  const queues = [...tasks, tickets].map((row) => ({
    ...row,
    medianHours: rounded(row.medianHours),
    p95Hours: rounded(row.p95Hours),
    oldest: row.oldest?.toISOString() ?? null,
  }))
  const csv = csvOf(
    [
      'kind',
      'name',
      'inbound',
      'pending',
      'decided',
      'by_program',
      'reversed',
      'overturned',
      'median_hours',
      'p95_hours',
      'oldest',
    ],
    [
      ...queues.map((row) => [
        'queue',
        row.queue,
        row.inbound,
        row.pending,
        row.closed,
        row.byProgram,
        row.reversed,
        row.overturned,
        row.medianHours,
        row.p95Hours,
        row.oldest,
      ]),
      ...policies.map((row) => [
        'policy',
        row.policy,
        null,
        null,
        row.decisions,
        row.byProgram,
        row.reversed,
        row.overturned,
        null,
        null,
        null,
        null,
      ]),
    ],
  )
  return { since: since.toISOString(), queues, policies, own, csv }
})

export const figuresHandlers: Handler[] = [figuresHandler]
