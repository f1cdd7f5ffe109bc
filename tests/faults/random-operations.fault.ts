import { openPostgres } from '#db/connection.server.ts'
import { startApp } from '../support/app.ts'
import { gatewaySettings } from '../support/gateway.ts'
import { copyOfTemplate, startTemplate } from '../support/template.ts'
import { type Fault, onTheWay } from './fault.ts'
import { divergenceOf, inWords } from './random-operations.ts'

const SIZES = { full: 10_000, short: 30 }
/**
 * Groups of members that act at the same time: while one waits for the database, another is
 * answered.
 */
const AT_ONCE = 4

/**
 * Random operations through the API against a model of ledger, blocks and matches, on PostgreSQL,
 * where a statement takes a fraction of what it takes on PGlite. `-- random-operations <seed> [<how
 * many>]`.
 */
export const fault: Fault = async (
  size,
  [first = '1', count = first === '1' ? String(SIZES[size]) : '1'],
) => {
  const postgres = await startTemplate()
  try {
    const app = await startApp(
      gatewaySettings,
      await openPostgres(await copyOfTemplate(postgres.url, 'random_operations')),
    )
    const tell = onTheWay(size, 100)
    const from = { at: performance.now(), used: process.cpuUsage() }
    const end = Number(first) + Number(count)
    let [next, done, diverged] = [Number(first), 0, 0]
    const work = async (): Promise<void> => {
      while (next < end) {
        const divergence = await divergenceOf(app, next++)
        done += 1
        if (divergence) {
          diverged += 1
          process.stdout.write(`${inWords(divergence)}\n`)
        }
        tell(done, () => `${done} seeds, ${diverged} diverged; ${eachTook(from, done)}`)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    await app.close()
    return [
      {
        what: `seeds from ${first}; … that differ from the model`,
        figure: `${done}; ${diverged}`,
        aim: '0',
        isReached: diverged === 0,
      },
      { what: '… each took', figure: eachTook(from, done), aim: '', isReached: true },
    ]
  } finally {
    await postgres.stop()
  }
}

/** Processor time is this process's own, without the database's. */
function eachTook({ at, used }: { at: number; used: NodeJS.CpuUsage }, count: number): string {
  const { user, system } = process.cpuUsage(used)
  return `${((performance.now() - at) / count).toFixed(0)} ms each, ${((user + system) / 1000 / count).toFixed(0)} ms of the processor`
}
