import { sql } from 'kysely'
import { notifyMember, openEventHub } from '#core/live/event-hub.server.ts'
import type { MemberEvent } from '#core/live/member-events.ts'
import { openPostgres, type Trx } from '#db/connection.server.ts'
import { migrate } from '#db/migrate.server.ts'
import { startPostgres } from '../support/postgres.ts'
import { record } from './figures.ts'
import { table } from './report.ts'

/**
 * 64 writers on PostgreSQL whose transactions tell two members of a message, as sending one does;
 * beside it the same transactions with notifications of PostgreSQL, which wait for each other's
 * commit, and with none.
 */
const SECONDS = Number(process.env['SECONDS'] ?? 10)
const WRITERS = 64
const event = { type: 'message', otherId: 1 } satisfies MemberEvent

const server = await startPostgres()
const url = await server.create('bench')
const [writing, hearing] = [await openPostgres(url, WRITERS), await openPostgres(url, 2)]
await migrate(writing.db)
const clock = { now: () => new Date() }
const hubs = [await openEventHub(writing, clock), await openEventHub(hearing, clock)]

type Way = (trx: Trx, memberId: number) => Promise<unknown>
const rows: Way = (trx, memberId) => notifyMember(trx, memberId, event)
const notifications: Way = (trx, memberId) =>
  sql`select pg_notify('bench', ${JSON.stringify({ memberId, event })})`.execute(trx)
const nothing: Way = async () => undefined

async function measure(name: string, tell: Way): Promise<string[]> {
  const commits: number[] = []
  const delays: number[] = []
  const askedAt = new Map<number, number>()
  const stops = Array.from({ length: WRITERS }, (_, n) =>
    hubs[1]?.subscribe(n + 1, () => {
      const at = askedAt.get(n + 1)
      if (at !== undefined) delays.push(performance.now() - at)
      askedAt.delete(n + 1)
    }),
  )
  const startedAt = performance.now()
  const elapsed = (): number => (performance.now() - startedAt) / 1000
  const writer = async (_: unknown, n: number): Promise<void> => {
    while (elapsed() < SECONDS) {
      let commitsAt = 0
      await writing.db.transaction().execute(async (trx) => {
        await sql`insert into kept_settings (name, value) values (${`bench ${n}`}, '1') on conflict (name) do update set value = excluded.value`.execute(
          trx,
        )
        await tell(trx, n + 1)
        await tell(trx, 1000 + n)
        commitsAt = performance.now()
      })
      commits.push(performance.now() - commitsAt)
      askedAt.set(n + 1, performance.now())
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, writer))
  const took = elapsed()
  for (const stop of stops) stop?.()
  const at = (times: number[], share: number): string => {
    const sorted = times.toSorted((a, b) => a - b)
    return sorted.length === 0
      ? '–'
      : `${(sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1)} ms`
  }
  const [rate, middle, p99] = [
    Math.round(commits.length / took),
    at(commits, 0.5),
    at(commits, 0.99),
  ]
  record(`transactions that tell by ${name}`, rate, 'a second')
  record(`commit of one that tells by ${name}, median`, Number.parseFloat(middle), 'ms')
  record(`commit of one that tells by ${name}, p99`, Number.parseFloat(p99), 'ms')
  return [name, `${rate}/s`, middle, p99, at(delays, 0.5), at(delays, 0.99)]
}

// A server forks for each connection, and so many at once take longer than the pool waits.
await Promise.all(
  Array.from({ length: WRITERS }, async (_, n) => {
    await new Promise((resolve) => setTimeout(resolve, n * 50))
    await sql`select pg_sleep(4)`.execute(writing.db)
  }),
)
table(
  ['events', 'transactions', 'commit, median', 'commit, p99', 'heard elsewhere, median', 'p99'],
  [
    await measure('none', nothing),
    await measure('notifications', notifications),
    await measure('rows', rows),
  ],
)
for (const hub of hubs) await hub.close()
await hearing.close()
await writing.close()
await server.stop()
