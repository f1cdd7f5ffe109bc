import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test'
import { DEMO_FACTOR, DEMO_PASSWORD } from '../../src/demo/cast.ts'
import { codeAt } from '../../src/features/staff/totp.server.ts'
import { complaintsAbout } from '../support/looks.ts'
import { type RunningServer, startServer } from '../support/server.ts'

/** Eve changes a sentence of one brand's terms, sees it on the real page, publishes it and takes it back. */
test.describe.configure({ mode: 'serial' })

let server: RunningServer
let context: BrowserContext
let page: Page
let guest: Page
const refused: string[] = []
test.beforeAll(async ({ browser }) => {
  server = await startServer({ DEMO: '1' })
  guest = await browser.newPage()
  context = await browser.newContext()
  page = await context.newPage()
  page.on('console', (message) => {
    // A picture that a text names is not loaded either, and is meant not to be.
    if (/Content Security Policy/.test(message.text()) && !/img-src/.test(message.text())) refused.push(message.text())
  })
  // Yes to leaving and to deleting; no to a copy of what was left behind.
  page.on('dialog', (dialog) => void (/backup/i.test(dialog.message()) ? dialog.dismiss() : dialog.accept()))
  await page.goto(`${server.origin('adultcrush')}/#sign-in`)
  const form = page.locator('form[action="/site/signin"]')
  await form.getByLabel('E-mail or username').fill('eve')
  await form.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await form.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/\/dashboard$/)
  await page.goto(`${server.origin('adultcrush')}/staff/content`)
  await page.getByLabel('Code of the app').fill(codeAt(DEMO_FACTOR, new Date()))
  await page.getByRole('button', { name: 'Go on' }).first().click()
  await page.waitForURL(/\/staff\/content$/)
})
test.afterAll(async () => server.stop())

/** What a guest reads. */
async function reads(brand: string, path = '/site/terms'): Promise<string> {
  await guest.goto(server.origin(brand) + path)
  return guest.getByRole('main').innerText()
}

/**
 * In an editor that was just opened. Later it learns of a caret that somebody else moved some time after the
 * browser, and types in one place while it deletes in another.
 */
async function goToBeginning(text: Locator): Promise<void> {
  await text.click({ position: { x: 1, y: 1 } })
  await page.keyboard.press('Control+Home')
}

const words = 'Be kind to everybody here. '

test('what cannot be published is said with its line, and stays in the editor', async () => {
  await expect(page.getByRole('heading', { name: 'Texts', level: 1 })).toBeVisible()
  expect(await complaintsAbout(page)).toEqual([])
  await page.getByRole('link', { name: /^WivesNow/ }).click()
  await page.getByRole('link', { name: 'Write for WivesNow' }).click()
  await page.getByRole('link', { name: 'Terms of use (as for all brands)' }).click()
  const text = page.getByRole('textbox').filter({ hasText: 'These terms are the contract' })
  await goToBeginning(text)
  await page.keyboard.type('Be kind to {{nobody}}. ')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'legal/wivesnow/terms.md, line 7: nothing is known as {{nobody}}' }).first()).toBeVisible()
  await expect(text).toContainText('Be kind to {{nobody}}. These terms')
})

test('saved, it is a draft that no guest sees', async () => {
  await page.reload()
  const text = page.getByRole('textbox').filter({ hasText: 'These terms are the contract' })
  await expect(text).not.toContainText('{{nobody}}')
  await goToBeginning(text)
  await page.keyboard.type(words)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Status: Draft' })).toBeVisible()
  expect(await reads('wivesnow')).not.toContain(words.trim())
})

test('is looked at on the page that guests will see, which says so', async () => {
  const [preview] = await Promise.all([context.waitForEvent('page'), page.getByRole('link', { name: 'View Preview' }).click()])
  await expect(preview).toHaveURL(new RegExp(`^${server.origin('wivesnow')}/site/terms\\?preview=`))
  await expect(preview.getByRole('complementary', { name: 'Preview' })).toBeVisible()
  await expect(preview.getByRole('article')).toContainText(words.trim())
  await preview.close()
})

test('published, it is there at once, on that brand alone', async () => {
  await page.getByRole('button', { name: 'Status: Draft' }).click()
  await page.getByRole('menuitem', { name: 'Ready' }).click()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Publish now' }).click()
  await expect(page.getByRole('button', { name: 'Published', exact: true })).toBeVisible()
  expect(await reads('wivesnow')).toContain(words.trim())
  expect(await reads('adultcrush')).not.toContain(words.trim())
})

