import { expect, type Page, test } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'
import { HtmlValidate, StaticConfigLoader } from 'html-validate'
import { brands } from '../../src/sites/registry.ts'
import { matchPage } from '../../src/sites/routes.ts'
import type { Brand } from '../../src/sites/site.ts'
import { addressesIn, type Crawler, crawler, guestPaths } from '../support/crawl.ts'
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
    const seen = new Set<string>()
    const wrong: string[] = []
    // One half each for two processors.
    const look = async (own: string[]) => {
      // Pages are written into one document, so that axe is loaded once and not for each of them: their policies,
      // which other tests watch, would be one upon the other.
      const context = await browser.newContext({ bypassCSP: true, reducedMotion: 'reduce' })
      const page = await context.newPage()
      await page.goto(`${server.origin(brand.id)}/site/about`)
      await page.evaluate(axe.source)
      // The first page as somebody meets it who has answered nothing yet.
      for (const complaint of await complaintsAbout(page, seen)) wrong.push(`a first visit: ${complaint}`)
      for (const path of own) {
        await page.setContent((await get(path)).html, { waitUntil: 'domcontentloaded' })
        for (const complaint of await complaintsAbout(page, seen)) wrong.push(`${path}: ${complaint}`)
      }
      await context.close()
    }
    await Promise.all([0, 1].map((half) => look(paths.filter((_, index) => index % 2 === half))))
    expect(wrong).toEqual([])
    expect([...seen]).toEqual(expect.arrayContaining(['sign-in', 'register', 'submit-ticket']))
  })
}

async function mistakesIn(path: string, html: string): Promise<string[]> {
  const { results } = await validator.validateString(html, path)
  return results.flatMap(({ messages }) => messages.map(({ ruleId, message, selector }) => `${path}: ${ruleId}: ${message} (${selector})`))
}

/** Either it may be listed, and says where it stands, or it says that it may not. */
function headMistakes(brand: Brand, path: string, html: string): string[] {
  const isListed = matchPage(path, sisters)?.route.indexed === true
  const canonical = /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1]
  const isRefused = html.includes('<meta name="robots" content="noindex"')
  const wrong: string[] = []
  if (isListed && (isRefused || canonical !== `https://www.${brand.domain}${path}`)) wrong.push(`${path}: canonical ${canonical}, noindex ${isRefused}`)
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
  if (url.origin !== own) return /^(https|mailto):$/.test(url.protocol) || address.startsWith('data:image/') ? null : 'of a kind that no page has'
  const { status, headers, html } = await get(url.pathname + url.search)
  // What is for members leads guests home.
  if (status === 302 && matchPage(url.pathname, sisters)?.route.access === 'member' && headers['location'] === '/') return null
  if (status !== 200 && !leadNowhere.includes(url.pathname)) return String(status)
  const target = decodeURIComponent(url.hash.slice(1))
  // A dialog that a link opened without script is closed by a link to nothing.
  return target === '' || target === 'closed' || html.includes(`id="${target}"`) ? null : `there is no #${target}`
}

/** axe's complaints and whatever sticks out, in both schemes and sizes; of dialogs, each once per brand. */
async function complaintsAbout(page: Page, seen: Set<string>): Promise<string[]> {
  const complaints: string[] = []
  for (const [colorScheme, width, runOnly] of [
    ['light', 390, null],
    // The scheme changes colours alone.
    ['dark', 1280, ['color-contrast', 'link-in-text-block']],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 844 })
    const found = await page.evaluate(
      async ({ options, known }) => {
        const { axe: loaded } = globalThis as unknown as { axe: typeof axe }
        const run = async (context: Element | Document) => {
          const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
          await Promise.all(ending.map((animation) => animation.finished.catch(() => null)))
          const { violations } = await loaded.run(context, options)
          return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`)
        }
        const all = await run(document)
        if (document.documentElement.scrollWidth > innerWidth) all.push(`is ${document.documentElement.scrollWidth} wide`)
        const dialogs = [...document.querySelectorAll('dialog')].filter(({ id }) => !known.includes(id))
        for (const dialog of dialogs) {
          dialog.showModal()
          all.push(...(await run(dialog)).map((one) => `#${dialog.id}: ${one}`))
          dialog.close()
        }
        return { all, dialogs: dialogs.map(({ id }) => id) }
      },
      { options: { resultTypes: ['violations'], preload: false, ...(runOnly === null ? {} : { runOnly: [...runOnly] }) } satisfies RunOptions, known: [...seen] },
    )
    complaints.push(...found.all.map((one) => `${colorScheme}, ${width}: ${one}`))
    if (colorScheme === 'dark') for (const id of found.dialogs) seen.add(id)
  }
  return complaints
}
