import { describe, expect, test } from 'vitest'
import type { Render } from '#front-door/visit.server.ts'
import { brands } from '#sites/registry.ts'
import { pageRoutes } from '#sites/routes.ts'
import { app, withApp } from '../support/app.ts'

/** What search engines and filters are told, by each host of each brand. */

withApp()

const render: Render = async () =>
  new Response('page', { headers: { 'Content-Type': 'text/html' } })
function ask(
  host: string,
  path: string,
  init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
): Promise<Response> {
  return app.frontDoor(
    new Request(`http://unread.invalid${path}`, {
      redirect: 'manual',
      ...init,
      headers: { ...init.headers, Host: host },
    }),
    '203.0.113.7',
    render,
  )
}

/** Read as a crawler reads it: the longest rule that a path begins with (RFC 9309, §2.2.2). */
function mayRead(robots: string, path: string): boolean {
  const closed = [...robots.matchAll(/^Disallow: (.+)$/gm)].map(([, rule]) => rule as string)
  return !closed.some((rule) => path.startsWith(rule))
}

describe.each(brands.map((brand) => [brand.id, brand] as const))('%s', (id, brand) => {
  test('lets guests’ pages be read on www, and nothing of members’', async () => {
    const answer = await ask(`www.${id}.localhost`, '/robots.txt')
    expect([
      answer.status,
      answer.headers.get('Content-Type'),
      answer.headers.get('Cache-Control'),
    ]).toEqual([200, 'text/plain; charset=utf-8', 'public, max-age=3600'])
    const robots = await answer.text()
    expect(robots).toMatch(/^User-agent: \*\n/)
    expect(robots).toContain(`\nSitemap: https://www.${brand.domain}/sitemap.xml\n`)
    for (const { pattern, access } of pageRoutes.filter(
      ({ access: by }) => by !== 'staff' && by !== 'staffDoor',
    )) {
      const path = pattern.replaceAll(/:\w+\??/g, '2')
      expect([path, mayRead(robots, path)]).toEqual([path, access !== 'member'])
    }
    for (const path of ['/search', '/plist/new/1', '/q/a', '/f/a/b', '/e/c', '/v2/d'])
      expect([path, mayRead(robots, path)]).toEqual([path, false])
    expect(robots).not.toContain('staff')
  })

  test.each([
    'members',
    'staging',
    'api',
    'api.members',
    'api.staging',
    'redirect',
    'redirects',
    'cupidredirect',
    'media',
  ])('keeps %s to itself', async (label) => {
    const host = `${label}.${id}.localhost`
    const robots = await ask(host, '/robots.txt')
    expect([robots.status, await robots.text()]).toEqual([200, 'User-agent: *\nDisallow: /\n'])
    for (const path of [
      '/robots.txt',
      '/',
      '/nothing',
      '/site/getParameters',
      '/q/a',
      '/healthz',
      '/sitemap.xml',
    ]) {
      expect([path, (await ask(host, path)).headers.get('X-Robots-Tag')]).toEqual([path, 'noindex'])
    }
    expect((await ask(host, '/sitemap.xml')).headers.get('Content-Type') ?? '').not.toContain('xml')
  })

  test('leads search engines from the bare domain to www', async () => {
    expect(await (await ask(`${id}.localhost`, '/robots.txt')).text()).toContain(
      `Sitemap: https://www.${brand.domain}/`,
    )
    expect((await ask(`${id}.localhost`, '/sitemap.xml')).headers.get('Location')).toBe(
      `http://www.${id}.localhost:4321/sitemap.xml`,
    )
    for (const host of [`${id}.localhost`, `www.${id}.localhost`])
      expect((await ask(host, '/')).headers.get('X-Robots-Tag')).toBeNull()
  })

  test('lists in the sitemap the pages of the table, under its own domain', async () => {
    const answer = await ask(`www.${id}.localhost`, '/sitemap.xml')
    expect([
      answer.status,
      answer.headers.get('Content-Type'),
      answer.headers.get('Cache-Control'),
    ]).toEqual([200, 'application/xml; charset=utf-8', 'public, max-age=3600'])
    const xml = await answer.text()
    const addresses = [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(
      ([, address]) => address as string,
    )
    expect(new Set(addresses).size).toBe(addresses.length)
    const paths = addresses.map((address) => {
      expect(address).toMatch(new RegExp(`^https://www\\.${brand.domain.replaceAll('.', '\\.')}/`))
      return new URL(address).pathname
    })
    const questions = app.services.texts
      .library()
      .help(brand)
      .map((question) => `/help/${question.id}`)
    const legal = [
      'about',
      'terms',
      'privacy',
      '2257Notice',
      'cookiePolicy',
      'trust',
      'safety',
    ].map((name) => `/site/${name}`)
    expect(paths).toEqual(['/', '/help', ...questions, ...legal])
    expect(xml).toContain(
      `/site/terms</loc><lastmod>${app.services.texts.library().legal('terms', brand).version}</lastmod>`,
    )
  })

  test('is labelled for adults, unless it is mainstream', async () => {
    const label = brand.flags.isMainstreamSite ? null : 'RTA-5042-1996-1400-1577-RTA'
    for (const host of [`www.${id}.localhost`, `media.${id}.localhost`])
      expect((await ask(host, '/')).headers.get('Rating')).toBe(label)
  })
})

test('a crawler that has the file is not sent it again', async () => {
  for (const path of ['/robots.txt', '/sitemap.xml']) {
    const etag = (await ask('www.adultcrush.localhost', path)).headers.get('ETag') ?? ''
    const again = await ask('www.adultcrush.localhost', path, {
      headers: { 'If-None-Match': `"x", ${etag}` },
    })
    expect([again.status, await again.text()]).toEqual([304, ''])
  }
})

test('they are files: a form is not taken', async () => {
  for (const path of ['/robots.txt', '/sitemap.xml'])
    expect((await ask('www.adultcrush.localhost', path, { method: 'POST' })).status).toBe(404)
})

test('a host that is none has no robots.txt', async () => {
  expect((await ask('evil.example', '/robots.txt')).status).toBe(421)
})
