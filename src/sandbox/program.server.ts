import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { createGateway } from './gateway.server.ts'
import { createPartner } from './partner.server.ts'
import type { Merchant } from './reports.server.ts'

/**
 * The sandbox process: reads its merchant from the environment and sends its ports to the parent
 * process.
 */
const TRIED_PORTS = 20
const {
  SANDBOX_PORT = '',
  SANDBOX_API_KEY: apiKey = '',
  SANDBOX_MERCHANT_HOST: host = '',
  SANDBOX_GATEWAY_MERCHANT: gatewayMerchant = '',
  SANDBOX_GATEWAY_SECRET: gatewaySecret = '',
  SANDBOX_PARTNER_MERCHANT: partnerMerchant = '',
  SANDBOX_PARTNER_SECRET: partnerSecret = '',
} = process.env

type Program = (request: Request) => Promise<Response>
const merchant = (address: string, secret: string): Merchant => ({ address, host, secret })
const gatewayPort = await listen(
  'Sandbox gateway',
  createGateway(merchant(gatewayMerchant, gatewaySecret), apiKey),
  Number(SANDBOX_PORT),
)
const partnerPort = await listen(
  'Sandbox partner',
  createPartner(merchant(partnerMerchant, partnerSecret)),
  gatewayPort + 1,
)
process.send?.({ gatewayPort, partnerPort })

/**
 * Listens at the first free port from `first` on, so that a second product on this machine can run
 * its own sandbox.
 */
async function listen(name: string, program: Program, first: number): Promise<number> {
  for (let port = first; ; port += 1) {
    const server = serverOf(name, program)
    const error = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
      server.once('error', resolve)
      server.listen(port, '127.0.0.1', () => resolve(null))
    })
    if (error === null) return port
    if (error.code !== 'EADDRINUSE' || port >= first + TRIED_PORTS) throw error
  }
}

function serverOf(name: string, program: Program): Server {
  return createServer((incoming, outgoing) => {
    answer(program, incoming, outgoing).catch((error: unknown) => {
      process.stderr.write(`${name}: ${String(error)}\n`)
      if (!outgoing.headersSent) outgoing.writeHead(400)
      outgoing.end()
    })
  })
}

async function answer(
  program: Program,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const response = await program(asRequest(incoming))
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  outgoing.end(Buffer.from(await response.arrayBuffer()))
}

// The parent process has ended, for whatever reason: without it nothing else stops this one.
process.on('disconnect', () => process.exit(0))
// Ctrl+C in a terminal signals both processes: the product finishes its drain first, then
// disconnects.
process.on('SIGINT', () => undefined)

function asRequest(incoming: IncomingMessage): Request {
  const url = new URL(incoming.url ?? '/', `http://${incoming.headers.host ?? '127.0.0.1'}`)
  const headers = new Headers()
  for (const name of ['origin', 'content-type', 'x-webhook-timestamp', 'x-webhook-signature']) {
    const value = incoming.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  const method = incoming.method ?? 'GET'
  const hasBody = method !== 'GET' && method !== 'HEAD'
  // `duplex` is required for a streamed body; TypeScript's library does not declare it yet.
  const streamed = hasBody
    ? { body: Readable.toWeb(incoming) as ReadableStream<Uint8Array>, duplex: 'half' }
    : {}
  return new Request(url, { method, headers, ...streamed })
}
