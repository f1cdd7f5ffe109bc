import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createLog } from '#api/log.server.ts'
import type { FrontDoor } from '#front-door/front-door.server.ts'
import { acceptIncoming } from '#front-door/incoming.server.ts'
import { createListener } from '#front-door/listener.server.ts'
import { compressed } from '#lib/compress.server.ts'
import { readSettings } from '#settings.ts'

/** What a request looks like before anything else sees it (assurance 15, 18). */

describe('over a socket', () => {
  let server: Server
  let trustsPeer = false
  const logged: string[] = []
  const newLog = () => createLog('warn', { write: (line: string) => void logged.push(line) })
  let log: ReturnType<typeof newLog>
  const echo: FrontDoor = async (request, ip) =>
    Response.json({ ip, headers: Object.fromEntries(request.headers) })
  let frontDoor = echo
  beforeAll(async () => {
    const settings = { ...readSettings({}), hsts: 'max-age=1', trustProxy: () => trustsPeer }
    log = newLog()
    const answer = createListener({
      frontDoor: (...arrival) => frontDoor(...arrival),
      services: { log, settings },
    })
    server = createServer((request, response) => {
      if (acceptIncoming(request, response, { log, settings })) void answer(request, response)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterEach(() => {
    frontDoor = echo
  })
  afterAll(() => new Promise((resolve) => server.close(resolve)))

  /** Sends bytes as they are; what came back, until the server hung up. */
  function raw(text: string): Promise<string> {
    return new Promise((resolve, reject) => {
      let answer = ''
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1', () =>
        socket.end(text),
      )
      socket.on('data', (bytes) => void (answer += bytes.toString()))
      socket.on('close', () => resolve(answer))
      socket.on('error', reject)
    })
  }

  test('TRACE is refused with the headers of every answer, and echoes nothing', async () => {
    const answer = await raw(
      'TRACE / HTTP/1.1\r\nHost: www.adultcrush.localhost\r\nCookie: session=secret\r\nConnection: close\r\n\r\n',
    )
    expect(answer).toMatch(/^HTTP\/1\.1 405 /)
    expect(answer).toContain('X-Content-Type-Options: nosniff')
    expect(answer).toContain('Strict-Transport-Security:')
    expect(answer).not.toContain('secret')
  })

  test('what a client claims of host, scheme and address is gone', async () => {
    const forged =
      'X-Forwarded-For: 6.6.6.6\r\nX-Forwarded-Host: evil.example\r\nX-Forwarded-Proto: https\r\nX-Forwarded-Port: 1\r\n'
    const [, body = ''] = (
      await raw(
        `GET / HTTP/1.1\r\nHost: www.adultcrush.localhost\r\n${forged}Connection: close\r\n\r\n`,
      )
    ).split('\r\n\r\n')
    expect(JSON.parse(body)).toEqual({
      ip: '127.0.0.1',
      headers: { host: 'www.adultcrush.localhost', connection: 'close' },
    })
  })

  test.each([
    [false, '6.6.6.6', /X-Forwarded-For came from an address that TRUST_PROXY does not name/],
    [
      true,
      '198.51.100.66, unknown',
      /a proxy that TRUST_PROXY names wrote no address into X-Forwarded-For/,
    ],
  ])(
    'X-Forwarded-For that lies is a line of the log, once however often it comes (of a trusted proxy: %s)',
    async (isTrusted, forwarded, sentence) => {
      log = newLog()
      logged.length = 0
      trustsPeer = isTrusted
      for (let time = 0; time < 20; time += 1)
        await raw(
          `GET / HTTP/1.1\r\nHost: www.adultcrush.localhost\r\nX-Forwarded-For: ${forwarded}\r\nConnection: close\r\n\r\n`,
        )
      trustsPeer = false
      const lines = logged.splice(0)
      expect(lines).toEqual([expect.stringMatching(sentence)])
      // Nobody's address: neither the one that it has nor the one that it claims.
      expect(lines.join()).not.toMatch(/6\.6|127\.0\.0\.1/)
    },
  )

  test('what a trusted proxy writes is no line', async () => {
    trustsPeer = true
    await raw(
      'GET / HTTP/1.1\r\nHost: www.adultcrush.localhost\r\nX-Forwarded-For: 198.51.100.66\r\nConnection: close\r\n\r\n',
    )
    trustsPeer = false
    expect(logged).toEqual([])
  })

  test.each([
    [true, 'edge-7f3a:0001'],
    [false, 'a b'],
    [false, 'short'],
    [false, 'x'.repeat(129)],
    [false, '<script>alert(1)</script>'],
  ])('a trusted proxy’s name of a request stays (%s): %s', async (stays, name) => {
    trustsPeer = true
    const [, trusted = ''] = (await raw(named(name))).split('\r\n\r\n')
    trustsPeer = false
    const [, forged = ''] = (await raw(named(name))).split('\r\n\r\n')
    expect([
      JSON.parse(trusted).headers['x-request-id'],
      JSON.parse(forged).headers['x-request-id'],
    ]).toEqual([stays ? name : undefined, undefined])
  })
  const named = (name: string) =>
    `GET / HTTP/1.1\r\nHost: www.adultcrush.localhost\r\nX-Request-Id: ${name}\r\nConnection: close\r\n\r\n`

  test.each([
    ['400', 'GET / HTTP/1.1\r\nHost: a@b'],
    ['400', 'GET / HTTP/1.1\r\nHost: www.adultcrush.localhost/x'],
    ['400', 'GET / HTTP/1.1\r\nHost: www.adultcrush.localhost:99999'],
    ['400', 'GET / HTTP/1.1\r\nHost: 1.2.3.4.5'],
    ['400', 'GET / HTTP/1.1\r\nHost: www.adultcrush.localhost\r\nHost: www.wivesnow.localhost'],
    ['400', 'GET / HTTP/1.1\r\nhost: www.adultcrush.localhost\r\nHOST: www.adultcrush.localhost'],
    ['400', 'GET ftp://www.adultcrush.localhost/ HTTP/1.1\r\nHost: www.adultcrush.localhost'],
    ['400', 'GET /help\\..\\terms HTTP/1.1\r\nHost: www.adultcrush.localhost'],
    ['400', 'OPTIONS * HTTP/1.1\r\nHost: www.adultcrush.localhost'],
    ['421', 'GET http://www.wivesnow.localhost/ HTTP/1.1\r\nHost: www.adultcrush.localhost'],
    ['421', 'GET http://www.adultcrush.localhost:81/ HTTP/1.1\r\nHost: www.adultcrush.localhost'],
    ['200', 'GET http://WWW.adultcrush.localhost/help HTTP/1.1\r\nHost: www.adultcrush.localhost'],
    ['200', 'GET / HTTP/1.1\r\nHost: www.adultcrush.localhost.:80'],
    ['200', 'GET / HTTP/1.1\r\nHost: [::1]:4321'],
  ])('says %s to %j', async (status, head) => {
    expect((await raw(`${head}\r\nConnection: close\r\n\r\n`)).slice(0, 12)).toBe(
      `HTTP/1.1 ${status}`,
    )
  })

  const GET = 'GET / HTTP/1.1\r\nHost: www.adultcrush.localhost\r\nConnection: close\r\n\r\n'

  test('what the front door throws is a 500 with the headers of every answer, and one line of the log', async () => {
    frontDoor = () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.7:5432'))
    const answer = await raw(GET)
    expect(answer).toMatch(/^HTTP\/1\.1 500 /)
    expect(answer).toContain('X-Content-Type-Options: nosniff')
    expect(answer).toContain('Strict-Transport-Security:')
    expect(answer).not.toContain('10.0.0.7')
    expect(logged.splice(0)).toEqual([expect.stringContaining('the front door failed')])
  })

  test('headers that two answers are made from stay as they are: each has its own name of a request', async () => {
    const always = { 'X-Frame-Options': 'DENY' }
    let named = 0
    frontDoor = async () => {
      const answer = new Response('here', { headers: always })
      answer.headers.append('X-Request-Id', `request-${(named += 1)}`)
      return answer
    }
    const names = [await raw(GET), await raw(GET)].map(
      (answer) => /^X-Request-Id: (.*)\r$/im.exec(answer)?.[1],
    )
    expect([names, always]).toEqual([['request-1', 'request-2'], { 'X-Frame-Options': 'DENY' }])
  })

  test('a stream that fails before its first piece ends the connection, and says to nobody why', async () => {
    const said = vi.mocked(console.error).mockImplementationOnce(() => undefined)
    const failing = new ReadableStream({
      pull: () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.7:5432')),
    })
    frontDoor = (request) =>
      compressed(request, new Response(failing, { headers: { 'Content-Type': 'application/zip' } }))
    const answer = await raw(GET)
    expect(answer).not.toContain('10.0.0.7')
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
    expect(said).toHaveBeenCalledOnce()
  })
})
