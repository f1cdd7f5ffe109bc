import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createBodyGate } from '#front-door/body-gate.server.ts'
import { acceptIncoming } from '#front-door/incoming.server.ts'
import { createListener } from '#front-door/listener.server.ts'
import { PHOTO_RULES } from '#members/photos/own/photo-rules.ts'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { alice, type CastMember } from '#tests/support/cast.ts'
import { aPhoto, photoRows, storedFiles } from '#tests/support/photos.ts'

/** Photos of 15 MB over a line that breaks, by real sockets: nothing half, nothing twice. */

const LARGE = 15 * 1024 * 1024 - 1000
const TIMES = 6
let app: TestApp
let member: CastMember
let server: Server
let body: Buffer
beforeAll(async () => {
  app = await startApp()
  member = await alice(app)
  const gate = createBodyGate(app.services.settings)
  const answer = createListener(app)
  server = createServer((incoming, outgoing) => {
    if (!acceptIncoming(incoming, outgoing, app.services)) return
    if (gate(incoming, outgoing, String(incoming.headers['x-forwarded-for'])))
      void answer(incoming, outgoing)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const photo = await aPhoto()
  body = Buffer.concat([
    Buffer.from(`--line\r\nContent-Disposition: form-data; name="rules"\r\n\r\n${PHOTO_RULES}\r\n`),
    Buffer.from(
      '--line\r\nContent-Disposition: form-data; name="photo"; filename="large.jpg"\r\nContent-Type: image/jpeg\r\n\r\n',
    ),
    photo,
    Buffer.alloc(LARGE - photo.length),
    Buffer.from('\r\n--line--\r\n'),
  ])
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await app.close()
})

/** Sends so much of the photo, then the line breaks; all of it is answered. */
async function sends(key: string, bytes = body.length): Promise<{ status: number; text: string }> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const heard: Buffer[] = []
  socket.on('data', (chunk: Buffer) => void heard.push(chunk))
  socket.on('error', () => undefined)
  const cookies = [...member.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const head = [
    'POST /image/upload HTTP/1.1',
    'Host: api.adultcrush.localhost:4321',
    `Cookie: ${cookies}`,
    'X-Requested-With: XMLHttpRequest',
    `Origin: http://${member.host}`,
    `Idempotency-Key: ${key}`,
    'Content-Type: multipart/form-data; boundary=line',
    `Content-Length: ${body.length}`,
    'Connection: close',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  const isWhole = bytes === body.length
  socket.write(body.subarray(0, bytes), () => void (isWhole || socket.destroy()))
  await once(socket, 'close')
  const text = Buffer.concat(heard).toString()
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0), text }
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Bytes of buffers that something still refers to. */
function heldNow(): number {
  collectGarbage()
  return process.memoryUsage().arrayBuffers
}

test('a line that breaks in the middle stores nothing, keeps no memory, and the same key works again', async () => {
  await sends('warm', 1000)
  const before = heldNow()
  for (let time = 0; time < TIMES; time += 1)
    expect((await sends('key-of-a-photo', LARGE / 2)).status).toBe(0)
  await vi.waitFor(async () =>
    expect([await photoRows(app, member.id), await storedFiles(app)]).toEqual([[], []]),
  )
  // Half of each was sent: less than half of that is left.
  await vi.waitFor(() => expect(heldNow() - before).toBeLessThan((TIMES * LARGE) / 4))

  const whole = await sends('key-of-a-photo')
  expect([whole.status, whole.status === 200 ? '' : whole.text]).toEqual([200, ''])
  expect(await photoRows(app, member.id)).toHaveLength(1)
  const files = await storedFiles(app)
  const again = await sends('key-of-a-photo')
  expect([again.status, await photoRows(app, member.id), await storedFiles(app)]).toEqual([
    200,
    [expect.anything()],
    files,
  ])
})
