import { type Browser, expect, test } from '@playwright/test'
import type { RunOptions } from 'axe-core'
import { HtmlValidate, StaticConfigLoader } from 'html-validate'
import { brands } from '../../src/sites/registry.ts'
import { matchPage } from '../../src/sites/routes.ts'
import type { Brand } from '../../src/sites/site.ts'
import { addressesIn, type Crawler, crawler, guestPaths } from '../support/crawl.ts'
import { injectAxe, type InjectedChecks } from '../support/looks.ts'
import { type RunningServer, startServer } from '../support/server.ts'

/** Every page that a guest may see, of every brand: that it is valid, leads somewhere, and can be read by all. */

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(async () => server.stop())

const sisters = brands.slice(1).map(({ id }) => id)
/** A mail's link without what makes it one, and an address that is none. */
const leadNowhere = ['/emailUnsubscribe', '/no-such-page']
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

test('a landing loads scripts of a few kilobytes, and no framework', async ({ page }) => {
  const scripts: Array<Promise<[path: string, bytes: number]>> = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.body().then((body) => [new URL(response.url()).pathname, body.length]))
  })
  await page.goto(server.origin('adultcrush'), { waitUntil: 'networkidle' })
  const loaded = await Promise.all(scripts)
  expect(loaded.length).toBeGreaterThan(0)
  expect(loaded.filter(([path]) => /\/_astro\/(react|ui|member)\./.test(path))).toEqual([])
  expect(loaded.reduce((sum, [, bytes]) => sum + bytes, 0)).toBeLessThan(25_000)
})

for (const brand of brands) {
  test(`the guest pages of ${brand.id} are valid, and all they lead to is there`, async () => {
    test.slow()
    const get = crawler(server, brand)
    const pages = await guestPaths(get)
    expect(pages.length).toBeGreaterThan(40)
    const wrong: string[] = []
    for (const path of [...pages, '/no-such-page']) {
      const page = await get(path)
      if (page.status !== (leadNowhere.includes(path) ? 404 : 200)) wrong.push(`${path}: ${page.status}`)
      wrong.push(...(await mistakesIn(path, page.html)), ...headMistakes(brand, path, page.html))
      const { loaded, posted } = addressesIn(page.html)
      for (const address of loaded) {
        const dead = await deadEnd(address, path, brand, get)
        if (dead !== null) wrong.push(`${path} leads to ${address}: ${dead}`)
      }
      for (const address of posted) {
        const { status } = await get(address, 'POST')
        if (status === 404 || status === 405 || status >= 500) wrong.push(`${path} posts to ${address}: ${status}`)
      }
    }
    expect(wrong).toEqual([])
  })

  test(`the guest pages of ${brand.id} can be read by everybody, by day and by night, on a phone and at a desk`, async ({ browser }) => {
    test.slow()
    const get = crawler(server, brand)
    const paths = [...(await guestPaths(get)), '/no-such-page']
    const pages = await Promise.all(paths.map(async (path) => ({ path, html: (await get(path)).html })))
    const sheets = pages.map(({ path, html }) => ({ path, html, isNew: isNewMarkup(html) }))
    const looks = await Promise.all([
      lookAt(browser, brand, sheets, { colorScheme: 'light', width: 390, rules: null }),
      // The scheme changes colours alone.
      lookAt(browser, brand, sheets, { colorScheme: 'dark', width: 1280, rules: ['color-contrast', 'link-in-text-block'] }),
    ])
    expect(looks.flatMap(({ wrong }) => wrong)).toEqual([])
    for (const { dialogs } of looks) expect(dialogs).toEqual(expect.arrayContaining(['sign-in', 'register', 'submit-ticket']))
  })
}

async function mistakesIn(path: string, html: string): Promise<string[]> {
  const { results } = await validator.validateString(html, path)
  return results.flatMap(({ messages }) => messages.map(({ ruleId, message, selector }) => `${path}: ${ruleId}: ${message} (${selector})`))
}

/** Either it may be listed, and says where it stands, or it says that it may not. */
function headMistakes(brand: Brand, path: string, html: string): string[] {
  const page = matchPage(path, sisters)
  const isListed = page?.route.indexed === true
  const canonical = /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1]
  const isRefused = html.includes('<meta name="robots" content="noindex"')
  const wrong: string[] = []
  if (isListed && (isRefused || canonical !== `https://www.${brand.domain}${path}`)) wrong.push(`${path}: canonical ${canonical}, noindex ${isRefused}`)
  if (page && !isListed && !leadNowhere.includes(path) && canonical !== `https://www.${brand.domain}${page.path}`) wrong.push(`${path}: canonical ${canonical}`)
  if (!isListed && !isRefused) wrong.push(`${path}: neither in the sitemap nor noindex`)
  for (const [, json] of html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)) {
    const data = JSON.parse(json as string) as { '@context': string; '@graph': unknown[] }
    if (data['@context'] !== 'https://schema.org' || data['@graph'].length === 0) wrong.push(`${path}: structured data says nothing`)
  }
  if (isListed && !html.includes('application/ld+json')) wrong.push(`${path}: no structured data`)
  if (/hreflang/.test(html)) wrong.push(`${path}: hreflang, and there is one language`)
  return wrong
}

