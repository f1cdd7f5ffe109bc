import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { grantCredits } from '#money/credits/credits.sql.ts'
import { signIn } from '../support/network.ts'
import { record } from './figures.ts'
import { openMembers, startNetwork } from './network.ts'
import { judged, table } from './report.ts'
import { measureTurns } from './turns.ts'

/**
 * What it costs an act that it is counted for the board: each beside the same whose statements of
 * counting never reach the database. A like is counted by none, and shows how exact this is.
 */
const AIM = 1.02
const ROUNDS = 20
const TIMES = { rounds: 1, runs: 25 }
const BRAND = 'wivesnow'

let isCounting = true
const query = pg.Client.prototype.query as (...given: unknown[]) => unknown
pg.Client.prototype.query = function queryUnlessCounting(this: pg.Client, ...given: unknown[]) {
  const [asked] = given as [{ text?: string; name?: string }]
  const { text = '' } = asked
  if (isCounting || !/\b(?:figure_entries|counted_once)\b/.test(text))
    return query.apply(this, given)
  // What is entered in the ledger is counted by the same statement.
  const [made = '', more] = text.split(/insert into figure_entries[^]*from \(\s*select made/)
  if (more === undefined)
    return Promise.resolve({ command: 'INSERT', rowCount: 0, rows: [], fields: [], oid: 0 })
  const name = asked.name === undefined ? {} : { name: `${asked.name}-alone` }
  return query.apply(this, [{ ...asked, ...name, text: `${made} select from made` }])
} as typeof pg.Client.prototype.query

const network = await startNetwork()
const { db, call, now } = network
const senders = await signIn(
  network,
  await openMembers(db).where('accounts.brand', '=', BRAND).limit(40).execute(),
)
const { rows: seen } = await sql<{ viewer: number; ids: number[] }>`
  select viewer_id as viewer, array_agg(account_id::int order by account_id) as ids
  from (
    select viewer_id, account_id, row_number() over (partition by viewer_id) as nth
    from visible_profiles
    where viewer_id = any(${senders.map(({ id }) => id)}) and seen_on = ${BRAND}
  ) as people where nth <= 200 group by 1`.execute(db)
const seenBy = new Map(seen.map(({ viewer, ids }) => [viewer, ids]))
for (const { id } of senders)
  await db.transaction().execute((trx) =>
    grantCredits(trx, id, {
      ...{ credits: 1_000_000, source: 'grant', reference: `bench-${id}` },
      ...{ expiresAt: null, at: now },
    }),
  )

const sender = (turn: number) =>
  senders[turn % senders.length] ?? { id: 0, brand: BRAND, cookie: '' }
const other = (turn: number) => {
  const ids = seenBy.get(sender(turn).id) ?? []
  return ids[Math.floor(turn / senders.length) % ids.length] ?? 0
}
const acts: Record<string, (turn: number) => Promise<unknown>> = {
  like: (turn) => call(sender(turn), 'POST /match/like', { id: other(turn) }),
  message: (turn) =>
    call(sender(turn), 'POST /message/chatMessages', {
      id: other(turn),
      body: `A word ${randomUUID().replaceAll(/[\d-]/g, '')}`,
    }),
  join: () =>
    call({ id: 0, brand: BRAND, cookie: '' }, 'POST /promo/oneClick', {
      ...{ gender: 'woman', lookingFor: ['man'], birthday: '1990-05-17', country: 'GB' },
      ...{ email: `${randomUUID()}@example.org`, acceptTerms: true, acceptSensitiveData: true },
    }),
}

let turns = 0
const rows: string[][] = []
for (const [name, act] of Object.entries(acts)) {
  const run = (counts: boolean) => ({
    name,
    db,
    run: async () => {
      isCounting = true
      await sql`delete from rate_limits`.execute(db)
      isCounting = counts
      await act((turns += 1))
      isCounting = true
    },
  })
  const found: Array<{ counted: number; alone: number }> = []
  for (let round = 0; round < ROUNDS; round += 1) {
    // Whoever comes second finds more in the caches.
    const order = round % 2 === 0 ? [true, false] : [false, true]
    const costs = (await measureTurns(order.map(run), TIMES)).map(
      ({ app, database }) => app + database,
    )
    const [counted = 0, alone = 0] = round % 2 === 0 ? costs : costs.toReversed()
    found.push({ counted, alone })
  }
  // The least is what others on the machine disturbed least.
  const of = (side: 'counted' | 'alone') => Math.min(...found.map((one) => one[side]))
  const ratio = Number((of('counted') / of('alone')).toFixed(3))
  record(`a ${name}: processor time, counted ÷ not`, ratio, '×', AIM)
  rows.push([name, of('counted').toFixed(2), of('alone').toFixed(2), judged(ratio, ratio <= AIM)])
}
table(['act', 'ms of processor time', 'not counted', '×'], rows)
await network.close()
