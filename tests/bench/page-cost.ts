import { Agent, request } from 'node:http'
import { sql } from 'kysely'
import type { openPostgres } from '#db/connection.server.ts'
import type { RunningServer } from '../support/server.ts'
import { processorTime } from './processor-time.ts'

/** A started product, its database by a pool of one, and somebody who is signed in there. */
export type Visited = {
  server: RunningServer
  database: Awaited<ReturnType<typeof openPostgres>>
  cookies: ReadonlyArray<{ name: string; value: string }>
}

type Times = { rounds: number; runs: number }

/**
 * Milliseconds of the processor that one page takes of server and database, of each product, in
 * turns.
 */
export async function pageCosts(
  visited: readonly Visited[],
  brand: string,
  path: string,
  { rounds, runs }: Times,
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const costs = visited.map(() => 0)
  for (let round = -1; round < rounds; round += 1) {
    for (const [index, { server, database, cookies }] of visited.entries()) {
      await sql`delete from rate_limits`.execute(database.db)
      const headers = {
        Host: `www.${brand}.localhost:${server.port}`,
        Cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
        'Accept-Encoding': 'br',
      }
      const before = await processorTime(database.db, server.pid)
      for (let run = 0; run < runs; run += 1) await ask(agent, server.port, path, headers)
      const after = await processorTime(database.db, server.pid)
      const cost = after.app - before.app + after.database - before.database
      // The first round warms up.
      if (round >= 0) costs[index] = (costs[index] ?? 0) + cost
    }
  }
  agent.destroy()
  return costs.map((cost) => cost / (rounds * runs))
}

function ask(
  agent: Agent,
  port: number,
  path: string,
  headers: Record<string, string>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = request({ agent, host: '127.0.0.1', port, path, headers }, (response) => {
      response.resume()
      response.once('end', () =>
        response.statusCode === 200
          ? resolve()
          : reject(new Error(`${path}: ${response.statusCode}`)),
      )
    })
    asked.once('error', reject)
    asked.end()
  })
}
