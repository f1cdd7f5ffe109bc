import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { startSession } from '#api/sessions.sql.ts'
import { openTexts } from '#content/texts.server.ts'
import { type Db, openPostgres } from '#db/connection.server.ts'
import { insertMember } from '#guests/joining/new-member.sql.ts'
import { DAY, later } from '#lib/clock.ts'
import { mainBrand } from '#sites/registry.ts'
import { missingForCluster, startCluster } from '../support/patroni.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import type { Fault, Figure } from './fault.ts'

/**
 * Three PostgreSQL under Patroni with a synchronous standby, behind HAProxy, as src/db/failover
 * says. While members read and write to each other, the primary and its Patroni are killed; in the
 * long form, later the synchronous standby. Numbers as its words are other rates, of requests and
 * of the messages among them: three databases, the product and the members share the processors
 * here.
 */
const SIZES = {
  // `before` a fault the load runs so long, `after` it that much without a failure, which comes
  // within `outage`. Each member gets a message every other second, so that a `hint` comes soon.
  // After `hangs` a member has long gone.
  full: {
    rates: [200, 40],
    before: 10_000,
    after: 15_000,
    outage: 60_000,
    hint: 10_000,
    hangs: 15_000,
  },
  short: {
    rates: [40, 20],
    before: 4000,
    after: 6000,
    outage: 300_000,
    hint: 60_000,
    hangs: 60_000,
  },
} as const
/** Characters of the log that are shown where something went wrong. */
const SAID = 8000

type Load = ReturnType<typeof startLoad>
type Writer = { id: number; cookie: string; partner: number }
/** `text` is that of a message. */
type Answer = {
  text: string | null
  at: number
  took: number
  failure: string | null
  isPutOff: boolean
}

export const fault: Fault = async (size, words) => {
  const missing = missingForCluster()
  if (missing !== '') {
    process.stdout.write(`${missing}: not installed, so that there is nothing to fail over\n`)
    return []
  }
  const { rates, before, hint, hangs } = SIZES[size]
  const rate = Number(words[0] ?? rates[0])
  const messages = Math.min(rate, Number(words[1] ?? rates[1]))
  const cluster = await startCluster()
  const agent = new Agent({ keepAlive: true, maxSockets: 2 * rate })
  let server: RunningServer | null = null
  try {
    const DATABASE_URL = `${cluster.url}/postgres`
    server = await startServer({ DATABASE_URL })
    const writers = await withDatabase(DATABASE_URL, (db) => pairs(db, 2 * rate))
    const load = startLoad(server, agent, writers, { rate, messages, hangs })
    const writes = writers.find((_, turn) => isMessage(turn, messages / rate))
    const hints = listenFor(server, writers.find(({ id }) => id === writes?.partner) as Writer)
    await pause(before)
    const primary = await killing(size, () => cluster.killPrimary(), load)
    let standby: Killed<unknown> | null = null
    if (size === 'full') {
      await cluster.start(primary.killed)
      await cluster.settled(3)
      standby = await killing(size, () => cluster.killSynchronous(), load)
    }
    const hintsFrom = performance.now()
    const hintsArrive = () => hints.heardAt() > hintsFrom
    for (let waited = 0; waited < hint && !hintsArrive(); waited += 100) await pause(100)
    hints.leave()
    await load.stop()
    if ([...primary.failures, ...(standby?.failures ?? [])].length > 0)
      process.stdout.write(`${server.output.join('').slice(-SAID)}\n`)
    const written = await withDatabase(DATABASE_URL, (db) => writtenTexts(db))
    const acknowledged = load.answers.flatMap(({ failure, text }) =>
      failure === null && text !== null ? [text] : [],
    )
    const lost = acknowledged.filter((text) => !written.has(text)).length
    const twice = [...written.values()].filter((count) => count > 1).length
    const sent = {
      what: 'requests answered; messages among those that are sent',
      figure: `${Math.round(primary.rateBefore)}/s; ${messages}/s`,
      aim: `${rate}/s`,
      isReached: primary.rateBefore > 0.9 * rate,
    }
    return [
      ...(size === 'full' ? [sent] : []),
      ...figuresOf(size, 'the primary', primary, rate),
      ...(standby ? figuresOf(size, 'the synchronous standby', standby, rate) : []),
      {
        what: 'messages were acknowledged',
        figure: String(acknowledged.length),
        aim: 'some',
        isReached: acknowledged.length > 0,
      },
      {
        what: 'acknowledged messages; … lost; … twice',
        figure: `${acknowledged.length}; ${lost}; ${twice}`,
        aim: '0; 0',
        isReached: lost === 0 && twice === 0,
      },
      {
        what: 'hints of new messages arrive afterwards',
        figure: hintsArrive() ? 'yes' : 'no',
        aim: 'yes',
        isReached: hintsArrive(),
      },
    ]
  } finally {
    agent.destroy()
    await server?.stop()
    await cluster.stop()
  }
}

