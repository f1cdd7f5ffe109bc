import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DEMO_PASSWORD, type SignIn, signIns } from '#demo/cast.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { record } from './figures.ts'
import { median, table } from './report.ts'

/**
 * Compares the server with one on React's development build, by turns, on PostgreSQL with the demo
 * network.
 */
const ROUNDS = 10
const RUNS = 20
const pages = ['/dashboard', '/messages', '/profile/edit/managePhotos']

const root = pathToFileURL(join(import.meta.dirname, '..', '..', 'package.json')).href
/** Loads the development build first, as an ES module too, and hides from the start that it did. */
const preload = `
import { createRequire } from 'node:module'
const require = createRequire(${JSON.stringify(root)})
process.env.NODE_ENV = 'development'
for (const name of ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/server']) await import(new URL(require.resolve(name), 'file:').href)
for (const path of Object.keys(require.cache)) if (path.endsWith('.development.js')) delete require.cache[path]
`

type Contestant = {
  name: string
  server: RunningServer
  cookies: Array<{ brand: string; cookie: string }>
  cost: Map<string, number[]>
}

async function contestant(name: string, env: Record<string, string>): Promise<Contestant> {
  const server = await startServer({ DEMO: '1', ...env })
  const cookies = await Promise.all(
    signIns.map(async (member) => ({ brand: member.brand, cookie: await signIn(server, member) })),
  )
  return { name, server, cookies, cost: new Map(pages.map((path) => [path, []])) }
}

function ask(
  server: RunningServer,
  label: string,
  brand: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
): Promise<{ status: number; cookie: string }> {
  const host = `${label}.${brand}.localhost:${server.port}`
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        host: '127.0.0.1',
        port: server.port,
        path,
        method: body === undefined ? 'GET' : 'POST',
        headers: { Host: host, ...headers },
      },
      (response) => {
        response.resume()
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            cookie: String(response.headers['set-cookie']).split(';')[0] ?? '',
          }),
        )
      },
    )
    asked.once('error', reject)
    asked.end(body)
  })
}

async function signIn(server: RunningServer, { username, brand }: SignIn): Promise<string> {
  const headers = {
    Origin: server.origin(brand),
    'X-Requested-With': 'XMLHttpRequest',
    'Content-Type': 'application/json',
  }
  const { status, cookie } = await ask(
    server,
    'api',
    brand,
    '/site/signin',
    headers,
    JSON.stringify({ login: username, password: DEMO_PASSWORD }),
  )
  if (status !== 200) throw new Error(`${username} cannot sign in: ${status}`)
  return cookie
}

async function costOf(
  { server, cookies }: Contestant,
  path: string,
  runs: number,
): Promise<number> {
  const before = await processorTime(server.pid)
  for (let run = 0; run < runs; run += 1) {
    const { brand, cookie } = cookies[run % cookies.length] as Contestant['cookies'][number]
    const { status } = await ask(server, 'www', brand, path, { Cookie: cookie })
    if (status !== 200) throw new Error(`${brand}, ${path}: ${status}`)
  }
  return ((await processorTime(server.pid)) - before) / runs
}

async function processorTime(pid: number): Promise<number> {
  const [, rest = ''] = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')
  const fields = rest.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

const contestants = [
  await contestant('this product', {}),
  await contestant('on React’s development build', {
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(preload)}`,
  }),
]
try {
  for (const one of contestants) for (const path of pages) await costOf(one, path, RUNS)
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const path of pages)
      for (const one of contestants) one.cost.get(path)?.push(await costOf(one, path, RUNS))
  }
} finally {
  for (const { server } of contestants) await server.stop()
}

const [own] = contestants
for (const { name, cost } of contestants) {
  if (!own || name === own.name) continue
  for (const path of pages) {
    const ratios = (own.cost.get(path) ?? []).map(
      (ms, round) => ms / (cost.get(path)?.[round] ?? ms),
    )
    record(`processor time of ${path} ÷ ${name}`, Number(median(ratios).toFixed(2)), '×')
  }
}
table(
  ['ms of processor time of the server', ...pages],
  contestants.map(({ name, cost }) => [
    name,
    ...pages.map((path) => median(cost.get(path) ?? []).toFixed(1)),
  ]),
)
table(
  ['this product ÷', ...pages],
  contestants
    .filter((one) => one !== own)
    .map(({ name, cost }) => [
      name,
      ...pages.map((path) =>
        median(
          (own?.cost.get(path) ?? []).map((ms, round) => ms / (cost.get(path)?.[round] ?? ms)),
        ).toFixed(2),
      ),
    ]),
)
