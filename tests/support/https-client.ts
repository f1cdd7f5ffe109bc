import { type ClientHttp2Session, connect } from 'node:http2'
import { connect as connectTcp } from 'node:net'
import { connect as connectTls } from 'node:tls'

type Asked = {
  host: string
  path: string
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
}
type Answered = {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}
export type HttpsClient = {
  ask(asked: Asked): Promise<Answered>
  /** An open answer: `heard` gets what arrives; resolves when it ends. */
  listen(
    asked: Asked,
    heard: (chunk: string) => void,
  ): { status: Promise<number>; ended: Promise<void>; leave(): void }
  close(): void
}

/** nginx ends a connection after 1000 requests; a new one before. */
const MOST_REQUESTS = 800

/** HTTP/2 to a proxy on loopback, from an address of its own. */
export function httpsClient(port: number, from = '127.0.0.1'): HttpsClient {
  const open = new Set<ClientHttp2Session>()
  let session: ClientHttp2Session | null = null
  let asked = 0

  function current(servername: string): ClientHttp2Session {
    asked += 1
    if (session && !session.closed && !session.destroyed && asked % MOST_REQUESTS !== 0)
      return session
    session?.close()
    const fresh = connect(`https://${servername}:${port}`, {
      createConnection: () =>
        connectTls({
          socket: connectTcp({ host: '127.0.0.1', port, localAddress: from }),
          servername,
          rejectUnauthorized: false,
          ALPNProtocols: ['h2'],
        }),
    })
    // Each request on it fails by itself.
    fresh.on('error', () => undefined)
    fresh.once('close', () => open.delete(fresh))
    open.add(fresh)
    session = fresh
    return fresh
  }

  function begin({ host, path, method = 'GET', headers = {}, body }: Asked) {
    // As browsers do: the product takes only a small body whose length is not said.
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const stream = current(host).request(
      { ':method': method, ':path': path, ':authority': host, ...length, ...headers },
      { endStream: body === undefined },
    )
    if (body !== undefined) stream.end(body)
    return stream
  }

  return {
    ask: (what) =>
      new Promise((resolve, reject) => {
        const stream = begin(what)
        const chunks: Buffer[] = []
        let received: Answered['headers'] = {}
        stream.on('response', (headers) => (received = headers as Answered['headers']))
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        // A proxy that answers before it has read a body may reset the stream after the status.
        stream.once('error', (error) =>
          reject(Object.assign(error, { status: Number(received[':status'] ?? 0) })),
        )
        const answered = () => {
          const status = Number(received[':status'] ?? 0)
          if (stream.rstCode === 0 && status > 0)
            resolve({ status, headers: received, text: Buffer.concat(chunks).toString() })
          else reject(new Error(`ended by ${stream.rstCode} after ${status}`))
        }
        // An answer to a body that is not read ends before the stream, which is then reset.
        stream.once('end', answered)
        stream.once('close', answered)
      }),
    listen(what, heard) {
      const stream = begin(what)
      stream.setEncoding('utf8')
      stream.on('data', heard)
      const ended = new Promise<void>((resolve) => stream.once('close', resolve))
      stream.on('error', () => undefined)
      const status = new Promise<number>((resolve) => {
        stream.once('response', (headers) => resolve(Number(headers[':status'])))
        stream.once('close', () => resolve(0))
      })
      return { status, ended, leave: () => stream.close() }
    },
    close() {
      for (const one of open) one.destroy()
    },
  }
}
