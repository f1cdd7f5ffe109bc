import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '#db/connection.server.ts'
import { signIn, type Viewer } from '../support/network.ts'
import { freePort } from '../support/postgres.ts'
import { processAt } from '../support/processes.ts'
import { record } from './figures.ts'
import {
  busiestMembers,
  type Network,
  networkOf,
  openMembers,
  searchingMembers,
  shownMembers,
} from './network.ts'
import { processorTime } from './processor-time.ts'
import { judged, median, table } from './report.ts'
import { type Contestant, measureTurns } from './turns.ts'

/**
 * The same questions of the same members, and a start of the product, while the network around them
 * grows: processor time of app and database, and its ratio to the smallest network. `SIZES`:
 * members of each, on a PostgreSQL of its own; all are filled before the first question, and take
 * turns.
 */
const sizes = (process.env['SIZES'] ?? '50000,200000,1000000').split(',').map(Number)
const [least = 0] = sizes
const STARTS = 7
/** A share of what the smallest takes, which a start may take at any size. */
const SAME = 1.2

const settings = [
  'shared_buffers=4GB',
  'shared_preload_libraries=pg_stat_statements',
  'pg_stat_statements.track=none',
]
/** Only what is started counts its statements. */
const counting = `?options=${encodeURIComponent('-c pg_stat_statements.track=top')}`

/** `aim`: at any size, of the unit that the name says; `same`: as at the smallest. */
type Line = {
  name: string
  aim: number | 'same'
  digits: number
  values: number[]
  ofDatabase?: number[]
}

type Question = Contestant & { db: Db; target: number }

/**
 * The same members at every size: those with the first ids, who are made alike whatever comes after
 * them.
 */
async function questionsFor(network: Network): Promise<Question[]> {
  const { db, call } = network
  const searching = await signIn(
    network,
    await searchingMembers(db).where('accounts.id', '<=', least).limit(50).execute(),
  )
  const members = await signIn(
    network,
    await openMembers(db).where('accounts.id', '<=', least).limit(50).execute(),
  )
  const writing = await signIn(
    network,
    await busiestMembers(db).where('accounts.id', '<=', least).limit(50).execute(),
  )
  const others = await shownMembers(db).where('accounts.id', '<=', least).limit(400).execute()
  function get(name: string, viewers: readonly Viewer[], path: (turn: number) => string): Question {
    return {
      db,
      name,
      target: 10,
      run: (turn) => call(viewers[turn % viewers.length] as Viewer, `GET ${path(turn)}`),
    }
  }
  return [
    get('search as it opens', searching, () => '/search/users'),
    get('search near', searching, () => '/search/users?country=GB&place=London&radius=25'),
    get('list: new members', searching, () => '/widget/newMembers/page/1/count/24'),
    get('list: likes you', searching, () => '/widget/likesYou/page/1/count/24'),
    get(
      'profile',
      searching,
      (turn) => `/profile/view/id/${others[(turn * 7) % others.length]?.id}`,
    ),
    get('inbox', writing, () => '/message/index'),
    get('tickers', members, () => '/event/tickers'),
  ]
}

/** Until the first answer, of a process whose sandbox, which no production has, does not start. */
async function startOn({ url, db }: Network, dataDir: string): Promise<number[]> {
  const secret = 'a secret of a product that is started'
  const started = processAt(await freePort(), {
    DATA_DIR: dataDir,
    DATABASE_URL: url + counting,
    DEMO: '0',
    METRICS_PORT: '0',
    SESSION_SECRET: secret,
    GATEWAY_URL: 'http://key@127.0.0.1:9',
    GATEWAY_SECRET: secret,
    PARTNER_URL: 'http://127.0.0.1:9',
    PARTNER_SECRET: secret,
  })
  await sql`select pg_stat_statements_reset()`.execute(db)
  const from = performance.now()
  await started.start()
  await started.ready('/healthz', 5)
  const milliseconds = performance.now() - from
  const { rows } = await sql<{ statements: number; blocks: number }>`
    select sum(calls)::int as statements, sum(shared_blks_hit + shared_blks_read)::int as blocks
    from pg_stat_statements join pg_database on pg_database.oid = dbid where datname = current_database()`.execute(
    db,
  )
  const { app } = await processorTime(db, started.pid())
  // Not SIGKILL: the first start has yet to keep what it compiled.
  started.signal('SIGTERM')
  await started.ended()
  return [milliseconds, app, rows[0]?.statements ?? 0, rows[0]?.blocks ?? 0]
}