/** Why an address leads nowhere; null where it does, or leads to others. */
async function deadEnd(address: string, from: string, brand: Brand, get: Crawler): Promise<string | null> {
  const own = `https://www.${brand.domain}`
  const url = new URL(address, own + from)
  if (url.origin !== own) return /^(https|mailto|tel):$/.test(url.protocol) || address.startsWith('data:image/') ? null : 'of a kind that no page has'
  const { status, headers, html } = await get(url.pathname + url.search)
  // What is for members leads guests home.
  if (status === 302 && matchPage(url.pathname, sisters)?.route.access === 'member' && headers['location'] === '/') return null
  if (status !== 200 && !leadNowhere.includes(url.pathname)) return String(status)
  const target = decodeURIComponent(url.hash.slice(1))
  // A dialog that a link opened without script is closed by a link to nothing.
  return target === '' || target === 'closed' || html.includes(`id="${target}"`) ? null : `there is no #${target}`
}

/** Markup without what it says in words, as it was seen on any page of any brand. */
const knownMarkup = new Set<string>()

/** Whether no page that was asked about before has the same elements in the same order. */
function isNewMarkup(html: string): boolean {
  const markup = html
    .replaceAll(/<(link|meta name="(rating|keywords)") [^>]*>/g, '')
    .replaceAll(/<(style|script|svg)[ >].*?<\/\1>/gs, '<$1>')
    .replaceAll(/ (href|src|srcset|content|title|alt|placeholder|value|aria-label|data-[\w-]+)="[^"]+"/g, ' $1="…"')
    .replaceAll(/>[^<]*[^<\s][^<]*</g, '>…<')
  const isNew = !knownMarkup.has(markup)
  knownMarkup.add(markup)
  return isNew
}

type Look = { colorScheme: 'light' | 'dark'; width: number; /** All of axe's where null. */ rules: string[] | null }
type Sheet = { path: string; html: string; isNew: boolean }

/**
 * What is wrong with pages in one scheme and size. The width is held for each page. A rule of axe's sees
 * nothing but the elements and how they look, so axe is asked about each page whose markup is new, and of each brand
 * about every page that has an element of a new kind: of other ancestors, classes, attributes or another neighbour.
 * Each dialog is opened once.
 */
async function lookAt(browser: Browser, brand: Brand, sheets: Sheet[], { colorScheme, width, rules }: Look): Promise<{ wrong: string[]; dialogs: string[] }> {
  // Pages are written into one document, so that axe is loaded once and not for each of them: their policies,
  // which other tests watch, would be one upon the other.
  const nobody = { cookies: [], origins: [] }
  const context = await browser.newContext({ bypassCSP: true, reducedMotion: 'reduce', colorScheme, viewport: { width, height: 844 }, storageState: nobody })
  const page = await context.newPage()
  await page.goto(`${server.origin(brand.id)}/site/about?affiliateId=partner-7`)
  await expect(page.getByRole('region', { name: 'Cookies', exact: true })).toBeVisible()
  await injectAxe(page)
  const found = await page.evaluate(
    async ({ sheets, options, isWhole }) => {
      const { problemsIn } = globalThis as unknown as InjectedChecks
      const wrong: string[] = []
      const judge = async (where: string, within: Element | Document) =>
        void wrong.push(...(await problemsIn(within, options)).map((one) => `${where}: ${one}`))
      const kinds = new Map<string, number>()
      const dialogs = new Set<string>()
      /** How many kinds of elements are below one that had none before. */
      const learn = (parent: Element, parentKind: number): number => {
        let learned = 0
        for (const child of parent.children) {
          const attributes = [...child.attributes].filter(
            ({ name }) =>
              !/^(href|src|srcset|content|title|alt|placeholder|value|id|for|name|d|aria-(label|labelledby|describedby|controls)|data-.*)$/.test(name),
          )
          const own = `${child.tagName} ${attributes.map(({ name, value }) => `${name}=${value}`).join(' ')}`
          const hasWords = [...child.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim() !== '')
          const key = [parentKind, own, hasWords, child.previousElementSibling?.className].join('|')
          const kind = kinds.get(key) ?? kinds.size
          if (kind === kinds.size) {
            kinds.set(key, kind)
            learned += 1
          }
          if (child.tagName !== 'svg') learned += learn(child, kind)
        }
        return learned
      }
      await judge('the first page of somebody whom a partner sent', document)
      for (const { path, html, isNew } of sheets) {
        document.open()
        document.write(html)
        document.close()
        const learned = learn(document.body, -1)
        if (document.documentElement.scrollWidth > innerWidth) wrong.push(`${path}: is ${document.documentElement.scrollWidth} wide`)
        if (learned > 0 || (isNew && isWhole)) await judge(path, document)
        for (const dialog of document.querySelectorAll('dialog')) {
          if (dialogs.has(dialog.id)) continue
          dialogs.add(dialog.id)
          dialog.showModal()
          await judge(`${path}#${dialog.id}`, dialog)
          dialog.close()
        }
      }
      return { wrong, dialogs: [...dialogs] }
    },
    { sheets, options: { preload: false, ...(rules === null ? {} : { runOnly: rules }) } satisfies RunOptions, isWhole: rules === null },
  )
  await context.close()
  return { wrong: found.wrong.map((one) => `${colorScheme}, ${width}: ${one}`), dialogs: found.dialogs }
}
