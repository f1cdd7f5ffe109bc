import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Library } from '#content/library.ts'
import { openTexts, type Texts } from '#content/texts.server.ts'
import { loadGuestPages, type MemoryPages } from '#front-door/guest-pages.server.ts'
import { type Host, hostTable } from '#sites/hosts.ts'
import { brands } from '#sites/registry.ts'
import type { Brand } from '#sites/site.ts'
import { shippedTexts } from '../support/texts.ts'

/**
 * Guest pages from memory, as the production server sends them: the right brand's, to guests alone.
 */

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
      await Promise.all([writeFile(file, html), writeFile(`${file}.br`, brotliCompressSync(html))])
    }
  }
  pages = loadGuestPages(directory, hosts, { protocol: 'http:', port: '4321' }, 'max-age=1', {
    library: () => shippedTexts,
  })
})
afterAll(() => rm(directory, { recursive: true, force: true }))

type Sent = { status: number; headers: Record<string, string>; body: Buffer }

/** What the server would write; null where it leaves the request to the front door. */
function send(
  host: string | undefined,
  url: string,
  { method = 'GET', ...headers }: Record<string, string> = {},
): Sent | null {
  const sent: Sent = { status: 0, headers: {}, body: Buffer.alloc(0) }
  const response = {
    writeHead(status: number, flat: string[]) {
      sent.status = status
      for (let index = 0; index < flat.length; index += 2)
        sent.headers[flat[index] as string] = flat[index + 1] as string
      return this
    },
    end(body = Buffer.alloc(0)) {
      sent.body = body
    },
  }
  const named = { ...(host === undefined ? {} : { host }), ...headers }
  const request = { method, url, headers: named, rawHeaders: Object.entries(named).flat() }
  return pages.send(request as unknown as IncomingMessage, response as unknown as ServerResponse, [
    '__Secure-session',
    '__Secure-link',
  ])
    ? sent
    : null
}

describe.each(brands.map((brand) => brand.id))('%s', (id) => {
  test('is sent its own pages, on its page hosts, with or without /index', () => {
    for (const label of ['www', 'members', 'staging']) {
      for (const [url, title] of [
        ['/', '/'],
        ['/index', '/'],
        ['/site/terms', '/site/terms'],
        ['/site/terms/index', '/site/terms'],
        ['/help/3', '/help/3'],
      ] as const) {
        const sent = send(`${label}.${id}.localhost:4321`, url)
        expect([sent?.status, sent?.body.toString().slice(0, 60)]).toEqual([
          200,
          expect.stringContaining(`<title>${id} ${title}</title>`),
        ])
      }
    }
  })

  test('sends none of them from its other hosts', () => {
    for (const label of ['', 'api.', 'media.', 'redirect.', 'api.members.'])
      expect(send(`${label}${id}.localhost:4321`, '/')).toBeNull()
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
  ['a preview of what is being written', host, '/site/terms?preview=abc', {}],
  ['a way back to remember', host, '/site/terms?x=1&back=%2Fmessages', {}],
  ['a page that is none', host, '/nothing', {}],
  ['the file itself', host, '/brand/adultcrush/index.html', {}],
  ['another brand’s page', host, '/wivesnow/site/terms', {}],
  ['an address that goes up', host, '/site/../site/terms', {}],
  ['a form', host, '/', { method: 'POST' }],
  ['a member', host, '/', { cookie: 'a=b; __Secure-session=abc' }],
  ['somebody who has opened a link', host, '/help', { cookie: 'a=b; __Secure-link=abc' }],
])('%s is left to the front door', (_, name, url, headers) => {
  expect(send(name, url, headers)).toBeNull()
})

test.each([
  '/?utm_source=x',
  '/?subid=1&gclid=%zz',
  '/?',
  '/??',
  '/index?a=1',
  '/site/terms?tokens=1&backs=2',
  '/help?query=photo',
  '/help/3?q=photo',
])('a query that asks for nothing is the same page, known again by its ETag: %s', (url) => {
  const path = url.split('?')[0] as string
  const [plain, asked] = [send(host, path), send(host, url)]
  expect([asked?.status, asked?.headers, asked?.body]).toEqual([200, plain?.headers, plain?.body])
  expect(send(host, url, { 'if-none-match': plain?.headers['ETag'] as string })?.status).toBe(304)
})

test('a HEAD gets the headers of the page, its length too, and no body', () => {
  const [got, head] = [
    send(host, '/', { 'accept-encoding': 'br' }),
    send(host, '/', { 'accept-encoding': 'br', method: 'HEAD' }),
  ]
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
    Rating: 'RTA-5042-1996-1400-1577-RTA',
    'Strict-Transport-Security': expect.stringContaining('max-age='),
    'Content-Security-Policy': expect.stringContaining(
      "connect-src 'self' http://api.adultcrush.localhost:4321",
    ),
  })
  expect(send('www.discreetcrush.localhost:4321', '/')?.headers).not.toHaveProperty('Rating')
  expect([
    send(host, '/')?.headers['X-Robots-Tag'],
    send('staging.adultcrush.localhost:4321', '/')?.headers['X-Robots-Tag'],
  ]).toEqual([undefined, 'noindex'])
  expect(
    send('members.adultcrush.localhost:4321', '/')?.headers['Content-Security-Policy'],
  ).toContain('http://api.members.adultcrush.localhost:4321')
})