/**
 * Eighths of a block by ratio: two for a ratio of one, all of them from four on. Between the sizes
 * by their logarithm.
 */
function curve(values: readonly number[]): string {
  const [first = 1] = values
  return values
    .flatMap((value, at) => {
      const before = values[at - 1]
      const steps = 8
      return before === undefined
        ? [value]
        : Array.from(
            { length: steps },
            (_, step) => before + ((value - before) * (step + 1)) / steps,
          )
    })
    .map((value) => '▁▂▃▄▅▆▇█'[Math.min(7, Math.max(0, Math.round((2 * value) / first) - 1))])
    .join('')
}

const load = () => loadavg()[0] ?? 0

function cell({ aim, digits, values, ofDatabase }: Line, size: number): string {
  const [first = 0] = values
  const value = values[size] ?? 0
  const part = ofDatabase ? ` (${(ofDatabase[size] ?? 0).toFixed(digits)})` : ''
  return judged(value.toFixed(digits) + part, value <= (aim === 'same' ? SAME * first : aim))
}

const networks: Network[] = []
const dataDir = await mkdtemp(join(tmpdir(), 'growth-'))
try {
  for (const members of sizes) networks.push(await networkOf(members, settings))
  for (const { db } of networks) {
    await sql`create extension pg_stat_statements`.execute(db)
    await sql`checkpoint`.execute(db)
  }
  const questions = await Promise.all(networks.map(questionsFor))
  const loads = [load()]
  // The sizes of a question after one another: what else the machine does weighs on each alike.
  const first = questions[0] ?? []
  const turns = first.flatMap((_, at) => questions.map((those) => those[at] as Question))
  const costs = await measureTurns(turns, { rounds: 6, runs: 50 })
  loads.push(load())
  const lines: Line[] = first.map(({ name, target }, at) => {
    const those = costs.slice(at * sizes.length, (at + 1) * sizes.length)
    return {
      name,
      aim: target,
      digits: 1,
      values: those.map(({ app, database }) => app + database),
      ofDatabase: those.map(({ database }) => database),
    }
  })
  const starts = networks.map((): number[][] => [])
  // The first start of each is not counted: it writes what later ones find.
  for (let turn = -1; turn < STARTS; turn += 1) {
    for (const [size, network] of networks.entries()) {
      const start = await startOn(network, dataDir)
      if (turn >= 0) starts[size]?.push(start)
    }
    loads.push(load())
  }
  const ofStart = (at: number, pick: (figures: number[]) => number) =>
    starts.map((those) => pick(those.map((figures) => figures[at] ?? 0)))
  // Jobs begin at the moment of the answer: of some starts, a statement of theirs is counted as
  // well.
  const fewest = (figures: number[]) => Math.min(...figures)
  lines.push(
    {
      name: 'start: ms until /healthz answers',
      aim: 'same',
      digits: 0,
      values: ofStart(0, median),
    },
    {
      name: 'start: processor time of the app',
      aim: 'same',
      digits: 0,
      values: ofStart(1, median),
    },
    { name: 'start: statements', aim: 'same', digits: 0, values: ofStart(2, fewest) },
    { name: 'start: blocks that they read', aim: 'same', digits: 0, values: ofStart(3, fewest) },
  )
  const heads = sizes.map((members) => members.toLocaleString('en'))
  process.stdout.write(
    `load ${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)}\n`,
  )
  table(
    ['ms of processor time (of it the database’s)', ...heads, 'aim'],
    lines.map((line) => [
      line.name,
      ...sizes.map((_, size) => cell(line, size)),
      line.aim === 'same' ? `the first × ${SAME}` : String(line.aim),
    ]),
  )
  for (const { name, aim, digits, values } of lines) {
    for (const [size, value] of values.entries()) {
      const unit = name.endsWith('statements')
        ? 'statements'
        : name.endsWith('read')
          ? 'blocks'
          : 'ms'
      const most = aim === 'same' ? `${SAME} × that of ${heads[0]}` : aim
      record(`${name}, ${heads[size]} members`, Number(value.toFixed(digits)), unit, most)
    }
  }
  process.stdout.write(
    `\n× ${heads[0]}, from ${heads[0]} to ${heads.at(-1)} members: ▂ is 1, █ 4 or more\n`,
  )
  table(
    ['', 'curve', ...heads],
    lines.map(({ name, values }) => [
      name,
      curve(values),
      ...values.map((value) => (value / (values[0] ?? 1)).toFixed(2)),
    ]),
  )
} finally {
  for (const network of networks) await network.close()
  await rm(dataDir, { recursive: true, force: true })
}
