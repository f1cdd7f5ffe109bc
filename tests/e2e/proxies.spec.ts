import { Agent, request } from 'node:http'
import { expect, test } from '@playwright/test'
import pg from 'pg'
import { PHOTO_RULES } from '#members/photos/own/photo-rules.ts'
import { MAX_BYTES } from '#members/photos/photos.ts'
import { mainBrand } from '#sites/registry.ts'
import { fault as rollingRestart } from '../faults/rolling-restart.fault.ts'
import { httpsClient } from '../support/https-client.ts'
import { type Production, startProduction } from '../support/processes.ts'
import { startProxy } from '../support/proxies.ts'

/**
 * The product behind real proxies with the configuration of src/process/serving (assurance 15, 38;
 * faults).
 */

/** Several starts of the product: on a busy machine each takes a minute. */
test.describe.configure({ timeout: 600_000 })

const www = `www.${mainBrand.domain}`
const api = `api.${mainBrand.domain}`
const calls = {
  'x-requested-with': 'XMLHttpRequest',
  origin: `https://${www}`,
  'content-type': 'application/json',
}

test('two processes behind nginx and HAProxy are restarted one after the other, and no request fails', async () => {
  const figures = await rollingRestart('short', [])
  expect(figures.filter(({ isReached }) => !isReached)).toEqual([])
})

