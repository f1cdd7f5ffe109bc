import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A program behind a real socket of 127.0.0.1. */
export async function serve(
  answer: (request: Request, peer: string) => Promise<Response>,
): Promise<{ origin: string; port: number; close(): void }> {
  const server: Server = createServer((incoming, outgoing) => {
    void asRequest(incoming)
      .then((request) => answer(request, incoming.socket.remoteAddress ?? ''))
      .then(async (response) => {
        const body = Buffer.from(await response.arrayBuffer())
        outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(body)
      })
      .catch((error: unknown) => outgoing.writeHead(500).end(String(error)))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function asRequest(incoming: IncomingMessage): Promise<Request> {
  const { method = 'GET' } = incoming
  const headers = new Headers(
    Object.entries(incoming.headers).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as [string, string]] : [],
    ),
  )
  const body =
    method === 'GET' || method === 'HEAD' ? {} : { body: new Uint8Array(await buffer(incoming)) }
  return new Request(`http://${incoming.headers.host}${incoming.url}`, { method, headers, ...body })
}
