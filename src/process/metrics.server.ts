import { createServer, type Server } from 'node:http'
import type { Settings } from '../settings.ts'
import { StartUpError } from './start-up.server.ts'

type Metrics = { contentType: string; text(): Promise<string> }

/** Serves the metrics on a port of their own, which is not open to members. Null where the port is 0, or is not free. */
export async function serveMetrics(
  { metrics: { port, host, isGiven } }: Pick<Settings, 'metrics'>,
  metrics: Metrics,
  say: (line: string) => void,
): Promise<Server | null> {
  if (port === 0) return null
  const server = createServer({ requestTimeout: 10_000, keepAliveTimeout: 65_000 }, (request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' }).end('The metrics are at /metrics.\n')
      return
    }
    metrics.text().then(
      (text) => response.writeHead(200, { 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  const error = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
    server.once('error', resolve)
    server.listen(port, host, () => resolve(null))
  })
  if (error === null) return server
  const line = `Metrics cannot be served on ${host}:${port} (${error.code ?? error.message}). Set METRICS_PORT to another port, or to 0 for none.`
  if (isGiven) throw new StartUpError(line)
  say(line)
  return null
}
