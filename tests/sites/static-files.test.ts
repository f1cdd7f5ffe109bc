import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, get, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadStaticFiles } from '#front-door/static-files.server.ts'
import { hostname, hostTable } from '#sites/hosts.ts'
import { brands } from '#sites/registry.ts'

/**
 * Scripts, fonts and icons: kept in memory, so that the next build can be laid over the one that is
 * served.
 */

const hosts = hostTable(brands, 'localhost')
const script = 'export const answer = 42;\n'.repeat(50)
let directory: string
let server: Server
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'static-files-'))
  for (const folder of ['_astro', 'brand/adultcrush'])
    await mkdir(join(directory, folder), { recursive: true })
  await writeFile(join(directory, '_astro/a.Bc1.js'), script)
  await writeFile(join(directory, '_astro/a.Bc1.js.br'), brotliCompressSync(script))
  await writeFile(join(directory, '_astro/type.D2.woff2'), 'wOF2')
  await writeFile(join(directory, 'adultcrush.webmanifest'), '{}')
  await writeFile(join(directory, 'brand/adultcrush/index.html'), '<title>landing</title>')
  const files = loadStaticFiles(directory, 'max-age=1')
  server = createServer((request, response) => {
    if (!files.send(request, response, hosts.get(hostname(request.headers.host ?? ''))))
      response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(async () => {
  server.close()
  await rm(directory, { recursive: true, force: true })
})

async function ask(
  path: string,
  { host = 'www.adultcrush.localhost', method = 'GET', ...headers }: Record<string, string> = {},
) {
  const { port } = server.address() as AddressInfo
  const sent = get({ host: '127.0.0.1', port, path, method, headers: { host, ...headers } })
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk as Buffer)
  return { status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks) }
}

test('a file with a hash in its name is kept for ever, compressed as the browser takes it', async () => {
  const { status, headers, body } = await ask('/_astro/a.Bc1.js?v=1', {
    'accept-encoding': 'gzip, br',
  })
  expect([status, headers['content-encoding'], brotliDecompressSync(body).toString()]).toEqual([
    200,
    'br',
    script,
  ])
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'content-length': String(body.length),
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-site',
  })
  expect((await ask('/_astro/a.Bc1.js', { 'if-none-match': headers.etag as string })).status).toBe(
    304,
  )
  expect((await ask('/_astro/a.Bc1.js', { 'accept-encoding': 'br;q=0' })).body.toString()).toBe(
    script,
  )
})

test('a font is sent as it is, an icon or a manifest asked for again after an hour', async () => {
  const font = await ask('/_astro/type.D2.woff2', { 'accept-encoding': 'br' })
  expect([
    font.headers['content-type'],
    font.headers['content-encoding'],
    font.body.toString(),
  ]).toEqual(['font/woff2', undefined, 'wOF2'])
  const manifest = await ask('/adultcrush.webmanifest', { method: 'HEAD' })
  expect(manifest.headers).toMatchObject({
    'content-type': 'application/manifest+json',
    'cache-control': 'public, max-age=3600',
    'content-length': '2',
  })
  expect(manifest.body.length).toBe(0)
})

describe('is no file:', () => {
  test.each([
    ['a guest page by its path on disk', '/brand/adultcrush/index.html', {}],
    ['a compressed twin', '/_astro/a.Bc1.js.br', {}],
    ['one that is not there', '/_astro/b.js', {}],
    ['a path that goes up', '/_astro/../adultcrush.webmanifest', {}],
    ['a form', '/adultcrush.webmanifest', { method: 'POST' }],
    ['anything on the API’s host', '/adultcrush.webmanifest', { host: 'api.adultcrush.localhost' }],
    ['anything on the media host', '/_astro/a.Bc1.js', { host: 'media.adultcrush.localhost' }],
    ['anything on a stranger’s host', '/_astro/a.Bc1.js', { host: 'evil.example' }],
  ])('%s', async (_, path, options) => {
    expect((await ask(path, options)).status).toBe(404)
  })
})

test('on a host that is not for search engines, a file says so', async () => {
  expect(
    (await ask('/adultcrush.webmanifest', { host: 'staging.adultcrush.localhost' })).headers[
      'x-robots-tag'
    ],
  ).toBe('noindex')
  expect((await ask('/adultcrush.webmanifest')).headers['x-robots-tag']).toBeUndefined()
})

test('a file of a kind that nobody gave a content type is refused when the server starts', async () => {
  const other = await mkdtemp(join(tmpdir(), 'static-files-'))
  await writeFile(join(other, 'notes.docx'), '')
  expect(() => loadStaticFiles(other, 'max-age=1')).toThrow('/notes.docx')
  await rm(other, { recursive: true })
})

test('the build may be taken away under a running server', async () => {
  await rm(directory, { recursive: true })
  const answers = await Promise.all(
    ['/_astro/a.Bc1.js', '/_astro/type.D2.woff2', '/adultcrush.webmanifest'].map((path) =>
      ask(path),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
})
