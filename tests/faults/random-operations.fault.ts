import { openPglite } from '../../src/db/connection.server.ts'
import { migrate } from '../../src/db/migrate.server.ts'
import { startApp } from '../support/app.ts'
import { gatewaySettings } from '../support/gateway.ts'
import type { Fault } from './fault.ts'
import { divergenceOf, inWords } from './random-operations.ts'

const SIZES = { full: 10_000, short: 30 }
/** The database grows with each; a new one now and then keeps them equally fast. */
const OF_ONE_DATABASE = 500

/** Random operations through the API against a model of ledger, blocks and matches. `-- random-operations <seed> [<how many>]`. */
export const fault: Fault = async (size, [first = '1', count = first === '1' ? String(SIZES[size]) : '1']) => {
  const found: string[] = []
  const end = Number(first) + Number(count)
  for (let from = Number(first); from < end; from += OF_ONE_DATABASE) {
    const database = await openPglite(null)
    await migrate(database.db)
    const app = await startApp(gatewaySettings, database)
    for (let seed = from; seed < Math.min(end, from + OF_ONE_DATABASE); seed += 1) {
      const divergence = await divergenceOf(app, seed)
      if (divergence) found.push(inWords(divergence))
    }
    await app.close()
  }
  for (const text of found) process.stdout.write(`${text}\n`)
  return [{ what: `seeds from ${first}; that differ from the model`, figure: `${count}; ${found.length}`, aim: '0', isReached: found.length === 0 }]
}
