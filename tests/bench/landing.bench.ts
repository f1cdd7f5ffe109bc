import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { freePort } from '../support/postgres.ts'
import { startServer } from '../support/server.ts'
import { record } from './figures.ts'
import { median, table } from './report.ts'

/**
 * The landing through the whole front door, against a bare node:http server that answers the same
 * bytes under the same headers from memory and, where it is installed, nginx with the same file.
 * Servers have one core, the one who asks has the other; all take turns in one run, so that what is
 * quoted is a ratio and not this machine's mood. Where others use these cores as well, what a
 * server's process spent on a request is the truer figure.
 */
const ROUNDS = 7
/** The compiler optimises during these. */
const WARM_UPS = 2
const SECONDS = 2
const CONNECTIONS = 32
/** Of a clock tick in /proc, in ms. */
const TICK = 10

const pinned =
  process.platform === 'linux' && availableParallelism() > 1 && !spawnSync('taskset', ['-V']).error
const hasWrk = !spawnSync('wrk', ['-v']).error
const directory = await mkdtemp(join(tmpdir(), 'landing-bench-'))
const server = await startServer()
if (pinned) spawnSync('taskset', ['-acp', '0', String(server.pid)])
const host = `www.adultcrush.localhost:${server.port}`
const asked = { Host: host, 'Accept-Encoding': 'gzip, deflate' }
const landing = await fetched(server.port)
const bare = await startBare()
const nginx = await startNginx()

const contestants = [
  { name: 'bare node:http, same bytes and headers', port: bare.port, pid: bare.child.pid },
  { name: 'this product', port: server.port, pid: server.pid },
  ...(nginx
    ? [{ name: 'nginx, same file and headers', port: nginx.port, pid: nginx.child.pid }]
    : []),
].map((one) => ({ ...one, rates: [] as number[], costs: [] as number[] }))

try {
  for (let round = 0; round < WARM_UPS; round += 1)
    for (const one of contestants) await ask(one.port)
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const one of contestants) {
      const before = await processorTime(one.pid)
      const { requests, seconds } = await ask(one.port)
      one.rates.push(requests / seconds)
      one.costs.push(((await processorTime(one.pid)) - before) / (requests / 1000))
    }
  }
} finally {
  await server.stop()
  for (const { child } of [bare, ...(nginx ? [nginx] : [])]) {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  await rm(directory, { recursive: true, force: true })
}

const own = contestants.find(({ pid }) => pid === server.pid)
process.stdout.write(
  `asked by ${hasWrk ? 'wrk' : 'autocannon'}, ${pinned ? 'servers on one core, it on the other' : 'on the same cores as the servers: say nothing of nginx by this'}\n`,
)
for (const one of contestants) {
  record(`requests of ${one.name}`, Math.round(median(one.rates)), 'a second')
  if (one === own || !own) continue
  const isBare = one.name.startsWith('bare')
  const rates = own.rates.map((rate, index) => rate / (one.rates[index] ?? rate))
  record(`requests of this product ÷ ${one.name}`, rounded(median(rates)), '×', isBare ? 0.85 : 0.6)
  const costs = own.costs.map((cost, index) => (one.costs[index] ?? cost) / cost)
  record(
    `processor time of ${one.name} ÷ this product`,
    rounded(median(costs)),
    '×',
    isBare ? 0.85 : undefined,
  )
}
table(
  [
    'medians',
    'requests/s',
    'this product ÷ it',
    'ms of processor time for 1,000',
    'it ÷ this product',
  ],
  contestants.map((one) => [
    one.name,
    Math.round(median(one.rates)).toString(),
    one === own || !own
      ? ''
      : median(own.rates.map((rate, index) => rate / (one.rates[index] ?? rate))).toFixed(2),
    median(one.costs).toFixed(1),
    one === own || !own
      ? ''
      : median(own.costs.map((cost, index) => (one.costs[index] ?? cost) / cost)).toFixed(2),
  ]),
)

function rounded(ratio: number): number {
  return Number(ratio.toFixed(2))
}

async function fetched(port: number): Promise<{ headers: string[]; body: Buffer }> {
  const [answer] = (await once(
    get({ host: '127.0.0.1', port, path: '/', headers: asked }),
    'response',
  )) as [IncomingMessage]
  const headers = answer.rawHeaders.flatMap((name, index, all) =>
    index % 2 === 1 || /^(date|connection|keep-alive)$/i.test(name)
      ? []
      : [name, all[index + 1] as string],
  )
  return { headers, body: await buffer(answer) }
}

async function ask(port: number): Promise<{ requests: number; seconds: number }> {
  const url = `http://127.0.0.1:${port}/`
  const headers = Object.entries(asked).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const command = hasWrk
    ? ['wrk', '-t1', `-c${CONNECTIONS}`, `-d${SECONDS}s`, ...headers, url]
    : [
        process.execPath,
        'node_modules/autocannon/autocannon.js',
        '--json',
        '-c',
        String(CONNECTIONS),
        '-d',
        String(SECONDS),
        ...headers,
        url,
      ]
  const [program = '', ...words] = pinned ? ['taskset', '-c', '1', ...command] : command
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'ignore'] })
  const said = await text(child.stdout)
  if (hasWrk) {
    const [, requests = '', seconds = ''] = /(\d+) requests in ([\d.]+)s/.exec(said) ?? []
    if (requests === '' || /Non-2xx|Socket errors/.test(said)) throw new Error(`${url}: ${said}`)
    return { requests: Number(requests), seconds: Number(seconds) }
  }
  const result = JSON.parse(said) as {
    requests: { total: number }
    duration: number
    non2xx: number
    errors: number
  }
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`)
  return { requests: result.requests.total, seconds: result.duration }
}

async function processorTime(pid: number | undefined): Promise<number> {
  if (pid === undefined || process.platform !== 'linux') return 0
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8'))
    .split(' ')
    .filter(Boolean)
    .map(Number)
  const processes = pid === server.pid ? [pid] : [pid, ...children]
  const times = await Promise.all(
    processes.map(async (one) => {
      const [, rest = ''] = (await readFile(`/proc/${one}/stat`, 'utf8')).split(') ')
      const fields = rest.split(' ')
      return (Number(fields[11]) + Number(fields[12])) * TICK
    }),
  )
  return times.reduce((sum, time) => sum + time, 0)
}

function start(program: string, words: string[], stdout: 'pipe' | 'ignore'): ChildProcess {
  const [first, ...rest] = pinned ? ['taskset', '-c', '0', program, ...words] : [program, ...words]
  return spawn(first, rest, { stdio: ['ignore', stdout, 'inherit'] })
}

async function startBare(): Promise<{ port: number; child: ChildProcess }> {
  const port = await freePort()
  const file = join(directory, 'bare.mjs')
  await writeFile(join(directory, 'body'), landing.body)
  await writeFile(
    file,
    `import { createServer } from 'node:http'