test('what has not changed is not sent again', () => {
  const etag = send(host, '/')?.headers['ETag'] ?? ''
  // Weak: it stands for the page in any coding.
  expect(etag).toMatch(/^W\/"[\w-]{22}"$/)
  for (const known of [etag, etag.slice(2), `"other", ${etag}`, `${etag},"other"`, '*']) {
    expect([known, send(host, '/', { 'if-none-match': known })?.status]).toEqual([known, 304])
  }
  expect(
    send(host, '/', { 'if-none-match': etag, 'accept-encoding': 'br', method: 'HEAD' }),
  ).toMatchObject({ status: 304, body: Buffer.alloc(0) })
  expect(send(host, '/site/terms', { 'if-none-match': etag })?.status).toBe(200)
})

const adultcrush = hosts.get('www.adultcrush.localhost') as Host
const none = async (): Promise<Response> => {
  throw new Error('was made anew')
}

test('the front door finds the same page, and leaves the policy to itself', async () => {
  const request = new Request('http://x.invalid/', { headers: { 'Accept-Encoding': 'gzip' } })
  const found = await pages.find(adultcrush, '/site/terms', request, none)
  expect([
    found?.status,
    found?.headers.get('Content-Encoding'),
    found?.headers.get('Content-Security-Policy'),
  ]).toEqual([200, 'gzip', null])
  expect(gunzipSync(await (found as Response).arrayBuffer()).toString()).toContain(
    'adultcrush /site/terms',
  )
  expect(await pages.find(adultcrush, '/nothing', request, none)).toBeNull()
  const again = new Request('http://x.invalid/', {
    headers: { 'If-None-Match': `"x", ${found?.headers.get('ETag')}` },
  })
  expect((await pages.find(adultcrush, '/site/terms', again, none))?.status).toBe(304)
})

