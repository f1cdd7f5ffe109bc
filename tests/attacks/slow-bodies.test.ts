import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createBodyGate, gateLimits, type GateLimits } from '#front-door/body-gate.server.ts'

/** Bodies that do not come, or too many at once, over real sockets (assurance 31). */

const open = new Set<Server>()
afterEach(() => {
  for (const server of open) server.closeAllConnections()
  for (const server of open) server.close()
  open.clear()
})

/**
 * A server behind the gate: it reads all and says how much, but at `/unread` answers at once, and
 * at `/never` not at all.
 */
async function behindGate(limits: Partial<GateLimits>): Promise<number> {
  const gate = createBodyGate({ hsts: null, limits: { ...gateLimits, ...limits } })
  const server = createServer((request, response) => {
    if (!gate(request, response, request.headers['x-forwarded-for']?.toString() ?? '')) return
    if (request.url === '/unread') response.end('unread')
    else if (request.url !== '/never') {
      let length = 0
      request
        .on('data', (chunk: Buffer) => void (length += chunk.length))
        .on('end', () => response.end(`read ${length}`))
    }
  })
  open.add(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

type Sender = { socket: Socket; said: string; ended: Promise<string> }

function send(
  port: number,
  {
    path = '/',
    length,
    body = '',
    ip = '203.0.113.1',
  }: { path?: string; length: number; body?: string; ip?: string },
): Sender {
  const socket = connect(port, '127.0.0.1')
  const sender: Sender = { socket, said: '', ended: Promise.resolve('') }
  socket.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') throw error
  })
  socket.on('data', (chunk: Buffer) => void (sender.said += chunk.toString()))
  sender.ended = new Promise((resolve) => socket.once('close', () => resolve(sender.said)))
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: www.adultcrush.localhost\r\nX-Forwarded-For: ${ip}\r\nContent-Length: ${length}\r\n\r\n${body}`,
  )
  return sender
}

/** What is said first. */
async function answerOf(sender: Sender): Promise<string> {
  if (sender.said === '') await once(sender.socket, 'data')
  return sender.said
}

test('a body that does not come ends its connection, whether anybody reads it or not', async () => {
  const port = await behindGate({ slowBodyTimeout: 50 })
  expect(await send(port, { length: 100, body: 'x' }).ended).toBe('')
  expect(await send(port, { path: '/never', length: 100, body: 'x' }).ended).toBe('')
})

test('what is left of a body that was answered unread is not waited for', async () => {
  const port = await behindGate({ afterAnswer: 50 })
  expect(await send(port, { path: '/unread', length: 1_000_000, body: 'x' }).ended).toMatch(
    /^HTTP\/1\.1 200 [^]*unread/,
  )
})

test('a large body may take its time as long as it keeps coming', async () => {
  const port = await behindGate({ slowBodyTimeout: 1000, minRate: 100 })
  const sender = send(port, { length: 5000 })
  for (let part = 0; part < 5; part += 1) {
    // Well within the patience, and ten times the rate.
    await new Promise((resolve) => setTimeout(resolve, 300))
    sender.socket.write('x'.repeat(1000))
  }
  expect(await answerOf(sender)).toContain('read 5000')
  sender.socket.destroy()
})

test('one address has a share of what may be under way, and others have theirs', async () => {
  const port = await behindGate({
    each: { bodies: 2, bytes: 1000 },
    inAll: { bodies: 4, bytes: 5000 },
  })
  const hold = async (ip: string, length = 10) => {
    const sender = send(port, { path: '/never', length, body: 'x', ip })
    await once(sender.socket, 'connect')
    return sender
  }
  await hold('203.0.113.1')
  await hold('203.0.113.1')
  const refused = await send(port, { length: 1, body: 'x', ip: '203.0.113.1' }).ended
  expect(refused).toMatch(/^HTTP\/1\.1 503 [^]*Retry-After: 2/)
  // By its bytes, too; by what is said, before they come.
  const [large] = [await hold('203.0.113.2', 990)]
  expect(await send(port, { length: 20, ip: '203.0.113.2' }).ended).toMatch(/^HTTP\/1\.1 503 /)
  expect(await answerOf(send(port, { length: 1, body: 'x', ip: '203.0.113.3' }))).toContain(
    'read 1',
  )
  await hold('203.0.113.4')
  expect(await send(port, { length: 1, body: 'x', ip: '203.0.113.5' }).ended).toMatch(
    /^HTTP\/1\.1 503 /,
  )
  // Who goes makes room.
  large.socket.destroy()
  await expect
    .poll(async () =>
      (await answerOf(send(port, { length: 1, body: 'x', ip: '203.0.113.5' }))).includes('read 1'),
    )
    .toBe(true)
})

test('a request without a body is none of the gate’s business', async () => {
  const port = await behindGate({ inAll: { bodies: 0, bytes: 0 } })
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('read 0')
})
