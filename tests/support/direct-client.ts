import { Agent, request } from 'node:http'

export type DirectAnswer = {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  milliseconds: number
}
type Asked = {
  host: string
  path: string
  /** Of the one whom a proxy would have named. */
  address?: string
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
}
export type DirectClient = { ask(asked: Asked): Promise<DirectAnswer>; close(): void }

/** A question that is not answered for so long counts as one that hangs. */
const PATIENCE = 30_000

/** HTTP to the process itself, in the place of the proxy. Rejects where the connection is cut. */
export function directClient(port: number): DirectClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  return {
    ask: ({ host, path, address = '127.0.0.1', method = 'GET', headers = {}, body }) =>
      new Promise((resolve, reject) => {
        const from = performance.now()
        const length =
          body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
        const asked = request(
          {
            host: '127.0.0.1',
            port,
            agent,
            path,
            method,
            headers: { Host: host, 'X-Forwarded-For': address, ...length, ...headers },
          },
          (answer) => {
            const parts: Buffer[] = []
            answer.on('data', (part: Buffer) => void parts.push(part))
            answer.once('error', reject)
            answer.once('end', () =>
              resolve({
                status: answer.statusCode ?? 0,
                headers: answer.headers,
                text: Buffer.concat(parts).toString(),
                milliseconds: performance.now() - from,
              }),
            )
          },
        )
        asked.setTimeout(PATIENCE, () =>
          asked.destroy(new Error(`no answer within ${PATIENCE} ms`)),
        )
        asked.once('error', reject)
        asked.end(body)
      }),
    close: () => agent.destroy(),
  }
}