type Killed<T> = {
  killed: T
  rateBefore: number
  seconds: number
  failures: string[]
  putOff: number
  slowest: number
  rateAfter: number
}

/** Kills, and waits until everything has been answered well for a while. */
async function killing<T>(
  size: 'full' | 'short',
  kill: () => Promise<T>,
  load: Load,
): Promise<Killed<T>> {
  const { before, after, outage } = SIZES[size]
  const { answers } = load
  const rateSince = (time: number) =>
    answers.filter(({ at, failure }) => failure === null && at > time - before / 2).length /
    (before / 2000)
  const rateBefore = rateSince(performance.now())
  const first = answers.length
  const from = performance.now()
  const killed = await kill()
  const since = () => answers.slice(first)
  const lastFailure = () =>
    Math.max(from, ...since().flatMap(({ at, failure }) => (failure === null ? [] : [at])))
  // The first seconds may pass before anything fails.
  await pause(after)
  while (performance.now() < Math.min(lastFailure() + after, from + outage + after))
    await pause(100)
  const rateAfter = rateSince(performance.now())
  // A message that no standby has yet is answered late.
  await load.answered()
  const all = since()
  return {
    killed,
    rateBefore,
    seconds: (lastFailure() - from) / 1000,
    failures: all.flatMap(({ failure, isPutOff }) =>
      failure === null || isPutOff ? [] : [failure],
    ),
    putOff: all.filter(({ isPutOff }) => isPutOff).length,
    slowest: Math.max(0, ...all.map(({ took }) => took)),
    rateAfter,
  }
}

function figuresOf(
  size: 'full' | 'short',
  what: string,
  { seconds, failures, putOff, slowest, rateAfter }: Killed<unknown>,
  rate: number,
): Figure[] {
  const kinds = [...new Set(failures)].slice(0, 5).join('; ')
  const { outage } = SIZES[size]
  const refused = {
    what: `${what} is killed: answered 503 with Retry-After; … failed otherwise`,
    figure: `${putOff}; ${failures.length}${kinds === '' ? '' : ` (${kinds})`}`,
    aim: '0',
    isReached: failures.length === 0,
  }
  const again = {
    what: '… everything is answered again',
    figure: `${Math.round(rateAfter)}/s`,
    aim: 'yes',
    isReached: seconds * 1000 < outage && rateAfter > 0,
  }
  if (size === 'short') return [refused, again]
  return [
    refused,
    {
      what: '… seconds until the last error',
      figure: seconds.toFixed(1),
      aim: '≤ 30',
      isReached: seconds <= 30,
    },
    {
      what: '… slowest answer',
      figure: `${(slowest / 1000).toFixed(1)} s`,
      aim: '≤ 10 s',
      isReached: slowest <= 10_000,
    },
    {
      what: '… requests answered afterwards',
      figure: `${Math.round(rateAfter)}/s`,
      aim: `${rate}/s`,
      isReached: rateAfter > 0.9 * rate,
    },
  ]
}

async function withDatabase<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const database = await openPostgres(url)
  try {
    return await work(database.db)
  } finally {
    await database.close()
  }
}

/** Premium members who have been here for long, each with one other to write to. */
async function pairs(db: Db, count: number): Promise<Writer[]> {
  const now = new Date()
  const at = later(now, -90 * DAY)
  const termsVersion = openTexts().library().termsVersion(mainBrand)
  const made = await db.transaction().execute(async (trx) => {
    const found: Array<Omit<Writer, 'partner'>> = []
    for (let index = 0; index < count; index += 1) {
      const account = await insertMember(trx, {
        brand: mainBrand.id,
        username: `Rowan${inLetters(index)}`,
        email: `rowan-${index}@example.org`,
        passwordHash: 'none',
        termsVersion,
        wantsMarketing: false,
        ip: null,
        affiliateId: null,
        subid: null,
        campaignId: null,
        source: '',
        isHidden: false,
        gender: index % 2 === 0 ? 'woman' : 'man',
        lookingFor: index % 2 === 0 ? ['man'] : ['woman'],
        birthday: '1990-05-17',
        place: {
          place_id: 2643743,
          place_name: 'London',
          region: 'England',
          country: 'GB',
          latitude: 51.5,
          longitude: -0.12,
        },
        steps: [],
        at,
      })
      if (!account) throw new Error('a member could not join')
      const { id } = account
      const premium = {
        email_confirmed_at: at,
        first_premium_at: at,
        premium_until: later(now, DAY),
      }
      await trx.updateTable('accounts').set(premium).where('id', '=', id).execute()
      const token = await startSession(trx, {
        accountId: id,
        brand: mainBrand.id,
        device: 'Test browser',
        at: now,
        replaces: null,
      })
      found.push({ id, cookie: `session=${token}` })
    }
    return found
  })
  return made.map((one, index) => ({
    ...one,
    partner: made[index % 2 === 0 ? index + 1 : index - 1]?.id ?? 0,
  }))
}

