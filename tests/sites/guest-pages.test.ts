import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadGuestPages, type MemoryPages } from '../../src/guest-pages.server.ts'
import { type Host, hostTable } from '../../src/sites/hosts.ts'
import { brands } from '../../src/sites/registry.ts'

/** Guest pages from memory, as the production server sends them: the right brand's, to guests alone. */

const hosts = hostTable(brands, 'localhost')
let directory: string
let pages: MemoryPages
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'guest-pages-'))
  for (const { id } of brands) {
    for (const path of ['', 'site/terms', 'help', 'help/3']) {
      await mkdir(join(directory, id, path), { recursive: true })
      const html = Buffer.from(`<title>${id} /${path}</title>`.repeat(20))
      const file = join(directory, id, path, 'index.html')
      await Promise.all([writeFile(file, html), writeFile(`${file}.br`, brotliCompressSync(html)), writeFile(`${file}.gz`, gzipSync(html))])
    }
  }
  pages = await loadGuestPages(directory, hosts, { protocol: 'http:', port: '4321' }, true)
})
afterAll(() => rm(directory, { recursive: true, force: true }))

type Sent = { status: number; headers: Record<string, string>; body: Buffer }

/** What the server would write; null where it leaves the request to the front door. */
function send(host: string | undefined, url: string, { method = 'GET', ...headers }: Record<string, string> = {}): Sent | null {
  const sent: Sent = { status: 0, headers: {}, body: Buffer.alloc(0) }
  const response = {
    writeHead(status: number, flat: string[]) {
      sent.status = status
      for (let index = 0; index < flat.length; index += 2) sent.headers[flat[index] as string] = flat[index + 1] as string
      return this
    },
    end(body = Buffer.alloc(0)) {
      sent.body = body
    },
  }
  const request = { method, url, headers: { host, ...headers } }
  return pages.send(request as unknown as IncomingMessage, response as unknown as ServerResponse, '__Secure-session') ? sent : null
}

describe.each(brands.map((brand) => brand.id))('%s', (id) => {
  test('is sent its own pages, on its page hosts, with or without /index', () => {
    for (const label of ['www', 'members', 'staging']) {
      for (const [url, title] of [['/', '/'], ['/index', '/'], ['/site/terms', '/site/terms'], ['/site/terms/index', '/site/terms'], ['/help/3', '/help/3']] as const) {
        const sent = send(`${label}.${id}.localhost:4321`, url)
        expect([sent?.status, sent?.body.toString().slice(0, 60)]).toEqual([200, expect.stringContaining(`<title>${id} ${title}</title>`)])
      }
    }
  })

  test('sends none of them from its other hosts', () => {
    for (const label of ['', 'api.', 'media.', 'redirect.', 'api.members.']) expect(send(`${label}${id}.localhost:4321`, '/')).toBeNull()
  })
})

const host = 'www.adultcrush.localhost:4321'

test.each([
  ['an unknown host', 'evil.example', '/', {}],
  ['no host', undefined, '/', {}],
  ['a host in capitals', 'WWW.adultcrush.localhost:4321', '/', {}],
  ['a grant to redeem', host, '/?token=abc', {}],
  ['a grant behind other parameters, spelled oddly', host, '/?utm_source=x&a?b&%74oken=abc', {}],
  ['a search of the help page', host, '/help?q=photo', {}],
  ['the same by its other address', host, '/help/index?utm_source=x&q=', {}],
  ['a way back to remember', host, '/site/terms?x=1&back=%2Fmessages', {}],
  ['a page that is none', host, '/nothing', {}],
  ['the file itself', host, '/brand/adultcrush/index.html', {}],
  ['another brand’s page', host, '/wivesnow/site/terms', {}],
  ['an address that goes up', host, '/site/../site/terms', {}],
  ['a form', host, '/', { method: 'POST' }],
  ['a member', host, '/', { cookie: 'a=b; __Secure-session=abc' }],
])('%s is left to the front door', (_, name, url, headers) => {
  expect(send(name, url, headers)).toBeNull()
})