test.describe('behind a proxy, two workers of one start', () => {
  let production: Production
  test.beforeAll(async () => {
    production = await startProduction(1, { WORKERS: '2' })
  })
  test.afterAll(async () => production.stop())

  for (const kind of ['nginx', 'haproxy'] as const) {
    test(`${kind} speaks HTTP/2, passes hints on at once, knows who asks, and lets a photo through`, async () => {
      const from = kind === 'nginx' ? '127.8.0.1' : '127.8.0.2'
      const proxy = await startProxy(
        kind,
        production.processes.map(({ port }) => port),
      )
      if (!proxy) return
      const client = httpsClient(proxy.https, from)
      try {
        // http is left for https, and an unknown host is nobody's.
        expect(await overHttp(proxy.http, www, '/help?a=b')).toEqual([
          308,
          `https://${www}:${proxy.https}/help?a=b`,
        ])
        expect((await overHttp(proxy.http, 'www.evil.example', '/'))[0]).toBe(421)

        // Compressed by the product, as it is without a proxy.
        const page = await client.ask({
          host: www,
          path: '/',
          headers: { 'accept-encoding': 'br' },
        })
        expect([
          page.status,
          page.headers['content-encoding'],
          page.headers['strict-transport-security'],
        ]).toEqual([200, 'br', 'max-age=63072000'])

        // Whoever lies about the address is counted by the one of the socket.
        const lies = {
          'x-forwarded-for': '198.51.100.9, 10.0.0.1',
          'x-real-ip': '198.51.100.9',
          forwarded: 'for=198.51.100.9',
        }
        const username = kind === 'nginx' ? 'Wren' : 'Robin'
        const joined = await client.ask({
          host: api,
          path: '/registration/save',
          method: 'POST',
          headers: { ...calls, ...lies },
          body: JSON.stringify({
            gender: 'woman',
            lookingFor: ['man'],
            username,
            email: `${username}@example.org`,
            password: 'a quiet evening in',
            birthday: '1990-05-17',
            country: 'GB',
            place: 'London',
            acceptTerms: true,
            acceptSensitiveData: true,
          }),
        })
        expect([joined.status, joined.text]).toEqual([200, expect.stringContaining('next')])
        const counted = await countedAddresses(production.databaseUrl)
        expect(counted).toContain(`register-try:ip:${from}`)
        expect(
          counted.filter((key) => key.includes('198.51.100.9') || key.includes('10.0.0.1')),
        ).toEqual([])

        const cookie =
          [joined.headers['set-cookie'] ?? []]
            .flat()
            .map((one) => one.split(';')[0])
            .find((one) => one?.startsWith('__Secure-session=')) ?? ''
        const own = { ...calls, cookie }
        let heard = ''
        const stream = client.listen(
          { host: api, path: '/event/stream', headers: own },
          (chunk) => (heard += chunk),
        )
        expect(await stream.status).toBe(200)
        await expect.poll(() => heard).toContain('"ready"')
        // The largest photo reaches the product, which says that it is none.
        const headers = {
          ...own,
          'content-type': 'multipart/form-data; boundary=between-the-parts',
        }
        const upload = async (bytes: number): Promise<number> => {
          const part = (name: string): string =>
            `--between-the-parts\r\nContent-Disposition: form-data; name=${name}\r\n\r\n`
          const head = `${part('"rules"')}${PHOTO_RULES}\r\n${part('"photo"; filename="a.jpg"')}`
          const body = Buffer.concat([
            Buffer.from(head),
            Buffer.alloc(bytes, 120),
            Buffer.from('\r\n--between-the-parts--\r\n'),
          ])
          return (
            await client.ask({ host: api, path: '/image/upload', method: 'POST', headers, body })
          ).status
        }
        expect(await upload(MAX_BYTES)).toBe(422)

        await client.ask({ host: api, path: '/site/signout', headers: own })
        await expect.poll(() => heard).toContain('signedOut')
        await stream.ended
      } finally {
        client.close()
        await proxy.stop()
      }
    })
  }

  test('one that dies is replaced, and all are on SIGHUP, without a request that fails', async () => {
    const [product] = production.processes
    if (!product) throw new Error('nothing runs')
    await expect.poll(() => readyWorkers(product.output).length, { timeout: 120_000 }).toBe(2)
    const agent = new Agent({ keepAlive: true, maxSockets: 4 })
    const answers: number[] = []
    const stopping = new AbortController()
    const asking = (async () => {
      while (!stopping.signal.aborted) answers.push(await landing(product.port, agent))
    })()
    try {
      const [first = 0, second = 0] = readyWorkers(product.output)
      product.signal('SIGHUP')
      await expect
        .poll(() => product.output.join(''), { timeout: 120_000 })
        .toContain('workers restarted')
      expect(readyWorkers(product.output)).toHaveLength(4)
      for (const pid of [first, second]) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
      stopping.abort()
      await asking
      expect(answers.filter((status) => status !== 200)).toEqual([])
      expect(answers.length).toBeGreaterThan(10)

      const [, , third = 0] = readyWorkers(product.output)
      process.kill(third, 'SIGKILL')
      await expect.poll(() => readyWorkers(product.output).length, { timeout: 120_000 }).toBe(5)
      expect(product.output.join('')).toContain('a worker ended, and is replaced')
    } finally {
      stopping.abort()
      agent.destroy()
    }
  })
})

/** The pids of workers, in the order in which they became ready. */
function readyWorkers(output: readonly string[]): number[] {
  return Array.from(
    output.join('').matchAll(/"worker":\d+,"pid":(\d+),"msg":"a worker is ready"/g),
    ([, pid]) => Number(pid),
  )
}

function landing(port: number, agent: Agent): Promise<number> {
  return new Promise((resolve) => {
    const asked = request(
      { host: '127.0.0.1', port, path: '/', agent, headers: { host: www } },
      (response) => {
        response.resume()
        response.once('end', () => resolve(response.statusCode ?? 0))
      },
    )
    asked.on('error', () => resolve(0)).end()
  })
}

function overHttp(port: number, host: string, path: string): Promise<[number, string | undefined]> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, headers: { host } }, (response) => {
      response.resume()
      resolve([response.statusCode ?? 0, response.headers.location])
    })
    asked.on('error', reject).end()
  })
}

async function countedAddresses(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ key: string }>(
    `select key from rate_limits where key like '%:ip:%'`,
  )
  await client.end()
  return rows.map(({ key }) => key)
}
