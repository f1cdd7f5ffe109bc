import { createServer, type Server } from 'node:http'
import { isIP } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { SECOND } from '../lib/clock.ts'
import { isLoopback } from '../lib/proxies.server.ts'
import type { Settings } from '../settings.ts'
import { hostname } from '../sites/hosts.ts'
import { StartUpError } from './start-up.server.ts'

type Metrics = { contentType: string; text(): Promise<string> }

/**
 * Whether a request names the host that the metrics are for: otherwise a page of a stranger, whose
 * name leads here by DNS, could read them in an operator's browser. Where they are on all
 * addresses, each address names them, and no name.
 */
function isFor(given: string | undefined, host: string): boolean {
  const name = hostname(given ?? '').replace(/^\[(.*)\]$/, '$1')
  if (isLoopback(host)) return isLoopback(name)
  return host === '0.0.0.0' || host === '::'
    ? isLoopback(name) || isIP(name) !== 0
    : name === hostname(host)
}

/** Seconds in which a worker that was replaced gives its port to its successor. */
const TRIES = 30

/**
 * Serves the metrics on a port of their own, which is not open to members. Null where the port is
 * 0, or is not free. Each worker of one start has the port after the one before.
 */
export async function serveMetrics(
  { metrics: { port: first, host, isGiven } }: Pick<Settings, 'metrics'>,
  metrics: Metrics,
  say: (line: string) => void,
  worker: number | null = null,
): Promise<Server | null> {
  if (first === 0) return null
  const port = first + (worker ?? 0)
  const server = createServer(
    { requestTimeout: 10_000, keepAliveTimeout: 65_000 },
    (request, response) => {
      if (!isFor(request.headers.host, host)) {
        response
          .writeHead(421, { 'Content-Type': 'text/plain; charset=utf-8' })
          .end('The metrics are not at this name: see METRICS_HOST.\n')
        return
      }
      if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
        response
          .writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' })
          .end('The metrics are at /metrics.\n')
        return
      }
      metrics.text().then(
        (text) =>
          response
            .writeHead(200, { 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' })
            .end(text),
        (error: unknown) => {
          say(`the metrics cannot be read: ${String(error)}`)
          response.writeHead(500).end()
        },
      )
    },
  )
  const listen = (): Promise<NodeJS.ErrnoException | null> =>
    new Promise((resolve) => {
      server.once('error', resolve)
      // Workers would share the port, and whoever asks get one of them.
      server.listen({ port, host, exclusive: true }, () => resolve(null))
    })
  let error = await listen()
  for (
    let tries = 1;
    worker !== null && error?.code === 'EADDRINUSE' && tries < TRIES;
    tries += 1
  ) {
    await pause(SECOND, undefined, { ref: false })
    error = await listen()
  }
  if (error === null) return server
  const line = `Metrics cannot be served on ${host}:${port} (${error.code ?? error.message}). Set METRICS_PORT to another port, or to 0 for none.`
  if (isGiven && worker === null) throw new StartUpError(line)
  say(line)
  return null
}
