import { type Browser, expect, test } from '@playwright/test'
import { brands } from '#sites/registry.ts'
import type { Brand } from '#sites/site.ts'
import { crawler, guestPaths } from '../support/crawl.ts'
import { injectAxe, type InjectedChecks } from '../support/looks.ts'
import { markupReader } from '../support/markup.ts'
import { withServer } from '../support/with-server.ts'

/**
 * Every page that a guest may see, of every brand, can be read by all; what is sent is looked at in
 * sites/valid-pages.test.ts.
 */

const server = withServer()

test('a landing loads scripts of a few kilobytes, and no framework', async ({ page }) => {
  const scripts: Array<Promise<[path: string, bytes: number]>> = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      scripts.push(response.body().then((body) => [new URL(response.url()).pathname, body.length]))
  })
  await page.goto(server.origin('adultcrush'), { waitUntil: 'networkidle' })
  const loaded = await Promise.all(scripts)
  expect(loaded.length).toBeGreaterThan(0)
  expect(loaded.filter(([path]) => /\/_astro\/(react|ui|member)\./.test(path))).toEqual([])
  expect(loaded.reduce((sum, [, bytes]) => sum + bytes, 0)).toBeLessThan(25_000)
})

const isNewMarkup = markupReader()
/** The scheme and the brand change colours alone. */
const ofColours = ['color-contrast', 'link-in-text-block']

for (const brand of brands) {
  test(`the guest pages of ${brand.id} can be read by everybody, by day and by night, on a phone and at a desk`, async ({
    browser,
  }) => {
    test.slow()
    const get = crawler(server, brand)
    const paths = [...(await guestPaths(get)), '/no-such-page']
    const pages = await Promise.all(
      paths.map(async (path) => ({ path, html: (await get(path)).html })),
    )
    const sheets = pages.map(({ path, html }) => ({ path, html, isNew: isNewMarkup(html) }))
    const phone = await lookAt(browser, brand, sheets, { colorScheme: 'light', width: 390 })
    // At a desk there is room for every word: what differs in words alone from a page before it is
    // not looked at again.
    const others = sheets.filter(({ path, isNew }) => isNew || path === '/')
    const desk = await lookAt(browser, brand, others, { colorScheme: 'dark', width: 1280 })
    const looks = [phone, desk]
    expect(looks.flatMap(({ wrong }) => wrong)).toEqual([])
    for (const { dialogs } of looks)
      expect(dialogs).toEqual(expect.arrayContaining(['sign-in', 'register', 'submit-ticket']))
  })
}

type Look = { colorScheme: 'light' | 'dark'; width: number }
type Seen = { wrong: string[]; dialogs: string[] }
type Sheet = { path: string; html: string; isNew: boolean }

/**
 * What is wrong with pages in one scheme and size. The width is held for each of them. A rule of
 * axe's sees nothing but the elements and how they look, so axe is asked about each page whose
 * markup no page of any brand had, and of each brand about the colours of its landing and of each
 * dialog, which is opened once: the contrast of all its colours is computed in `sites/contrast`.
 */
async function lookAt(
  browser: Browser,
  brand: Brand,
  sheets: Sheet[],
  { colorScheme, width }: Look,
): Promise<Seen> {
  // Pages are written into one document, so that axe is loaded once and not for each of them: their
  // policies, which other tests watch, would be one upon the other.
  const nobody = { cookies: [], origins: [] }
  const context = await browser.newContext({
    bypassCSP: true,
    colorScheme,
    viewport: { width, height: 844 },
    storageState: nobody,
  })
  const page = await context.newPage()
  await page.goto(`${server.origin(brand.id)}/site/about?affiliateId=partner-7`)
  await expect(page.getByRole('region', { name: 'Cookies', exact: true })).toBeVisible()
  await injectAxe(page)
  const found = await page.evaluate(
    async ({ sheets, ofColours, isLight, isFirst }) => {
      const { problemsIn } = globalThis as unknown as InjectedChecks
      const wrong: string[] = []
      const judge = async (where: string, within: Element | Document, isNew: boolean) => {
        const options = { preload: false, ...(isNew && isLight ? {} : { runOnly: ofColours }) }
        wrong.push(...(await problemsIn(within, options)).map((one) => `${where}: ${one}`))
      }
      const dialogs = new Set<string>()
      if (isFirst) await judge('the first page of somebody whom a partner sent', document, true)
      for (const { path, html, isNew } of sheets) {
        document.open()
        document.write(html)
        document.close()
        if (document.documentElement.scrollWidth > innerWidth)
          wrong.push(`${path}: is ${document.documentElement.scrollWidth} wide`)
        if (isNew || path === '/') await judge(path, document, isNew)
        for (const dialog of document.querySelectorAll('dialog')) {
          if (dialogs.has(dialog.id)) continue
          dialogs.add(dialog.id)
          dialog.showModal()
          await judge(`${path}#${dialog.id}`, dialog, isNew)
          dialog.close()
        }
      }
      return { wrong, dialogs: [...dialogs] }
    },
    { sheets, ofColours, isLight: colorScheme === 'light', isFirst: brand === brands[0] },
  )
  await context.close()
  return { ...found, wrong: found.wrong.map((one) => `${colorScheme}, ${width}: ${one}`) }
}
