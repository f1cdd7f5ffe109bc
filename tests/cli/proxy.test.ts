import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proxyConfiguration } from '../../src/cli/proxy/configuration.ts'
import { uploadBytes } from '../../src/features/members/photos/photos.contract.ts'
import { hostTable } from '../../src/sites/hosts.ts'
import { brands } from '../../src/sites/registry.ts'
import { isInstalled, makeCertificates, nginxAround } from '../support/proxies.ts'

/** What `npm run proxy` prints; tests/e2e/proxies.spec.ts has the product behind it. */

const kinds = ['nginx', 'haproxy', 'caddy'] as const
const processes = ['--process', '127.0.0.1:4001', '--process', '127.0.0.1:4002']
let directory: string
let certificates: Awaited<ReturnType<typeof makeCertificates>>
const configs = new Map<string, string>()

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'proxy-'))
  certificates = isInstalled('openssl')
    ? await makeCertificates(directory)
    : { nginx: directory, haproxy: directory }
  for (const kind of kinds)
    configs.set(
      kind,
      proxyConfiguration(
        [kind, ...processes, '--certificates', kind === 'caddy' ? '' : certificates[kind]],
        {},
      ),
    )
})
afterAll(() => rm(directory, { recursive: true, force: true }))

const check = {
  nginx: (file: string) => ['nginx', '-t', '-c', file],
  haproxy: (file: string) => ['haproxy', '-c', '-f', file],
  caddy: (file: string) => ['caddy', 'validate', '--adapter', 'caddyfile', '--config', file],
}

describe.each(kinds)('%s', (kind) => {
  test('is configured for every host of every brand, and for both processes', () => {
    const config = configs.get(kind) ?? ''
    for (const name of hostTable(brands, null).keys())
      expect(config).toMatch(new RegExp(`\\s${name.replaceAll('.', '\\.')}[\\s,;]`))
    for (const address of ['127.0.0.1:4001', '127.0.0.1:4002']) expect(config).toContain(address)
  })

  test('lets the largest photo through, and leaves the answer to what is larger to the product', () => {
    const [, most] =
      /(?:client_max_body_size |max_size |gt )(\d+)/.exec(configs.get(kind) ?? '') ?? []
    expect(Number(most)).toBe(uploadBytes)
  })

  test('accepts its configuration', async () => {
    if (!isInstalled(kind) || !isInstalled('openssl'))
      return void process.stdout.write(
        `${kind} or openssl is not installed: its configuration was not tried\n`,
      )
    const file = join(directory, `${kind}.conf`)
    await writeFile(file, configs.get(kind) ?? '')
    await writeFile(join(directory, 'around.conf'), nginxAround(directory, file))
    const [program = '', ...words] = check[kind](
      kind === 'nginx' ? join(directory, 'around.conf') : file,
    )
    const { status, stderr } = spawnSync(program, words, {
      encoding: 'utf8',
      env: { ...process.env, HOME: directory },
    })
    expect(status, stderr).toBe(0)
    expect(stderr).not.toMatch(/\bwarn/i)
  })
})

test('one process is asked for nothing that only another could answer', () => {
  const config = proxyConfiguration(['nginx', '--process', '127.0.0.1:4001'], {})
  expect(config).toContain('proxy_set_header X-Try-Next "";')
  expect(config).not.toContain('proxy_next_upstream')
})

test.each([
  [['lighttpd'], 'Say for which: npm run -s proxy -- nginx|haproxy|caddy'],
  [['nginx', '--process', 'http://x:1'], '--process must be <host:port>'],
])('what it cannot print is said in a line: %j', (words, line) => {
  expect(() => proxyConfiguration(words, {})).toThrow(line)
})
