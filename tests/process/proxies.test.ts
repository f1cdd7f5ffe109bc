import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SMALL_BODY } from '#api/bodies.server.ts'
import { handlers } from '#app.server.ts'
import { PING_INTERVAL } from '#core/live/stream.server.ts'
import { SECOND } from '#lib/clock.ts'
import { hostTable } from '#sites/hosts.ts'
import { brands } from '#sites/registry.ts'
import { filledIn, isInstalled, makeCertificates } from '../support/proxies.ts'

/** The examples of src/process/serving; tests/e2e/proxies.spec.ts has the product behind them. */

const kinds = ['nginx', 'haproxy', 'caddy'] as const
let directory: string
const configs = new Map<string, string>()

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'proxy-'))
  const certificates = {
    ...(isInstalled('openssl')
      ? await makeCertificates(directory)
      : { nginx: directory, haproxy: directory }),
    caddy: '',
  }
  for (const kind of kinds)
    configs.set(
      kind,
      await filledIn(kind, [4001, 4002], {
        bind: '0.0.0.0',
        http: 80,
        https: 443,
        certificates: certificates[kind],
        temporary: directory,
      }),
    )
})
afterAll(() => rm(directory, { recursive: true, force: true }))

const file = (kind: string) => join(directory, `${kind}.conf`)
const check = {
  nginx: ['nginx', '-t', '-c', file],
  haproxy: ['haproxy', '-c', '-f', file],
  caddy: ['caddy', 'validate', '--adapter', 'caddyfile', '--config', file],
} as const

describe.each(kinds)('%s', (kind) => {
  test('is configured for every host of every brand, and for both processes', () => {
    const config = configs.get(kind) ?? ''
    for (const [name, { domain }] of hostTable(brands, null)) {
      const known = kind === 'caddy' || name === domain ? name : `.${domain}`
      // nginx takes a name that begins with a dot for the domain, too.
      const said = kind === 'nginx' ? `.${domain}` : known
      expect(config).toMatch(new RegExp(`\\s${said.replaceAll('.', '\\.')}[\\s,;]`))
    }
    for (const address of ['127.0.0.1:4001', '127.0.0.1:4002']) expect(config).toContain(address)
    expect(config).not.toMatch(/^[^#\n]*(?:example\.com|432[12])/m)
  })

  test('lets the largest photo through, and leaves the answer to what is larger to the product', () => {
    const [, most] =
      /(?:client_max_body_size |max_size |gt )(\d+)/.exec(configs.get(kind) ?? '') ?? []
    expect(Number(most)).toBe(
      Math.max(
        ...handlers.map(
          ({ endpoint }) => endpoint.files?.mostBytes ?? endpoint.maxBytes ?? SMALL_BODY,
        ),
      ),
    )
  })

  test('accepts its configuration', async () => {
    if (!isInstalled(kind) || !isInstalled('openssl'))
      return void process.stdout.write(
        `${kind} or openssl is not installed: its configuration was not tried\n`,
      )
    await writeFile(file(kind), configs.get(kind) ?? '')
    const [program, ...words] = check[kind].map((word) =>
      typeof word === 'string' ? word : word(kind),
    )
    const { status, stderr } = spawnSync(program as string, words, {
      encoding: 'utf8',
      env: { ...process.env, HOME: directory },
    })
    expect(status, stderr).toBe(0)
    expect(stderr).not.toMatch(/\bwarn/i)
  })
})

test('nginx has no next process to try where there is one', async () => {
  const place = { bind: '0.0.0.0', http: 80, https: 443, certificates: '', temporary: directory }
  const alone = await filledIn('nginx', [4001], place)
  expect(alone).toContain('proxy_set_header X-Try-Next "";')
  expect(alone).not.toContain('proxy_next_upstream')
  expect(configs.get('nginx')).toContain('proxy_next_upstream error')
})

test('nginx tells the event stream, which is long, from what is answered', () => {
  const [, path] =
    /location = (\S+) \{\s*proxy_pass http:\/\/product_streams;/.exec(configs.get('nginx') ?? '') ??
    []
  expect(handlers.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)).toContain(
    `get ${path}`,
  )
})

test.each(['nginx', 'haproxy'])('%s waits for an event stream that is silent, twice', (kind) => {
  const [, seconds] =
    /(?:proxy_read_timeout|timeout server) (\d+)s/.exec(configs.get(kind) ?? '') ?? []
  expect(Number(seconds) * SECOND).toBeGreaterThan(2 * PING_INTERVAL)
})
