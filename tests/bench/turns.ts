import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Db } from '#db/connection.server.ts'
import { record } from './figures.ts'
import { judged, table } from './report.ts'

export type Contestant = { name: string; run(turn: number): Promise<unknown>; target?: number }

const WARM_UP = 30

type Times = { rounds: number; runs: number }

/** In milliseconds, per run. */
export type Cost = { app: number; database: number }

/**
 * Processor time of this process and of the backends of a contestant's database, in the order of
 * the contestants.
 */
export async function measureTurns(
  contestants: ReadonlyArray<Contestant & { db: Db }>,
  { rounds, runs }: Times,
): Promise<Cost[]> {
  const costs = contestants.map((contestant) => ({ contestant, app: 0, database: 0 }))
  for (const { run } of contestants) for (let turn = 0; turn < WARM_UP; turn += 1) await run(turn)
  for (let round = 0; round < rounds; round += 1) {
    for (const cost of costs) {
      const { db } = cost.contestant
      const before = await processorTime(db)
      for (let turn = 0; turn < runs; turn += 1)
        await cost.contestant.run(WARM_UP + round * runs + turn)
      const after = await processorTime(db)
      cost.app += after.app - before.app
      cost.database += spent(before.backends, after.backends)
    }
  }
  const each = rounds * runs
  return costs.map(({ app, database }) => ({ app: app / each, database: database / each }))
}

/** The same as a table; the last column is a multiple of the first contestant. */
export async function takeTurns(
  db: Db,
  contestants: readonly Contestant[],
  times: Times,
): Promise<void> {
  const costs = await measureTurns(
    contestants.map((contestant) => ({ ...contestant, db })),
    times,
  )
  const both = ({ app, database }: Cost) => app + database
  const [first] = costs
  process.stdout.write(`${times.rounds * times.runs} runs each\n`)
  table(
    [
      'ms of processor time',
      'app',
      'database',
      'both',
      'target',
      `× ${contestants[0]?.name ?? ''}`,
    ],
    costs.map((cost, at) => {
      const { name = '', target } = contestants[at] ?? {}
      record(`processor time of ${name}`, Number(both(cost).toFixed(2)), 'ms', target)
      return [
        name,
        cost.app.toFixed(2),
        cost.database.toFixed(2),
        both(cost).toFixed(2),
        target === undefined ? '' : judged(target, both(cost) <= target),
        first ? (both(cost) / both(first)).toFixed(1) : '',
      ]
    }),
  )
}

async function processorTime(db: Db): Promise<{ app: number; backends: Map<number, number> }> {
  const { rows } = await sql<{
    pid: number
  }>`select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`.execute(
    db,
  )
  const backends = new Map<number, number>()
  for (const { pid } of rows) {
    // In nanoseconds; /proc/pid/stat counts hundredths of a second.
    const [ran] = (await readFile(`/proc/${pid}/schedstat`, 'utf8')).split(' ')
    backends.set(pid, Number(ran) / 1e6)
  }
  const { user, system } = process.cpuUsage()
  return { app: (user + system) / 1000, backends }
}

function spent(before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number {
  return [...after].reduce((sum, [pid, time]) => sum + time - (before.get(pid) ?? 0), 0)
}