describe('a page whose texts change', () => {
  const wivesnow = hosts.get('www.wivesnow.localhost') as Host
  const published = {
    path: 'legal/wivesnow/terms.md',
    text: '---\ntitle: Terms\nversion: 2026-12-01\nchanges: New.\nreview: pending\n---\nOf our own.\n',
  }
  const asks = new Request('http://x.invalid/')
  /** A page as Astro makes it on demand, with the brand's terms in it. */
  const makes =
    (brand: Brand, made: string[] = []) =>
    async (library: Library) => {
      made.push(brand.id)
      const { html } = library.legal('terms', brand)
      const style = 'p{color:red}'
      const hash = createHash('sha256').update(style).digest('base64')
      return new Response(
        `<head><meta charset="utf-8"><style>${style}</style></head>${html.repeat(20)}`,
        {
          headers: {
            'Content-Security-Policy': `script-src 'self' 'sha256-elsewhere'; style-src 'self' 'sha256-${hash}'`,
          },
        },
      )
    }
  let texts: Texts
  beforeEach(async () => {
    texts = openTexts()
    pages = loadGuestPages(
      directory,
      hosts,
      { protocol: 'http:', port: '4321' },
      'max-age=1',
      texts,
    )
  })

  test('is forgotten on the brands that show them, and on no other', () => {
    texts.publish([published])
    expect(send('www.wivesnow.localhost:4321', '/site/terms')).toBeNull()
    expect(send('members.wivesnow.localhost:4321', '/site/terms/index')).toBeNull()
    expect(send('www.wivesnow.localhost:4321', '/')?.status).toBe(200)
    expect(send(host, '/site/terms')?.status).toBe(200)
    texts.publish([{ ...published, path: 'legal/all/terms.md' }, published])
    expect(send(host, '/site/terms')).toBeNull()
  })

  test('is forgotten with all pages of a brand whose own words change, also those without a text', async () => {
    const [kept, path] = ['www.wivesnow.localhost:4321', '/deleted-account']
    await mkdir(join(directory, 'wivesnow', path), { recursive: true })
    await writeFile(join(directory, 'wivesnow', path, 'index.html'), '<title>gone</title>')
    pages = loadGuestPages(directory, hosts, { protocol: 'http:', port: '4321' }, null, texts)
    const paths = ['/', '/index', '/site/terms', '/help', path, `${path}/index`]
    for (const one of paths) expect([one, send(kept, one)?.status]).toEqual([one, 200])
    texts.publish([
      { path: 'brand/wivesnow/listing.md', text: '---\ntagline: Another line\n---\n' },
    ])
    for (const one of paths) expect([one, send(kept, one)]).toEqual([one, null])
    for (const one of ['/', '/site/terms', '/help'])
      expect([one, send(host, one)?.status]).toEqual([one, 200])
    const said = async (library: Library) =>
      new Response(`<meta charset="utf-8">${library.asPublished(wivesnow.brand).copy.tagline}`)
    expect(await (await pages.find(wivesnow, path, asks, said))?.text()).toContain('Another line')
    expect(send(kept, path)?.status).toBe(200)
  })

  test('is made once for everybody who asks meanwhile, and then sent from memory on each of the brand’s hosts', async () => {
    texts.publish([published])
    const made: string[] = []
    const found = await Promise.all(
      [1, 2, 3].map(() => pages.find(wivesnow, '/site/terms', asks, makes(wivesnow.brand, made))),
    )
    expect(made).toEqual(['wivesnow'])
    expect(await found[2]?.text()).toContain('<p>Of our own.</p>')
    for (const label of ['www', 'members', 'staging']) {
      const sent = send(`${label}.wivesnow.localhost:4321`, '/site/terms', {
        'accept-encoding': 'br',
      })
      expect(brotliDecompressSync(sent?.body ?? Buffer.alloc(0)).toString()).toContain(
        '<p>Of our own.</p>',
      )
      expect(sent?.headers['ETag']).toBe(found[0]?.headers.get('ETag'))
    }
  })

  test('says in itself what it may load, as the pages of the build do', async () => {
    texts.publish([published])
    await pages.find(wivesnow, '/site/terms', asks, makes(wivesnow.brand))
    const sent = send('www.wivesnow.localhost:4321', '/site/terms')
    expect(sent?.body.toString()).toMatch(
      /^<head><meta charset="utf-8"><meta http-equiv="content-security-policy" content="script-src 'self'; style-src 'self' 'sha256-[^']{44}'">/,
    )
    expect(sent?.headers['Content-Security-Policy']).toContain("frame-ancestors 'none'")
  })

  test('is not kept if they change again while it is made', async () => {
    texts.publish([published])
    const found = await pages.find(wivesnow, '/site/terms', asks, async (library) => {
      texts.publish([{ ...published, text: published.text.replace('our own', 'today') }])
      return makes(wivesnow.brand)(library)
    })
    expect(await found?.text()).toContain('Of our own.')
    expect(send('www.wivesnow.localhost:4321', '/site/terms')).toBeNull()
    await pages.find(wivesnow, '/site/terms', asks, makes(wivesnow.brand))
    expect(send('www.wivesnow.localhost:4321', '/site/terms')?.body.toString()).toContain(
      'Of today.',
    )
  })

  test('is sent from memory as long as its campaign is there, and not a moment longer', async () => {
    let now = new Date('2026-07-01T12:00:00Z')
    const address = { protocol: 'http:', port: '4321' } as const
    pages = loadGuestPages(directory, hosts, address, null, texts, { now: () => now })
    const campaign = {
      path: 'promo/wivesnow/summer.md',
      text: '---\nheadline: A summer\nbutton: Go\nleadsTo: register\nfrom: 2026-07-01\nuntil: 2026-07-02\n---\n\nWords.\n',
    }
    texts.publish([campaign])
    const [own, path] = ['www.wivesnow.localhost:4321', '/promo/summer']
    expect(send(own, path)).toBeNull()
    const says = async (library: Library) =>
      new Response(`<meta charset="utf-8">${library.campaign('summer', wivesnow.brand)?.headline}`)
    expect(await (await pages.find(wivesnow, path, asks, says))?.text()).toContain('A summer')
    const statuses = () => [path, `${path}/index`].map((one) => send(own, one)?.status ?? null)
    expect(statuses()).toEqual([200, 200])
    expect(send(host, path)).toBeNull()
    expect(await pages.find(adultcrush, path, asks, none)).toBeNull()
    now = new Date('2026-07-02T21:59:59Z')
    expect(statuses()).toEqual([200, 200])
    now = new Date('2026-07-02T22:00:00Z')
    expect(statuses()).toEqual([null, null])
    now = new Date('2026-06-30T21:59:59Z')
    expect(statuses()).toEqual([null, null])
    now = new Date('2026-07-01T12:00:00Z')
    expect(statuses()).toEqual([200, 200])
    texts.publish([{ ...campaign, text: campaign.text.replace('Words', 'Other words') }])
    expect(statuses()).toEqual([null, null])
    await pages.find(wivesnow, path, asks, says)
    expect(statuses()).toEqual([200, 200])
    texts.publish([])
    expect(statuses()).toEqual([null, null])
    expect(await pages.find(wivesnow, path, asks, none)).toBeNull()
  })

  test('that cannot be made is tried again by the next', async () => {
    texts.publish([published])
    await expect(pages.find(wivesnow, '/site/terms', asks, none)).rejects.toThrow('was made anew')
    expect((await pages.find(wivesnow, '/site/terms', asks, makes(wivesnow.brand)))?.status).toBe(
      200,
    )
  })

  test('stays while others are published', async () => {
    texts.publish([published])
    await pages.find(wivesnow, '/site/terms', asks, makes(wivesnow.brand))
    texts.publish([{ ...published }, { ...published, path: 'legal/wivesnow/tos.md' }])
    expect(send('www.wivesnow.localhost:4321', '/site/terms')?.status).toBe(200)
  })

  test('of questions goes with each of them, and a question that is none any more is no page', async () => {
    const path = 'help/all/is-it-new.md'
    texts.publish([
      { path, text: '---\ntitle: Is it new?\ncategory: joining\norder: 1\n---\nYes.\n' },
    ])
    expect(send(host, '/help')).toBeNull()
    expect(
      (await pages.find(adultcrush, '/help/is-it-new', asks, makes(adultcrush.brand)))?.status,
    ).toBe(200)
    expect(send(host, '/help/is-it-new')?.status).toBe(200)
    texts.publish([])
    expect(send(host, '/help/is-it-new')).toBeNull()
    expect(await pages.find(adultcrush, '/help/is-it-new', asks, none)).toBeNull()
  })
})

describe('every guest page of the build is also made on demand', () => {
  const root = new URL('../../src/pages/', import.meta.url).pathname
  const built = readdirSync(join(root, 'brand', '[site]'), {
    recursive: true,
    encoding: 'utf8',
  }).filter((file) => file.endsWith('.astro'))

  test.each(built)('%s', (file) => {
    const twin = readFileSync(join(root, 'live', file), 'utf8')
    expect(twin).toContain(
      `import Page from '${file.includes('/') ? '#pages/' : '../'}brand/[site]/${file}'`,
    )
    expect(twin).toContain('<Page />')
    expect(readFileSync(join(root, 'brand', '[site]', file), 'utf8')).toContain(
      'export const prerender = true',
    )
  })
})
