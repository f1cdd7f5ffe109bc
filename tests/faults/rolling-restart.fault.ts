import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { mainBrand } from '#sites/registry.ts'
import { httpsClient, type HttpsClient } from '../support/https-client.ts'
import { type Process, startProduction } from '../support/processes.ts'
import { type RunningProxy, startProxy } from '../support/proxies.ts'
import type { Fault } from './fault.ts'

/**
 * Two processes behind nginx and HAProxy, restarted one after the other while members use them: no
 * request fails, what was acknowledged was done once, and event streams come back. `--other
 * <folder>`: the second process is of the build in that folder, such as the release before.
 */
const SIZES = {
  full: { restarts: 20, rate: 300, members: 16 },
  short: { restarts: 2, rate: 60, members: 4 },
}
/**
 * Until the proxies use a process again: nginx leaves it out for a second, HAProxy asks every
 * second; as the configuration says.
 */
const BACK_IN_USE = 5000
const FIRST = 1000
const LONGEST_RETURN = 30_000

const www = `www.${mainBrand.domain}`
const api = `api.${mainBrand.domain}`
const calls = { 'x-requested-with': 'XMLHttpRequest', origin: `https://${www}` }

type Member = {
  client: HttpsClient
  cookie: string
  acknowledged: number
  streamEnds: number
  isListening: boolean
}

export const fault: Fault = async (size, words) => {
  const { restarts, rate, members: count } = SIZES[size]
  const other = words[0] === '--other' ? words.slice(1, 2) : []
  const production = await startProduction(
    2,
    {},
    other.length === 0 ? [] : [process.cwd(), ...other],
  )
  const ports = production.processes.map(({ port }) => port)
  const proxies: RunningProxy[] = []
  const clients: HttpsClient[] = []
  try {
    for (const kind of ['nginx', 'haproxy'] as const) {
      const proxy = await startProxy(kind, ports)
      if (proxy) proxies.push(proxy)
    }
    if (proxies.length === 0) return []
    const members: Member[] = []
    for (let index = 0; index < count; index += 1) {
      const client = httpsClient(
        (proxies[index % proxies.length] as RunningProxy).https,
        `127.9.0.${index + 1}`,
      )
      clients.push(client)
      members.push({
        client,
        cookie: await join(client, index),
        acknowledged: 0,
        streamEnds: 0,
        isListening: false,
      })
    }
    const load = startLoad(members, rate)
    for (const member of members) keepListening(member, load.stopping)
    for (let turn = 0; turn < restarts; turn += 1) {
      await pause(turn === 0 ? FIRST : BACK_IN_USE)
      await restart(production.processes[turn % production.processes.length] as Process)
    }
    const isBack = () => members.every(({ isListening }) => isListening)
    for (let waited = 0; waited < LONGEST_RETURN && !isBack(); waited += 100) await pause(100)
    const returned = members.filter(({ isListening }) => isListening).length
    const { sent, failed, seconds } = await load.stop()
    const done = await safeModes(production.databaseUrl)
    const acknowledged = members.reduce((sum, member) => sum + member.acknowledged, 0)
    const ends = members.reduce((sum, { streamEnds }) => sum + streamEnds, 0)
    const behind = proxies.map(({ kind }) => kind).join(' and ')
    return [
      {
        what: `requests behind ${behind} over ${restarts} restarts of two processes`,
        figure: `${sent}, ${Math.round(sent / seconds)}/s`,
        aim: '',
        isReached: true,
      },
      {
        what: 'failed',
        figure:
          failed.length === 0
            ? '0'
            : `${failed.length}: ${[...new Set(failed)].slice(0, 5).join('; ')}`,
        aim: '0',
        isReached: failed.length === 0,
      },
      {
        what: 'acknowledged changes; … done',
        figure: `${acknowledged}; ${done}`,
        aim: 'equal',
        isReached: acknowledged > 0 && acknowledged === done,
      },
      {
        what: `event streams of ${count} members, ended and open again`,
        figure: `${ends}; ${returned}`,
        aim: `${count} open`,
        isReached: ends > 0 && returned === count,
      },
    ]
  } finally {
    for (const client of clients) client.close()
    await Promise.all(proxies.map((proxy) => proxy.stop()))
    await production.stop()
  }
}