/** Digits would look like a phone number. */
function inLetters(index: number): string {
  return [...index.toString(10)].map((digit) => 'abcdefghij'[Number(digit)]).join('')
}

function headersOf(server: RunningServer, cookie: string): Record<string, string> {
  return {
    host: new URL(server.origin(mainBrand.id, 'api')).host,
    'x-requested-with': 'XMLHttpRequest',
    cookie,
  }
}

type Question = { text: string | null; method: string; path: string; body: string }

function isMessage(turn: number, share: number): boolean {
  return Math.floor((turn + 1) * share) > Math.floor(turn * share)
}

/**
 * Of the requests so many are messages, evenly among them; the others read what an open page reads.
 */
function questionOf(turn: number, partner: number, share: number): Question {
  if (isMessage(turn, share)) {
    const text = `A walk by the river, ${inLetters(turn)}`
    return {
      text,
      method: 'POST',
      path: '/message/chatMessages',
      body: JSON.stringify({ id: partner, body: text }),
    }
  }
  const paths = [
    `/message/chatMessages?id=${partner}`,
    '/event/tickers',
    '/profile/currentCreditsInfo',
  ]
  return { text: null, method: 'GET', path: paths[turn % paths.length] as string, body: '' }
}

function startLoad(
  server: RunningServer,
  agent: Agent,
  writers: readonly Writer[],
  load: { rate: number; messages: number; hangs: number },
) {
  const { rate, messages, hangs } = load
  const answers: Answer[] = []
  const asked: Array<Promise<void>> = []
  const stopping = new AbortController()

  function send(turn: number): Promise<void> {
    const { cookie, partner } = writers[turn % writers.length] as Writer
    const { text, method, path, body } = questionOf(turn, partner, messages / rate)
    const ofBody =
      body === ''
        ? {}
        : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }
    const headers = { ...headersOf(server, cookie), ...ofBody }
    const from = performance.now()
    return new Promise((resolve) => {
      const answered = (failure: string | null, isPutOff = false): void => {
        const at = performance.now()
        answers.push({ text, at, took: at - from, failure, isPutOff })
        resolve()
      }
      const sent = request(
        { agent, host: '127.0.0.1', port: server.port, method, path, headers, timeout: hangs },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.once('end', () => {
            const status = response.statusCode ?? 0
            if (status === 200 || status === 304) answered(null)
            else
              answered(
                `${method} ${path.split('?')[0]} ${status} ${String(Buffer.concat(chunks)).slice(0, 80)}`,
                status === 503 && Number(response.headers['retry-after']) > 0,
              )
          })
        },
      )
      sent.once('timeout', () => sent.destroy(new Error(`no answer for ${hangs / 1000} s`)))
      sent.once('error', (error) => answered(error.message))
      sent.end(body)
    })
  }

  const from = performance.now()
  const running = (async () => {
    while (!stopping.signal.aborted) {
      const due = ((performance.now() - from) / 1000) * rate
      while (asked.length < due) asked.push(send(asked.length))
      await pause(10)
    }
  })()
  return {
    answers,
    /** Resolves when all that was asked until now is answered. */
    async answered() {
      await Promise.all(asked)
    },
    async stop() {
      stopping.abort()
      await running
      await Promise.all(asked)
    },
  }
}

/** As a page does: a stream that ends is opened again. */
function listenFor(server: RunningServer, { cookie }: Writer) {
  let heardAt = 0
  let hasLeft = false
  let present: ReturnType<typeof request> | null = null
  const open = (): void => {
    if (hasLeft) return
    const again = (): void => void setTimeout(open, 1000).unref()
    present = request(
      {
        host: '127.0.0.1',
        port: server.port,
        path: '/event/stream',
        headers: headersOf(server, cookie),
        agent: false,
      },
      (response) => {
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => {
          if (/^data: .*message/im.test(chunk)) heardAt = performance.now()
        })
        response.once('close', again)
      },
    )
    present.once('error', again)
    present.end()
  }
  open()
  return {
    heardAt: () => heardAt,
    leave() {
      hasLeft = true
      present?.destroy()
    },
  }
}

/** How often each text is there. */
async function writtenTexts(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{
    body: string
    count: number
  }>`select body, count(*) as count from messages group by body`.execute(db)
  return new Map(rows.map(({ body, count }) => [body, count]))
}
