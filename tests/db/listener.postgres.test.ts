import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Listener, openListener } from '#db/listener.server.ts'

let gate: Awaited<ReturnType<typeof openGate>>
let listener: Listener
beforeAll(async () => {
  gate = await openGate(`${inject('postgresUrl')}/postgres`)
  listener = openListener(gate.url, 100)
})
afterAll(async () => {
  await listener.close()
  gate.shut()
  gate.end()
})

/** A way to PostgreSQL on which every connection breaks while it is shut. */
async function openGate(url: string) {
  const { hostname, port } = new URL(url)
  let isShut = false
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    if (isShut) return void client.destroy()
    const database = connect(Number(port), hostname)
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => [client, database].forEach((end) => end.destroy()))
    }
    client.pipe(database).pipe(client)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const through = new URL(url)
  through.port = String((server.address() as AddressInfo).port)
  return {
    url: through.href,
    shut() {
      isShut = true
      for (const socket of sockets) socket.destroy()
      sockets.clear()
    },
    open: () => void (isShut = false),
    end: () => server.close(),
  }
}

const hears = async () => {
  await expect.poll(() => listener.heardUntil(), { timeout: 5000 }).toBeGreaterThan(0)
}

test('a listener that is asked for more while its connection is broken hears again', async () => {
  const heard: string[] = []
  await listener.listen('first', (payload) => heard.push(payload))
  await hears()
  gate.shut()
  await expect.poll(() => listener.heardUntil()).toBe(Number.NEGATIVE_INFINITY)
  await expect(listener.listen('second', () => undefined)).rejects.toThrow(/terminated|ECONNRESET/)
  gate.open()
  await hears()
  const other = new pg.Client(gate.url)
  await other.connect()
  await other.query(`select pg_notify('first', 'again')`)
  await other.end()
  await expect.poll(() => heard).toEqual(['again'])
})
