import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { createGateway } from './gateway.server.ts'

/** The sandbox process: reads its merchant from the environment and sends its port to the parent process. */
const TRIED_PORTS = 20
const {
  SANDBOX_PORT = '',
  SANDBOX_SECRET: secret = '',
  SANDBOX_API_KEY: apiKey = '',
  SANDBOX_MERCHANT: address = '',
  SANDBOX_MERCHANT_HOST: host = '',
} = process.env

const gateway = createGateway({ address, host, secret }, apiKey)
const server = createServer((incoming, outgoing) => {
  answer(incoming, outgoing).catch((error: unknown) => {
    process.stderr.write(`Sandbox gateway: ${String(error)}\n`)
    if (!outgoing.headersSent) outgoing.writeHead(400)
    outgoing.end()
  })
})

async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const response = await gateway(asRequest(incoming))
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  outgoing.end(Buffer.from(await response.arrayBuffer()))
}

/** Tries the next free port, so that a second product on this machine can run its own gateway. */
let port = Number(SANDBOX_PORT)
server.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EADDRINUSE' || port >= Number(SANDBOX_PORT) + TRIED_PORTS) throw error
  port += 1
  server.listen(port, '127.0.0.1')
})
server.on('listening', () => process.send?.({ port }))
server.listen(port, '127.0.0.1')

// The parent process has ended, for whatever reason: without it nothing else stops this one.
process.on('disconnect', () => process.exit(0))
// Ctrl+C in a terminal signals both processes: the product finishes its drain first, then disconnects.
process.on('SIGINT', () => undefined)

function asRequest(incoming: IncomingMessage): Request {
  const url = new URL(incoming.url ?? '/', `http://${incoming.headers.host ?? `127.0.0.1:${port}`}`)
  const headers = new Headers()
  for (const name of ['origin', 'content-type', 'x-webhook-timestamp', 'x-webhook-signature']) {
    const value = incoming.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  const method = incoming.method ?? 'GET'
  const hasBody = method !== 'GET' && method !== 'HEAD'
  // `duplex` is required for a streamed body; TypeScript's library does not declare it yet.
  const streamed = hasBody ? { body: Readable.toWeb(incoming) as ReadableStream<Uint8Array>, duplex: 'half' } : {}
  return new Request(url, { method, headers, ...streamed })
}