test('has a history that says who, and a way back', async () => {
  await page.goto(`${server.origin('adultcrush')}/staff/content?site=wivesnow`)
  await page.getByRole('link', { name: 'Terms of use' }).click()
  await expect(page.getByRole('insertion').filter({ hasText: 'everybody here' })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'On the sites' })).toContainText('Published by eve')
  expect(await complaintsAbout(page)).toEqual([])
  await page.getByText('Use the text for all brands').click()
  await page.getByRole('button', { name: 'Do it' }).click()
  await expect(page.getByText('WivesNow has no text of its own here')).toBeVisible()
  expect(await reads('wivesnow')).not.toContain(words.trim())
  await page.getByRole('button', { name: /^Publish this one again/ }).click()
  await expect(page.getByText('Sites show a published text.')).toBeVisible()
  expect(await reads('wivesnow')).toContain(words.trim())
})

test('a new question is asked, and answered on every brand', async () => {
  await page.goto(`${server.origin('adultcrush')}/staff/content/edit#/collections/help/new`)
  await page.getByLabel('Question', { exact: true }).fill('May I bring my dog?')
  await page.getByRole('combobox', { name: 'Category' }).click()
  await page.getByRole('option', { name: 'Safety' }).click()
  await page.getByRole('textbox').last().click()
  await page.keyboard.type('If it is a kind one.')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Status: Draft' }).click()
  await page.getByRole('menuitem', { name: 'Ready' }).click()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Publish now' }).click()
  await expect(page.getByRole('button', { name: 'Published', exact: true })).toBeVisible()
  for (const brand of ['adultcrush', 'xmeeting']) {
    expect(await reads(brand, '/help/may-i-bring-my-dog')).toContain('If it is a kind one.')
    expect(await reads(brand, '/help')).toContain('May I bring my dog?')
  }
})

const corpus = [
  '<script>hacked()</script>',
  '<img src=x onerror=hacked()>',
  '<svg/onload=hacked()>',
  '"><script>hacked()</script>',
  '[a](javascript:hacked())',
  '[b](JaVaScRiPt:hacked())',
  '[c](&#106;avascript:hacked())',
  '[d](data:text/html;base64,PHNjcmlwdD5oYWNrZWQoKTwvc2NyaXB0Pg==)',
  '[e](vbscript:hacked())',
  '![f](javascript:hacked())',
  '![g](x"onerror="hacked())',
  '[h](https://example.org "x" onmouseover="hacked())',
  '<javascript:hacked()>',
  '<a href="javascript:hacked()">i</a>',
  '`<script>hacked()</script>`',
  '## <img src=x onerror=hacked()>',
  '| <script>hacked()</script> |\n|---|\n| <iframe srcdoc="<script>parent.hacked()</script>"> |',
  '{{name}}<body onload=hacked()>',
  '    <script>hacked()</script>',
]

test('nothing that is written runs: not on the page, not in the editor, not in the history', async () => {
  const markup = '<img src=x onerror=hacked()>'
  const text = `---\ntitle: ${JSON.stringify(markup)}\nversion: 2026-12-01\nchanges: ${JSON.stringify(markup)}\nreview: pending\n---\n\n${corpus.join('\n\n')}\n`
  const revision = await page.evaluate(
    async ([api, body]) => {
      const headers = { 'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/json' }
      const saved = await fetch(`${api}/staff/content/save`, { method: 'POST', credentials: 'include', headers, body })
      return ((await saved.json()) as { revision: number }).revision
    },
    [server.origin('adultcrush', 'api'), JSON.stringify({ path: 'legal/wivesnow/tos.md', text, basis: null })] as const,
  )
  const at = (path: string) => server.origin('adultcrush') + path
  const pages = [
    at(`/staff/content/preview?revision=${revision}`),
    at('/staff/content/text?path=legal%2Fwivesnow%2Ftos.md'),
    at('/staff/content'),
    at('/staff/content/edit?site=wivesnow#/collections/legal/entries/tos'),
  ]
  await page.addInitScript(() => Object.assign(window, { hacked: () => (document.documentElement.dataset['hacked'] = 'yes') }))
  for (const address of pages) {
    await page.goto(address)
    await expect(page.getByText('onerror=hacked()').first()).toBeVisible()
    await expect.poll(() => page.evaluate(() => [...document.images].every(({ complete }) => complete))).toBe(true)
    for (const link of await page.getByRole('link', { name: /^[a-i]$/ }).all()) await link.dispatchEvent('mouseover')
    expect(await page.getByRole('link').evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).protocol))).not.toContain('javascript:')
    expect([address, await page.evaluate(() => document.documentElement.dataset['hacked'])]).toEqual([address, undefined])
  }
})

test('guests load none of the editor, and no policy was broken', async () => {
  const loaded: string[] = []
  guest.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  for (const path of ['/', '/site/terms', '/help']) await reads('wivesnow', path)
  expect(loaded.filter((path) => /edit/.test(path))).toEqual([])
  expect((await guest.goto(`${server.origin('wivesnow')}/staff/content/edit`))?.status()).toBe(404)
  expect(refused).toEqual([])
})