import { readFileSync } from 'node:fs'
const body = readFileSync(${JSON.stringify(join(directory, 'body'))})
const headers = ${JSON.stringify(landing.headers)}
const server = createServer((request, response) => response.writeHead(200, headers).end(body))
server.keepAliveTimeout = 65_000
server.listen(${port}, '127.0.0.1', () => console.log('ready'))`,
  )
  const child = start(process.execPath, [file], 'pipe')
  if (child.stdout) await once(child.stdout, 'data')
  return { port, child }
}

async function startNginx(): Promise<{ port: number; child: ChildProcess } | null> {
  if (spawnSync('nginx', ['-v']).error) return null
  const port = await freePort()
  const page = join('dist', 'client', 'brand', 'adultcrush', 'index.html')
  await writeFile(join(directory, 'index.html'), await readFile(page))
  await writeFile(join(directory, 'index.html.gz'), landing.body)
  const config = join(directory, 'nginx.conf')
  const named = landing.headers.flatMap((name, index, all) =>
    index % 2 === 1 || /^(content-(type|length|encoding)|etag)$/i.test(name)
      ? []
      : [`add_header ${name} ${JSON.stringify(all[index + 1])};`],
  )
  await writeFile(
    config,
    // Started by root, its worker would be somebody who may not read our directory.
    `${process.getuid?.() === 0 ? 'user root; ' : ''}daemon off; worker_processes 1; pid ${directory}/nginx.pid; error_log ${directory}/error.log;
events { worker_connections 1024; }
http { types { text/html html; } charset utf-8; access_log off; sendfile on; tcp_nopush on; open_file_cache max=10; keepalive_requests 1000000;
  client_body_temp_path ${directory}/b; proxy_temp_path ${directory}/p; fastcgi_temp_path ${directory}/f; uwsgi_temp_path ${directory}/u; scgi_temp_path ${directory}/s;
  server { listen 127.0.0.1:${port}; root ${directory}; gzip_static on; ${named.join(' ')} } }`,
  )
  const child = start('nginx', ['-c', config], 'ignore')
  for (let attempt = 0; attempt < 50; attempt += 1) {
    try {
      await fetch(`http://127.0.0.1:${port}/index.html`)
      return { port, child }
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  throw new Error('nginx did not start')
}