async function restart(process: Process): Promise<void> {
  process.signal('SIGTERM')
  await process.ended()
  await process.start()
  await process.ready()
}

async function join(client: HttpsClient, index: number): Promise<string> {
  const body = JSON.stringify({
    gender: 'woman',
    lookingFor: ['man'],
    username: `Rowan${index + 1}`,
    email: `rowan-${index}@example.org`,
    password: 'a quiet evening in',
    birthday: '1990-05-17',
    country: 'GB',
    place: 'London',
    acceptTerms: true,
    acceptSensitiveData: true,
  })
  const { status, headers, text } = await client.ask({
    host: api,
    path: '/registration/save',
    method: 'POST',
    headers: { ...calls, 'content-type': 'application/json' },
    body,
  })
  const cookie = [headers['set-cookie'] ?? []]
    .flat()
    .find((one) => one.startsWith('__Secure-session='))
  if (status !== 200 || cookie === undefined)
    throw new Error(`nobody could join: ${status} ${text}`)
  return cookie.split(';')[0] ?? ''
}

/**
 * Of a hundred requests: pages from memory, reads and changes of members, and one change that is
 * counted.
 */
function requestOf(turn: number, member: Member) {
  const own = { ...calls, cookie: member.cookie }
  if (turn % 100 === 99) {
    const body = JSON.stringify({ on: turn % 200 === 99 })
    return {
      host: api,
      path: '/profile/setSafeMode',
      method: 'POST',
      headers: { ...own, 'content-type': 'application/json' },
      body,
    }
  }
  if (turn % 10 === 4)
    return {
      host: api,
      path: '/event/newViews',
      method: 'POST',
      headers: { ...own, 'content-type': 'application/json' },
      body: '{}',
    }
  if (turn % 10 === 7) return { host: api, path: '/event/tickers', headers: own }
  return { host: www, path: turn % 2 === 0 ? '/' : '/help', headers: {} }
}

function startLoad(members: readonly Member[], rate: number) {
  const stopping = new AbortController()
  const failed: string[] = []
  const asked: Array<Promise<void>> = []
  const from = performance.now()

  async function send(turn: number): Promise<void> {
    const member = members[
      (Math.floor(turn / 10) + Math.floor(turn / 100)) % members.length
    ] as Member
    const request = requestOf(turn, member)
    try {
      const { status, text } = await member.client.ask(request)
      if (status !== 200)
        failed.push(`${request.method ?? 'GET'} ${request.path} ${status} ${text.slice(0, 60)}`)
      else if (request.path === '/profile/setSafeMode') member.acknowledged += 1
    } catch (error) {
      failed.push(`${request.method ?? 'GET'} ${request.path} ${String(error)}`)
    }
  }
  const running = (async () => {
    while (!stopping.signal.aborted) {
      const due = ((performance.now() - from) / 1000) * rate
      while (asked.length < due) asked.push(send(asked.length))
      await pause(10)
    }
  })()
  return {
    stopping: stopping.signal,
    async stop() {
      stopping.abort()
      await running
      await Promise.all(asked)
      return { sent: asked.length, failed, seconds: (performance.now() - from) / 1000 }
    },
  }
}

/** As the product's pages do: a stream that ends is opened again after the time that it says. */
function keepListening(member: Member, stopping: AbortSignal): void {
  void (async () => {
    let wait = 1000
    while (!stopping.aborted) {
      const stream = member.client.listen(
        { host: api, path: '/event/stream', headers: { ...calls, cookie: member.cookie } },
        (chunk) => {
          const [, retry] = /retry: (\d+)/.exec(chunk) ?? []
          if (retry !== undefined) wait = Number(retry)
          if (chunk.includes('"ready"')) member.isListening = true
        },
      )
      stopping.addEventListener('abort', () => stream.leave(), { once: true })
      await stream.ended
      member.isListening = false
      member.streamEnds += 1
      await pause(wait)
    }
  })()
}

/**
 * The changes are limited by account, and the database counts for that: how often each was done.
 */
async function safeModes(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ done: string }>(
    `select coalesce(sum(hits), 0) as done from rate_limits where key like 'safe-mode:%'`,
  )
  await client.end()
  return Number(rows[0]?.done)
}
