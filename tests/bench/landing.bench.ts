import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { freePort } from '../support/postgres.ts'
import { startServer } from '../support/server.ts'
import { median, table } from './report.ts'

/**
 * The landing through the whole front door, against a bare node:http server that answers the same bytes
 * from memory and, where it is installed, nginx with the same file. All take turns in one run, so that what
 * is quoted is a ratio and not this machine's mood.
 */
const ROUNDS = 5
const SECONDS = 2

const root = join(import.meta.dirname, '..', '..')
const page = join(root, 'dist', 'client', 'brand', 'adultcrush', 'index.html')
const directory = await mkdtemp(join(tmpdir(), 'landing-bench-'))
const server = await startServer()
const bare = await startBare()
const nginx = await startNginx()

const contestants = [
  { name: 'this product', url: `http://127.0.0.1:${server.port}/`, host: `www.adultcrush.localhost:${server.port}` },
  { name: 'bare node:http, same bytes', url: `http://127.0.0.1:${bare.port}/`, host: 'x' },
  ...(nginx ? [{ name: 'nginx, same file', url: `http://127.0.0.1:${nginx.port}/index.html`, host: 'x' }] : []),
].map((one) => ({ ...one, rates: [] as number[] }))

try {
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const one of contestants) one.rates.push(await requestsPerSecond(one.url, one.host))
  }
} finally {
  await server.stop()
  for (const { child } of [bare, ...(nginx ? [nginx] : [])]) {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  await rm(directory, { recursive: true, force: true })
}

const [own] = contestants
table(
  ['', 'requests/s (median)', 'this product ÷ it'],
  contestants.map((one) => [
    one.name,
    Math.round(median(one.rates)).toString(),
    one === own || !own ? '' : median(own.rates.map((rate, index) => rate / (one.rates[index] ?? rate))).toFixed(2),
  ]),
)

async function requestsPerSecond(url: string, host: string): Promise<number> {
  const result = await autocannon({
    url,
    connections: 32,
    duration: SECONDS,
    headers: { host, 'accept-encoding': 'gzip' },
  })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`)
  return result.requests.average
}

async function startBare(): Promise<{ port: number; child: ChildProcess }> {
  const port = await freePort()
  const file = join(directory, 'bare.mjs')
  await writeFile(
    file,
    `import { createServer } from 'node:http'
import { readFileSync } from 'node:fs'
const body = readFileSync(${JSON.stringify(`${page}.gz`)})
const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Encoding': 'gzip', 'Content-Length': body.length }
createServer((request, response) => response.writeHead(200, headers).end(body)).listen(${port}, '127.0.0.1', () => console.log('ready'))`,
  )
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  return { port, child }
}

async function startNginx(): Promise<{ port: number; child: ChildProcess } | null> {
  if (spawnSync('nginx', ['-v']).error) return null
  const port = await freePort()
  await writeFile(join(directory, 'index.html'), await readFile(page))
  await writeFile(join(directory, 'index.html.gz'), await readFile(`${page}.gz`))
  const config = join(directory, 'nginx.conf')
  await writeFile(
    config,
    // Started by root, its worker would be somebody who may not read our directory.
    `${process.getuid?.() === 0 ? 'user root; ' : ''}daemon off; worker_processes 1; pid ${directory}/nginx.pid; error_log ${directory}/error.log;
events { worker_connections 1024; }
http { types { text/html html; } access_log off; sendfile on; keepalive_requests 1000000;
  client_body_temp_path ${directory}/b; proxy_temp_path ${directory}/p; fastcgi_temp_path ${directory}/f; uwsgi_temp_path ${directory}/u; scgi_temp_path ${directory}/s;
  server { listen 127.0.0.1:${port}; root ${directory}; gzip_static on; } }`,
  )
  const child = spawn('nginx', ['-c', config], { stdio: 'ignore' })
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
