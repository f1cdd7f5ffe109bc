import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Ingested = {
  level: string
  platform: string
  release: string
  environment: string
  transaction?: string
  tags: Record<string, string>
  exception: {
    values: Array<{
      type: string
      value: string
      stacktrace: { frames: Array<{ function: string; filename: string; lineno: number }> }
    }>
  }
}

/** An error service on this machine: keeps every byte that it is sent, headers too. */
export async function startIngest() {
  const raw: string[] = []
  const events: Ingested[] = []
  const held: ServerResponse[] = []
  let hangs = false
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => void parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString()
      raw.push(`${request.method} ${request.url}\n${JSON.stringify(request.rawHeaders)}\n${body}`)
      const [, head = '', event = ''] = body.split('\n')
      if ((JSON.parse(head) as { type: string }).type === 'event')
        events.push(JSON.parse(event) as Ingested)
      if (hangs) held.push(response)
      else response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    dsn: `http://publickey@127.0.0.1:${port}/7`,
    raw,
    events,
    hang(yes: boolean) {
      hangs = yes
      for (const response of held.splice(0)) response.end()
    },
    clear() {
      raw.length = 0
      events.length = 0
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
