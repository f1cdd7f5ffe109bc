import { createHash } from 'node:crypto'
import { HtmlValidate, StaticConfigLoader } from 'html-validate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { brands } from '#sites/registry.ts'
import { matchPage } from '#sites/routes.ts'
import type { Brand } from '#sites/site.ts'
import { addressesIn, type Crawler, crawler, type Fetched, guestPaths } from '../support/crawl.ts'
import { MOST_HEADERS, tooWide } from '../support/header-size.ts'
import { markupReader } from '../support/markup.ts'
import type { RunningServer } from '../support/server.ts'
import { startBuilt } from '../support/started.ts'

/**
 * Every page that a guest may see, of every brand, as it is sent: that it is valid, leads
 * somewhere, and may do what it does.
 */

let server: RunningServer
beforeAll(async () => {
  server = await startBuilt()
})
afterAll(async () => server.stop())

const sisters = brands.slice(1).map(({ id }) => id)
/**
 * A mail's link without what makes it one, one that is not ours, a question that nobody asks, and
 * an address that is none.
 */
const leadNowhere = [
  '/emailUnsubscribe',
  '/emailUnsubscribe?key=1.news.x',
  '/help/no-such-question',
  '/no-such-page',
  '/no/such/page',
]
const validator = new HtmlValidate(
  new StaticConfigLoader({
    root: true,
    extends: ['html-validate:recommended'],
    rules: {
      // A combobox suggests, which no <select> does.
      'prefer-native-element': ['error', { exclude: ['listbox'] }],
      'form-dup-name': ['error', { shared: ['radio', 'checkbox', 'submit', 'button'] }],
    },
  }),
)

describe.each(brands.map((brand) => [brand.id, brand] as const))('%s', (_, brand) => {
  test('has guest pages that are valid and break no policy, and all they lead to is there', async () => {
    const get = crawler(server, brand)
    const pages = await guestPaths(get)
    expect(pages.length).toBeGreaterThan(40)
    const wrong: string[] = []
    for (const path of new Set([...pages, ...leadNowhere])) {
      const page = await get(path)
      if (page.status !== (leadNowhere.includes(path) ? 404 : 200))
        wrong.push(`${path}: ${page.status}`)
      wrong.push(
        ...(await mistakesIn(path, page.html)),
        ...headMistakes(brand, path, page.html),
        ...policyMistakes(path, page),
      )
      if (page.headerBytes > MOST_HEADERS)
        wrong.push(`${path}: ${page.headerBytes} bytes of headers`)
      const { loaded, posted } = addressesIn(page.html)
      for (const address of loaded) {
        const dead = await deadEnd(address, path, brand, get)
        if (dead !== null) wrong.push(`${path} leads to ${address}: ${dead}`)
      }
      for (const address of posted) {
        const { status } = await get(address, 'POST')
        if (status === 404 || status === 405 || status >= 500)
          wrong.push(`${path} posts to ${address}: ${status}`)
      }
    }
    expect(wrong).toEqual([])
  })

  test('says what is not there, and leads on', async () => {
    const get = crawler(server, brand)
    for (const [path, title, link] of [
      ['/no/such/page', 'Page not found', '<a [^>]*href="/"[^>]*>\\s*Go Home'],
      ['/help/no-such-question', 'Page Not Found', '<a [^>]*href="/help"[^>]*>\\s*All questions'],
      [
        '/emailUnsubscribe?key=1.news.x',
        'This link does not work',
        `<a [^>]*href="mailto:${brand.legal.supportEmail}"`,
      ],
    ] as const) {
      const { html } = await get(path)
      expect([path, headingIn(html)]).toEqual([path, title])
      expect(html).toMatch(new RegExp(link))
    }
  })

  test('asks at first in its own name who is of age', async () => {
    expect((await crawler(server, brand)('/')).html).toMatch(
      new RegExp(`<dialog[^>]*>(?:(?!</dialog>).)*${brand.name} is for adults`, 's'),
    )
  })
})

const headingIn = (html: string) => /<h1[^>]*>\s*(.*?)\s*<\/h1>/s.exec(html)?.[1]

const isNewMarkup = markupReader()

