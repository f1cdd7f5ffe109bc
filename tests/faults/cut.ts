import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { startProduct } from '../support/processes.ts'
import { readBooks } from './books.ts'
import type { Figure } from './fault.ts'
import { figuresOf, isNormal, underLoad } from './load.ts'
import { addWriters, type Writer } from './writers.ts'

type Cut = { cuts: number; restarts: number; rate: number; writers: number; after: number }
/** The short form of both. */
export const SHORT: Cut = { cuts: 10, restarts: 1, rate: 40, writers: 16, after: 4000 }

const BETWEEN = 100
/** What has not come back by then does not. */
const PATIENCE = 60_000

/**
 * Cuts connections to PostgreSQL one after the other, in use or idle, and restarts it, while
 * members read and write.
 */
export async function cutUnderLoad(
  { cuts, restarts, rate, writers: count, after }: Cut,
  size: 'full' | 'short',
): Promise<Figure[]> {
  let writers: Writer[] = []
  const product = await startProduct(restarts > 0 ? 'alone' : 'postgres', async (database) => {
    writers = await addWriters(database, count)
  })
  let made = 0
  let endedAt = 0
  try {
    const load = await underLoad(product, writers, rate, size, async (seen) => {
      await pause(1000)
      if (cuts > 0) made = await cutConnections(product.databaseUrl ?? '', cuts)
      for (let turn = 0; turn < restarts; turn += 1) {
        if (turn > 0) await pause(after / 2)
        await product.postgres?.restart()
      }
      endedAt = performance.now()
      await pause(after)
      while (!isNormal(seen, endedAt) && performance.now() < endedAt + PATIENCE)
        await pause(BETWEEN)
    })
    const books = await product.look(readBooks)
    return [
      {
        what: 'connections cut; restarts of the database',
        figure: `${made}; ${restarts}`,
        aim: '',
        isReached: made === cuts,
      },
      ...figuresOf(load, endedAt, books.messages, size),
      {
        what: 'half transactions, findings of ledger and audit log',
        figure: String(books.halves.length),
        aim: '0',
        isReached: books.halves.length === 0,
      },
    ]
  } finally {
    await product.stop()
  }
}

async function cutConnections(url: string, cuts: number): Promise<number> {
  const knife = new pg.Client({ connectionString: url })
  await knife.connect()
  let made = 0
  while (made < cuts) {
    const { rowCount } = await knife.query(`
      select pg_terminate_backend(pid) from (
        select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
        order by state <> 'idle' desc, random() limit 1) one`)
    made += rowCount ?? 0
    await pause(BETWEEN)
  }
  await knife.end()
  return made
}
