import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createDrain, type Drain } from '#process/drain.server.ts'

/** How a stopping server takes leave of its connections (src/process/drain.server.ts). */

const NOTICE = 3000
const agents: Agent[] = []
afterEach(() => {
  for (const agent of agents.splice(0)) agent.destroy()
})

type Draining = { server: Server; drain: Drain; port: number; answer: Array<() => void> }

/** Answers at once, or at /slow when told to. */
async function serving(notice = NOTICE): Promise<Draining> {
  const drain = createDrain({ notice })
  const answer: Draining['answer'] = []
  const server = createServer((incoming, response) => {
    if (!drain.admits(incoming, response)) return
    if (incoming.url === '/slow') answer.push(() => response.end('late'))
    else response.end('ok')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, drain, port: (server.address() as AddressInfo).port, answer }
}

function keptAlive(): Agent {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  agents.push(agent)
  return agent
}

async function ask(
  port: number,
  agent: Agent,
  { path = '/', method = 'GET', headers = {} } = {},
): Promise<IncomingMessage> {
  const sent = request({ host: '127.0.0.1', port, agent, path, method, headers }).end()
  const [answered] = (await once(sent, 'response')) as [IncomingMessage]
  answered.resume()
  await once(answered, 'end')
  return answered
}

test('connections are taken while proxies learn of it, and each is told to leave', async () => {
  const { server, drain, port } = await serving()
  const agent = keptAlive()
  expect((await ask(port, agent)).headers.connection).toBe('keep-alive')
  const stopped = drain.run(server, { isReplaced: false })
  expect((await ask(port, agent)).headers.connection).toBe('close')
  expect((await ask(port, keptAlive(), { method: 'POST' })).headers.connection).toBe('close')
  await stopped
  await expect(ask(port, keptAlive())).rejects.toThrow('ECONNREFUSED')
})

test('a proxy that can ask another process is sent there with what it may ask twice', async () => {
  const { server, drain, port } = await serving()
  const headers = { 'x-try-next': '502' }
  expect((await ask(port, keptAlive(), { headers })).statusCode).toBe(200)
  const stopped = drain.run(server, { isReplaced: false })
  const [read, written] = [
    await ask(port, keptAlive(), { headers }),
    await ask(port, keptAlive(), { headers, method: 'POST' }),
  ]
  expect([read.statusCode, read.headers.connection, written.statusCode]).toEqual([
    502,
    'close',
    200,
  ])
  await stopped
})

test('a process that has a successor at its address sends nobody on, and answers on the connections that it has', async () => {
  const { server, drain, port } = await serving()
  const agent = keptAlive()
  await ask(port, agent)
  const stopped = drain.run(server, { isReplaced: true })
  expect((await ask(port, agent, { headers: { 'x-try-next': '502' } })).statusCode).toBe(200)
  await stopped
})

test('what is being answered is answered to its end, and nobody waits for connections without requests', async () => {
  const { server, drain, port, answer } = await serving(0)
  await ask(port, keptAlive())
  const late = ask(port, keptAlive(), { path: '/slow' })
  await expect.poll(() => answer.length).toBe(1)
  const from = performance.now()
  const stopped = drain.run(server, { isReplaced: false })
  for (const send of answer) send()
  expect((await late).statusCode).toBe(200)
  await stopped
  expect(performance.now() - from).toBeLessThan(9000)
})