async function mistakesIn(path: string, html: string): Promise<string[]> {
  if (!isNewMarkup(html)) return []
  const { results } = await validator.validateString(html, path)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${path}: ${ruleId}: ${message} (${selector})`),
  )
}

/**
 * What a browser would refuse: whatever stands between a page's tags is allowed by its hash, and
 * nothing comes from another host.
 */
function policyMistakes(path: string, { headers, html }: Fetched): string[] {
  const wrong: string[] = []
  const inPage = [
    ...html.matchAll(/<meta http-equiv="content-security-policy" content="([^"]*)"/g),
  ].map(([, policy]) => policy as string)
  const policies = [String(headers['content-security-policy']), ...inPage].flatMap((policy) =>
    policy.replaceAll('&#39;', "'").split(', '),
  )
  if (policies.some(tooWide)) wrong.push(`${path}: ${policies.join()}`)
  for (const [, tag, attributes = '', content = ''] of html.matchAll(
    /<(style|script)([^>]*)>(.*?)<\/\1>/gs,
  )) {
    if (content === '' || attributes.includes('application/ld+json')) continue
    const hash = `'sha256-${createHash('sha256').update(content).digest('base64')}'`
    const allowing = policies
      .map((policy) => new RegExp(`(?:^|;)\\s*${tag}-src ([^;]*)`).exec(policy)?.[1])
      .filter((sources) => sources !== undefined)
    if (allowing.length === 0 || !allowing.every((sources) => sources.split(' ').includes(hash)))
      wrong.push(`${path}: refuses ${content.slice(0, 60)}`)
  }
  for (const [handler] of html.matchAll(/<[a-z][^<>]*\s(on[a-z]+)="/g))
    wrong.push(`${path}: refuses ${handler}`)
  // Pictures of members come from another host.
  for (const [, loaded] of html.matchAll(/\s(?:src|srcset|poster)="((?:https?:)?\/\/[^"]*)"/g))
    wrong.push(`${path}: loads ${loaded}`)
  return wrong
}

/** Either it may be listed, and says where it stands, or it says that it may not. */
function headMistakes(brand: Brand, path: string, html: string): string[] {
  const page = leadNowhere.includes(path) ? null : matchPage(path, sisters)
  const isListed = page?.route.indexed === true
  const canonical = /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1]
  const isRefused = html.includes('<meta name="robots" content="noindex"')
  const wrong: string[] = []
  if (isListed && (isRefused || canonical !== `https://www.${brand.domain}${path}`))
    wrong.push(`${path}: canonical ${canonical}, noindex ${isRefused}`)
  if (page && !isListed && canonical !== `https://www.${brand.domain}${page.path}`)
    wrong.push(`${path}: canonical ${canonical}`)
  if (!isListed && !isRefused) wrong.push(`${path}: neither in the sitemap nor noindex`)
  for (const [, json] of html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)) {
    const data = JSON.parse(json as string) as { '@context': string; '@graph': unknown[] }
    if (data['@context'] !== 'https://schema.org' || data['@graph'].length === 0)
      wrong.push(`${path}: structured data says nothing`)
  }
  if (isListed && !html.includes('application/ld+json')) wrong.push(`${path}: no structured data`)
  if (/hreflang/.test(html)) wrong.push(`${path}: hreflang, and there is one language`)
  return wrong
}

/** Why an address leads nowhere; null where it does, or leads to others. */
async function deadEnd(
  address: string,
  from: string,
  brand: Brand,
  get: Crawler,
): Promise<string | null> {
  const own = `https://www.${brand.domain}`
  const url = new URL(address, own + from)
  if (url.origin !== own)
    return /^(https|mailto|tel):$/.test(url.protocol) || address.startsWith('data:image/')
      ? null
      : 'of a kind that no page has'
  const { status, headers, html } = await get(url.pathname + url.search)
  // What is for members leads guests home.
  if (
    status === 302 &&
    matchPage(url.pathname, sisters)?.route.access === 'member' &&
    headers['location'] === '/'
  )
    return null
  if (status !== 200 && !leadNowhere.includes(url.pathname)) return String(status)
  const target = decodeURIComponent(url.hash.slice(1))
  // A dialog that a link opened without script is closed by a link to nothing.
  return target === '' || target === 'closed' || html.includes(`id="${target}"`)
    ? null
    : `there is no #${target}`
}
