import { fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { openPostgres } from '#db/connection.server.ts'
import { migrate } from '#db/migrate.server.ts'
import { fillDemo } from '#demo/network.server.ts'
import { servingEnvironment, servingFlags } from '#process/serving.mjs'
import { freePort, startPostgres } from '../support/postgres.ts'
import { startServer } from '../support/server.ts'
import { record } from './figures.ts'
import { MEMBERS, signedInMembers } from './network.ts'
import type { Order, Report } from './pollers.ts'
import { processorTime, residentMemory } from './processor-time.ts'
import { table } from './report.ts'

/**
 * Members who have a page open: counters each 30 seconds, credits each 5, and for some of them an
 * event stream. `POLLING`: how many; `STREAMS`; `SECONDS`: how long it is measured, after
 * `WARM_UP`; `WORKERS`. The clients are processes of their own on the same cores: their processor
 * time is told apart.
 */
const asked = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise)
const polling = asked('POLLING', 10_000)
const streams = Math.min(polling, asked('STREAMS', 2000))
const seconds = asked('SECONDS', 60)
const warmUp = asked('WARM_UP', 40)
const workers = asked('WORKERS', 1)
const CLIENTS = 2

/**
 * Answers of each worker since its start: a client keeps its connections, and each is one worker's.
 */
async function answersByWorker(port: number): Promise<number[]> {
  return Promise.all(
    Array.from({ length: workers }, async (_, slot) => {
      const text = await (await fetch(`http://127.0.0.1:${port + slot}/metrics`)).text()
      return [...text.matchAll(/^sites_requests_total\{.*\} (\d+)$/gm)].reduce(
        (sum, [, count]) => sum + Number(count),
        0,
      )
    }),
  )
}

async function runClient(order: Order): Promise<Report> {
  const child = fork(join(import.meta.dirname, 'pollers.ts'), { stdio: 'inherit' })
  child.send(order)
  const [report] = (await once(child, 'message')) as [Report]
  return report
}

const postgres = await startPostgres()
try {
  const DATABASE_URL = await postgres.create('polling')
  const database = await openPostgres(DATABASE_URL, 1)
  const { db } = database
  await migrate(db)
  await fillDemo(db, { now: new Date(), members: Math.max(MEMBERS, polling + polling / 4) })
  const viewers = await signedInMembers(db, polling)
  await sql`vacuum analyze`.execute(db)
  const metricsPort = await freePort()
  const server = await startServer(
    { DATABASE_URL, METRICS_PORT: String(metricsPort), ...servingEnvironment },
    [...servingFlags, ...(process.env['SERVER_FLAGS']?.split(' ') ?? [])],
  )
  try {
    const running = Array.from({ length: CLIENTS }, (_, client) => {
      const own = viewers.filter((_one, at) => at % CLIENTS === client)
      return runClient({
        port: server.port,
        viewers: own,
        streams: Math.round(streams / CLIENTS),
        warmUp,
        seconds,
      })
    })
    await wait(warmUp * 1000)
    const [before, memory, answered] = [
      await processorTime(db, server.pid),
      await residentMemory(server.pid),
      await answersByWorker(metricsPort),
    ]
    await wait(seconds * 1000)
    const [after, memoryAtEnd, answeredAtEnd] = [
      await processorTime(db, server.pid),
      await residentMemory(server.pid),
      await answersByWorker(metricsPort),
    ]
    const reports = await Promise.all(running)
    const latencies = reports.flatMap((report) => report.latencies).toSorted((a, b) => a - b)
    const count = latencies.length
    const sum = (pick: (report: Report) => number): number =>
      reports.reduce((all, report) => all + pick(report), 0)
    const open = Array.from({ length: seconds }, (_, second) =>
      sum(({ streams }) => streams.open[second] ?? 0),
    )
    const inWords = (pick: (report: Report) => Record<string, number>): string =>
      reports
        .flatMap((report) =>
          Object.entries(pick(report)).map(([what, times]) => `${what} ${times} times`),
        )
        .join(', ') || 'none'
    const at = (part: number) => Math.round(latencies[Math.floor(part * (count - 1))] ?? Number.NaN)
    const each = (milliseconds: number): string => `${(milliseconds / count).toFixed(2)} ms`
    const aimed = Math.round((polling / 30) * 7)
    record('answers', Math.round(count / seconds), 'a second', aimed)
    record('an answer, p50', at(0.5), 'ms')
    record('an answer, p95', at(0.95), 'ms')
    record('an answer, p99', at(0.99), 'ms', 250)
    const errors = sum(({ refused }) => Object.values(refused).reduce((all, one) => all + one, 0))
    record('errors', errors, 'answers', 0)
    record('streams open, the least of each second', Math.min(...open), 'streams')
    for (const [whose, spent] of [
      ['server', after.app - before.app],
      ['database', after.database - before.database],
    ] as const)
      record(`processor time of an answer: ${whose}`, Number((spent / count).toFixed(2)), 'ms')
    record('memory at start', Math.round(memory), 'MB')
    record('memory at the end', Math.round(memoryAtEnd), 'MB')
    process.stdout.write(
      `${viewers.length} members poll, ${streams} of them with a stream; ${seconds} s on ${availableParallelism()} cores\n`,
    )
    table(
      ['what', 'figure'],
      [
        ['answers a second', (count / seconds).toFixed(0)],
        ['p50, p95, p99', [0.5, 0.95, 0.99].map((part) => `${at(part)} ms`).join(', ')],
        ['errors', inWords(({ refused }) => refused)],
        ['streams open at each second: least, most', `${Math.min(...open)}, ${Math.max(...open)}`],
        [
          '… ended, as each does after 8 to 10 minutes',
          String(sum(({ streams }) => streams.ended)),
        ],
        ['… refused', inWords(({ streams }) => streams.refused)],
        ['… told to read everything again', String(sum(({ streams }) => streams.told))],
        ['304', `${((100 * sum(({ notModified }) => notModified)) / count).toFixed(0)} %`],
        ['processor time of an answer: app', each(after.app - before.app)],
        ['… database', each(after.database - before.database)],
        [
          '… clients (from their start)',
          each((sum(({ processor }) => processor) * seconds) / (seconds + warmUp)),
        ],
        [
          'answers of each worker',
          answeredAtEnd.map((sum, slot) => sum - (answered[slot] ?? 0)).join(', '),
        ],
        [
          'memory of the app: at start, at end',
          `${memory.toFixed(0)} MB, ${memoryAtEnd.toFixed(0)} MB`,
        ],
      ],
    )
  } finally {
    await server.stop()
    await database.close()
  }
} finally {
  await postgres.stop()
}
