import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Db } from '../../src/db/connection.server.ts'
import { table } from './report.ts'

export type Contestant = { name: string; run(turn: number): Promise<unknown>; target?: number }

const WARM_UP = 30

/** Processor time of this process and the backends, per run; the last column is a multiple of the first contestant. */
export async function takeTurns(db: Db, contestants: readonly Contestant[], { rounds, runs }: { rounds: number; runs: number }): Promise<void> {
  const costs = contestants.map((contestant) => ({ contestant, app: 0, database: 0 }))
  for (const { run } of contestants) for (let turn = 0; turn < WARM_UP; turn += 1) await run(turn)
  for (let round = 0; round < rounds; round += 1) {
    for (const cost of costs) {
      const before = await processorTime(db)
      for (let turn = 0; turn < runs; turn += 1) await cost.contestant.run(WARM_UP + round * runs + turn)
      const after = await processorTime(db)
      cost.app += after.app - before.app
      cost.database += spent(before.backends, after.backends)
    }
  }
  const each = rounds * runs
  const both = (cost: { app: number; database: number }) => (cost.app + cost.database) / each
  const [first] = costs
  process.stdout.write(`${each} runs each\n`)
  table(
    ['ms of processor time', 'app', 'database', 'both', 'target', `× ${first?.contestant.name ?? ''}`],
    costs.map((cost) => [
      cost.contestant.name,
      (cost.app / each).toFixed(2),
      (cost.database / each).toFixed(2),
      both(cost).toFixed(2),
      cost.contestant.target === undefined ? '' : `${cost.contestant.target}${both(cost) <= cost.contestant.target ? '' : ' missed'}`,
      first ? (both(cost) / both(first)).toFixed(1) : '',
    ]),
  )
}

async function processorTime(db: Db): Promise<{ app: number; backends: Map<number, number> }> {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`.execute(
    db,
  )
  const backends = new Map<number, number>()
  for (const { pid } of rows) {
    const [, rest = ''] = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')
    const fields = rest.split(' ')
    backends.set(pid, (Number(fields[11]) + Number(fields[12])) * 10)
  }
  const { user, system } = process.cpuUsage()
  return { app: (user + system) / 1000, backends }
}

function spent(before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number {
  return [...after].reduce((sum, [pid, time]) => sum + time - (before.get(pid) ?? 0), 0)
}