test.each(['/?utm_source=x', '/?subid=1&gclid=%zz', '/?', '/??', '/index?a=1', '/site/terms?tokens=1&backs=2', '/help?query=photo', '/help/3?q=photo'])('a query that asks for nothing is the same page, known again by its ETag: %s', (url) => {
  const path = url.split('?')[0] as string
  const [plain, asked] = [send(host, path), send(host, url)]
  expect([asked?.status, asked?.headers, asked?.body]).toEqual([200, plain?.headers, plain?.body])
  expect(send(host, url, { 'if-none-match': plain?.headers['ETag'] as string })?.status).toBe(304)
})

test('a HEAD gets the headers of the page, its length too, and no body', () => {
  const [got, head] = [send(host, '/', { 'accept-encoding': 'br' }), send(host, '/', { 'accept-encoding': 'br', method: 'HEAD' })]
  expect([head?.status, head?.headers, head?.body.length]).toEqual([200, got?.headers, 0])
})

test('a guest with other cookies is a guest', () => {
  expect(send(host, '/', { cookie: 'back=%2Fmessages; session=other' })?.status).toBe(200)
})

test.each([
  ['br, gzip', 'br', brotliDecompressSync],
  ['gzip, deflate', 'gzip', gunzipSync],
  ['gzip, br;q=0', 'gzip', gunzipSync],
  ['br;q=0, *;q=0', undefined, (bytes: Buffer) => bytes],
  ['identity', undefined, (bytes: Buffer) => bytes],
])('is encoded as the browser takes it: %s', (accepted, encoding, decode) => {
  const sent = send(host, '/', { 'accept-encoding': accepted })
  expect(sent?.headers['Content-Encoding']).toBe(encoding)
  expect(sent?.headers['Content-Length']).toBe(String(sent?.body.length))
  expect(decode(sent?.body ?? Buffer.alloc(0)).toString()).toContain('<title>adultcrush /</title>')
})

test('carries the headers of every page, and is asked for again each time', () => {
  expect(send(host, '/')?.headers).toMatchObject({
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'private, no-cache',
    Vary: 'Accept-Encoding, Cookie',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Strict-Transport-Security': expect.stringContaining('max-age='),
    'Content-Security-Policy': expect.stringContaining("connect-src 'self' http://api.adultcrush.localhost:4321"),
  })
  expect(send('members.adultcrush.localhost:4321', '/')?.headers['Content-Security-Policy']).toContain('http://api.members.adultcrush.localhost:4321')
})

test('what has not changed is not sent again', () => {
  const etag = send(host, '/')?.headers['ETag'] ?? ''
  // Weak: it stands for the page in any coding.
  expect(etag).toMatch(/^W\/"[\w-]{22}"$/)
  for (const known of [etag, etag.slice(2), `"other", ${etag}`, `${etag},"other"`, '*']) {
    expect([known, send(host, '/', { 'if-none-match': known })?.status]).toEqual([known, 304])
  }
  expect(send(host, '/', { 'if-none-match': etag, 'accept-encoding': 'br', method: 'HEAD' })).toMatchObject({ status: 304, body: Buffer.alloc(0) })
  expect(send(host, '/site/terms', { 'if-none-match': etag })?.status).toBe(200)
})

test('the front door finds the same page, and leaves the policy to itself', async () => {
  const request = new Request('http://x.invalid/', { headers: { 'Accept-Encoding': 'gzip' } })
  const found = pages.find(hosts.get('www.adultcrush.localhost') as Host, '/site/terms', request)
  expect([found?.status, found?.headers.get('Content-Encoding'), found?.headers.get('Content-Security-Policy')]).toEqual([200, 'gzip', null])
  expect(gunzipSync(await (found as Response).arrayBuffer()).toString()).toContain('adultcrush /site/terms')
  expect(pages.find(hosts.get('www.adultcrush.localhost') as Host, '/nothing', request)).toBeNull()
  const again = new Request('http://x.invalid/', { headers: { 'If-None-Match': `"x", ${found?.headers.get('ETag')}` } })
  expect(pages.find(hosts.get('www.adultcrush.localhost') as Host, '/site/terms', again)?.status).toBe(304)
})
