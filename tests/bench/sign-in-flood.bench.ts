import { Agent, request } from 'node:http'
import { DEMO_PASSWORD } from '#demo/cast.ts'
import { startServer } from '../support/server.ts'
import { record } from './figures.ts'
import { judged, table } from './report.ts'

/**
 * assurance 32: p99 of a page under 300 ms while strangers sign in 200 times a second. Load and
 * product share a machine.
 */
const SECONDS = Number(process.env['SECONDS'] ?? 20)
const SIGN_INS_A_SECOND = 200
// Two members take turns, since one alone would reach the limit.
const PAGES_A_SECOND = 5
const TARGET = 300

const server = await startServer({ DEMO: '1', TRUST_PROXY: '1' })
const agent = new Agent({ keepAlive: true, maxSockets: 512 })
const host = (label: string) => `${label}.adultcrush.localhost:${server.port}`
const brand = { Origin: `http://${host('www')}`, 'X-Requested-With': 'XMLHttpRequest' }

type Answer = {
  status: number
  milliseconds: number
  headers: Record<string, string | string[] | undefined>
}

function ask(
  label: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
): Promise<Answer> {
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        agent,
        host: '127.0.0.1',
        port: server.port,
        path,
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          Host: host(label),
          ...headers,
          ...(body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }),
        },
      },
      (response) => {
        response.resume()
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            milliseconds: performance.now() - startedAt,
            headers: response.headers,
          }),
        )
      },
    )
    asked.once('error', reject)
    asked.end(body)
  })
}

const signIn = (login: string, password: string, ip: string) =>
  ask(
    'api',
    '/site/signin',
    { ...brand, 'Content-Type': 'application/json', 'X-Forwarded-For': ip },
    JSON.stringify({ login, password }),
  )

const cookies: string[] = []
for (const name of ['alice', 'carol']) {
  const signedIn = await signIn(name, DEMO_PASSWORD, '203.0.113.1')
  if (signedIn.status !== 200) throw new Error(`${name} cannot sign in: ${signedIn.status}`)
  cookies.push(String(signedIn.headers['set-cookie']).split(';')[0] ?? '')
}
const page = (turn: number) =>
  ask('www', '/dashboard', {
    Cookie: cookies[turn % cookies.length] ?? '',
    'X-Forwarded-For': '203.0.113.1',
  })

async function keepAsking(
  aSecond: number,
  run: (turn: number) => Promise<Answer>,
): Promise<Answer[]> {
  const startedAt = performance.now()
  const answers: Array<Promise<Answer>> = []
  while (performance.now() - startedAt < SECONDS * 1000) {
    const due = ((performance.now() - startedAt) / 1000) * aSecond
    while (answers.length < due) answers.push(run(answers.length))
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  return Promise.all(answers)
}

const at = (share: number, answers: readonly Answer[]) =>
  answers.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b)[
    Math.min(answers.length - 1, Math.floor(answers.length * share))
  ] ?? Number.NaN
const row = (name: string, answers: readonly Answer[], target?: number) => {
  record(`${name}, p99`, Math.round(at(0.99, answers)), 'ms', target)
  return [
    name,
    String(answers.length),
    at(0.5, answers).toFixed(0),
    at(0.99, answers).toFixed(0),
    target === undefined ? '' : judged(target, at(0.99, answers) <= target),
    [...Map.groupBy(answers, ({ status }) => status)]
      .map(([status, those]) => `${status}: ${those.length}`)
      .join(', '),
  ]
}

for (let turn = 0; turn < 30; turn += 1) await page(turn)
const quiet = await keepAsking(PAGES_A_SECOND, page)
const address = (turn: number) =>
  `198.${18 + Math.floor(turn / 65_025)}.${Math.floor(turn / 255) % 255}.${turn % 255}`
const [flood, members] = await Promise.all([
  keepAsking(SIGN_INS_A_SECOND, (turn) =>
    signIn(`nobody${turn}`, 'a wrong password', address(turn)),
  ),
  keepAsking(PAGES_A_SECOND, page),
])
const after = await signIn('alice', DEMO_PASSWORD, '203.0.113.1')
table(
  ['', 'asked', 'p50 ms', 'p99 ms', 'target', 'answers'],
  [
    row('a member’s dashboard', quiet),
    row(`a member’s dashboard, with ${SIGN_INS_A_SECOND} sign-ins a second`, members, TARGET),
    row('those sign-ins', flood),
  ],
)
process.stdout.write(
  `signing in right after: ${after.status} in ${after.milliseconds.toFixed(0)} ms\n`,
)
agent.destroy()
await server.stop()
