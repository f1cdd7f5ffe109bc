import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test'
import { codeAt } from '#core/staff-accounts/totp.server.ts'
import { DEMO_FACTOR } from '#demo/cast.ts'
import { enter, expectAlive } from '../support/journey.ts'
import { problemsOf, expectFitsAllScreens } from '../support/looks.ts'
import { withServer } from '../support/with-server.ts'

/**
 * Eve changes a sentence of one brand's terms and sees it on the real page; Frank publishes it, and
 * she takes it back.
 */
test.describe.configure({ mode: 'serial' })

const server = withServer({ DEMO: '1' })
let context: BrowserContext
let page: Page
let guest: Page
let frank: Page
const refused: string[] = []
test.beforeAll(async ({ browser }) => {
  guest = await browser.newPage()
  context = await browser.newContext()
  page = await context.newPage()
  page.on('console', (message) => {
    // A picture that a text names is not loaded either, and is meant not to be.
    if (/Content Security Policy/.test(message.text()) && !/img-src/.test(message.text()))
      refused.push(message.text())
  })
  // Yes to leaving what is not saved.
  page.on('dialog', (dialog) => void dialog.accept())
  frank = await (await browser.newContext()).newPage()
  for (const [somebody, name] of [
    [page, 'eve'],
    [frank, 'frank'],
  ] as const) {
    await enter(somebody, server.origin('adultcrush'), name)
    await somebody.goto(`${server.origin('adultcrush')}/staff/content`)
    await somebody.getByLabel('Code of the app').fill(codeAt(DEMO_FACTOR, new Date()))
    await somebody.getByRole('button', { name: 'Go on' }).first().click()
    await somebody.waitForURL(/\/staff\/content$/)
  }
})

/** Frank publishes what Eve has written, on the page that she is on. */
async function published(on = page): Promise<void> {
  await expect(on.getByText('You wrote some of this, so somebody else publishes it.')).toBeVisible()
  await frank.goto(on.url())
  await frank.getByRole('button', { name: 'Publish the draft' }).click()
  await expect(frank.getByText('Sites show a published text.')).toBeVisible()
}

async function reads(brand: string, path = '/site/terms'): Promise<string> {
  await guest.goto(server.origin(brand) + path)
  return guest.getByRole('main').innerText()
}

const words = 'Be kind to everybody here. '
const editor = (path: string) =>
  `${server.origin('adultcrush')}/staff/content/edit?path=${encodeURIComponent(path)}`
async function opens(path: string, on = page): Promise<void> {
  await on.goto(editor(path))
  await expectAlive(on, 'TextEditor')
}
const saved = () =>
  expect(page.getByRole('status').filter({ hasText: /Saved .*as No\. \d+/ })).toBeVisible()

/** Puts words before everything else in a text, as somebody does who types them there. */
async function begin(text: Locator, typed: string): Promise<void> {
  await text.press('Control+Home')
  await text.pressSequentially(typed)
}

test('what cannot be published is said beside its field, with its line, and what was typed stays', async () => {
  await expect(page.getByRole('heading', { name: 'Texts', level: 1 })).toBeVisible()
  expect(await problemsOf(page)).toEqual([])
  await page.getByLabel('Brand').selectOption('WivesNow')
  await page.getByLabel('Words in it').fill('who may join')
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('link', { name: 'Write WivesNow’s own Terms of use' }).click()
  await expect(page.getByText('this is a copy of it to begin with')).toBeVisible()
  await expectAlive(page, 'TextEditor')
  const text = page.getByLabel('Text', { exact: true })
  await begin(text, 'Be kind to {{nobody}}. ')
  await page.getByLabel('What this version changes').fill('New words for {{nobody}}.')
  await page.getByRole('button', { name: 'Save the draft' }).click()
  await expect(text).toHaveAccessibleDescription(
    /Line 1, “Be kind to \{\{nobody\}\}\..*”: nothing is known as \{\{nobody\}\}/,
  )
  await expect(page.getByLabel('What this version changes')).toHaveAccessibleDescription(
    /nothing is known as \{\{nobody\}\}/,
  )
  await expect(text).toHaveValue(/^Be kind to \{\{nobody\}\}\. /)
  await expectFitsAllScreens(page)
})

test('what is not saved is there again after a reload, and the browser asks before it is left', async () => {
  const asked: string[] = []
  page.once('dialog', (dialog) => asked.push(dialog.type()))
  await page.reload()
  await expect(page.getByText('This is what you had written and not saved.')).toBeVisible()
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue(
    /^Be kind to \{\{nobody\}\}\. /,
  )
  expect(asked).toEqual(['beforeunload'])
  await page.getByRole('button', { name: 'Begin again with what is saved' }).click()
  await expect(page.getByLabel('Text', { exact: true })).not.toHaveValue(/\{\{nobody/)
  await expect(page.getByText('This is what you had written and not saved.')).toBeHidden()
})

test('what is typed before the page’s script is there is not taken for saved', async () => {
  let arrives = (): void => undefined
  const slow = new Promise<void>((resolve) => (arrives = resolve))
  await page.route(/\.js$/, async (route) => {
    await slow
    await route.continue()
  })
  await page.goto(editor('legal/wivesnow/about.md'), { waitUntil: 'commit' })
  await begin(page.getByLabel('Text', { exact: true }), 'Typed at once. ')
  arrives()
  await expect(page.getByRole('toolbar', { name: 'Shape of the text' })).toBeVisible()
  await page.unroute(/\.js$/)
  const asked = page.waitForEvent('dialog')
  await page.goto('about:blank')
  expect((await asked).type()).toBe('beforeunload')
})

test('what is typed while a new question is first saved stays, and is saved next', async () => {
  await opens('help/all/')
  await page.getByLabel('Question', { exact: true }).fill('Is it kind?')
  await page.getByLabel('Category', { exact: true }).selectOption({ index: 1 })
  await page.getByLabel('Place in the category').fill('1')
  const text = page.getByLabel('Answer')
  await text.fill('Yes.')
  let answers = (): void => undefined
  const slow = new Promise<void>((resolve) => (answers = resolve))
  await page.route('**/staff/content/text', async (route) => {
    await slow
    await route.continue()
  })
  const asked = page.waitForRequest('**/staff/content/text')
  await page.getByRole('button', { name: 'Save the draft' }).click()
  await asked
  await text.press('Control+End')
  await text.pressSequentially(' Always.')
  answers()
  await saved()
  await expect(text).toHaveValue('Yes. Always.')
  await expect(page).toHaveURL(/path=help%2Fall%2Fis-it-kind\.md$/)
  await page.unroute('**/staff/content/text')
  const again = page.waitForResponse('**/staff/content/text')
  await text.press('Control+s')
  await again
  await saved()
  await page.reload()
  await expect(page.getByLabel('Answer')).toHaveValue('Yes. Always.')
})

test('what is typed is read beside it, as the brand will say it', async () => {
  await opens('legal/wivesnow/about.md')
  const text = page.getByLabel('Text', { exact: true })
  const read = page.getByRole('region', { name: 'As it will read' })
  await text.fill('## Of {{name}}\n\nSo.')
  await expect(read.getByRole('heading', { name: 'Of WivesNow' })).toBeVisible()
  await text.fill('Of {{nobody}}.')
  await expect(read.getByRole('status')).toContainText('nothing is known as {{nobody}}')
  await expect(read.getByRole('heading', { name: 'Of WivesNow' })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(read).toBeHidden()
  await page.getByRole('button', { name: 'Read', exact: true }).click()
  await expect(read).toBeVisible()
  await expect(text).toBeHidden()
  await expectFitsAllScreens(page)
  await page.setViewportSize({ width: 1280, height: 720 })
})

test('how a brand is found and shared is counted and shown while it is typed', async () => {
  await opens('brand/wivesnow/listing.md')
  const title = page.getByLabel('Title in search engines')
  const read = page.getByRole('region', { name: 'As it will read' })
  const warns = page.getByRole('status').filter({ hasText: 'those after 60 are usually cut' })
  await expect(read.getByText('Where it is shared', { exact: true })).toBeVisible()
  await title.fill('Meet somebody tonight')
  await expect(page.getByText('21 characters of about 60 that are shown.')).toBeVisible()
  await expect(read.getByText('Meet somebody tonight')).toHaveCount(2)
  await expect(warns).toHaveCount(0)
  await title.fill(`Meet somebody tonight ${'and on '.repeat(6)}`)
  await expect(warns).toHaveText('63 characters: those after 60 are usually cut.')
  await expect(read.getByText(/^Meet somebody tonight .* …$/)).toHaveCount(2)
  await expectFitsAllScreens(page)
  expect(await problemsOf(page)).toEqual([])
  await title.fill('Meet <b>somebody</b>')
  await page.getByRole('button', { name: 'Save the draft' }).click()
  await expect(title).toHaveAccessibleDescription(/Please use plain words/)
  await title.fill('')
  await page.getByLabel('Tagline').fill('Somebody new tonight')
  // The page scrolls smoothly down to the button: a press of the mouse may miss it meanwhile.
  await page.getByRole('button', { name: 'Save the draft' }).press('Enter')
  await saved()
  await page.getByRole('link', { name: 'Compare and publish' }).click()
  await published()
  await guest.goto(`${server.origin('wivesnow')}/offline`)
  await expect(guest.locator('body')).toContainText('WivesNow')
  await guest.goto(server.origin('wivesnow'))
  await expect(guest.getByRole('contentinfo')).toContainText('Somebody new tonight')
})

test('a publisher gives out a code, which counts until it is ended', async () => {
  await frank.goto(`${server.origin('adultcrush')}/staff/content/codes`)
  await frank.getByText('Add one', { exact: true }).click()
  await frank.getByLabel('Brand').selectOption('WivesNow')
  await frank.getByLabel('Code', { exact: true }).fill('evening')
  await frank.getByLabel('Per cent that it takes off').fill('15')
  await frank.getByLabel('Its last day (UTC)').fill(new Date().toISOString().slice(0, 10))
  await frank.getByRole('button', { name: 'Add the code' }).click()
  await expect(frank.getByText('Added. It counts from now on.')).toBeVisible()
  const code = frank.getByRole('listitem').filter({ hasText: 'EVENING' })
  await expect(code).toContainText('15 % off on WivesNow')
  await expect(code).toContainText('0 payments by it')
  await frank.getByText('Add one', { exact: true }).click()
  await expectFitsAllScreens(frank)
  expect(await problemsOf(frank)).toEqual([])
  await code.getByRole('button', { name: /^End it now/ }).click()
  await expect(code).toContainText('ended by frank')
})

test('the toolbar and its keys shape the text, and Undo takes it back', async () => {
  await opens('legal/wivesnow/about.md')
  const text = page.getByLabel('Text', { exact: true })
  const shapes = page.getByRole('toolbar', { name: 'Shape of the text' })
  const makes = async (typed: string, act: () => Promise<void>, made: string) => {
    await text.fill(typed)
    await text.selectText()
    await act()
    await expect(text).toHaveValue(made)
  }
  const press = (name: string) => shapes.getByRole('button', { name, exact: true }).click()
  await makes('Be kind', () => press('Heading'), '## Be kind')
  await press('Heading')
  await expect(text).toHaveValue('Be kind')
  await makes('Be kind', () => press('List'), '- Be kind')
  await text.press('End')
  await text.press('Enter')
  await text.pressSequentially('always')
  await text.press('Enter')
  await text.press('Enter')
  await expect(text).toHaveValue('- Be kind\n- always\n\n')
  await makes('kind', () => text.press('Control+b'), '**kind**')
  await text.press('Control+z')
  await expect(text).toHaveValue('kind')
  await makes('kind', () => text.press('Control+k'), '[kind](url)')
  // One stop of the Tab key, at the button that was used last, and the arrows among them.
  await text.press('Shift+Tab')
  await expect(shapes.getByRole('button', { name: 'List', exact: true })).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(shapes.getByRole('button', { name: 'Bold' })).toBeFocused()
  await text.fill('So')
  await page.getByText('Words and parts that a brand fills in').click()
  await page.getByRole('button', { name: '{{companyName}}' }).click()
  await page.getByRole('button', { name: '::: credits' }).click()
  await expect(text).toHaveValue('So{{companyName}}\n::: credits\n\n:::\n')
  await expectFitsAllScreens(page)
  await text.fill('')
  await page.getByRole('button', { name: 'Save the draft' }).click()
  await expect(text).toHaveAccessibleDescription(/fill out this field|fill this in/i)
})

test('saved, it is a draft that no guest sees', async () => {
  await opens('legal/wivesnow/terms.md')
  const text = page.getByLabel('Text', { exact: true })
  await begin(text, words)
  await text.press('Control+s')
  await saved()
  await begin(text, 'Please. ')
  await page.getByLabel('Read by counsel').fill('2026-11-02')
  // That of the first time is said until then.
  await Promise.all([
    page.waitForResponse('**/staff/content/text'),
    page.getByRole('button', { name: 'Save the draft' }).click(),
  ])
  await saved()
  await page.reload()
  await expectAlive(page, 'TextEditor')
  await expect(text).toHaveValue(new RegExp(`^Please. ${words}`))
  await expect(page.getByText('Draft', { exact: true })).toBeVisible()
  expect(await reads('wivesnow')).not.toContain(words.trim())
})

test('who comes second has both texts and what is different, and takes one of them', async () => {
  const second = await context.newPage()
  await opens('legal/wivesnow/terms.md', second)
  await begin(page.getByLabel('Text', { exact: true }), 'First. ')
  await page.getByRole('button', { name: 'Save the draft' }).click()
  await saved()
  const text = second.getByLabel('Text', { exact: true })
  await text.fill('Second.')
  await second.getByRole('button', { name: 'Save the draft' }).click()
  await expect(
    second.getByRole('alert').filter({ hasText: 'eve changed this text after you had opened it' }),
  ).toBeVisible()
  await expect(text).toHaveValue('Second.')
  const both = second.getByRole('region', { name: 'Two texts' })
  await expect(both.getByRole('deletion').filter({ hasText: /^First$/ })).toBeVisible()
  await expect(both.getByRole('insertion').filter({ hasText: /^Second$/ })).toBeVisible()
  expect(await problemsOf(second)).toEqual([])
  await both.getByRole('button', { name: 'Take theirs' }).click()
  await expect(text).toHaveValue(/^First\. /)
  await second.getByRole('button', { name: 'Bring back mine' }).click()
  await expect(text).toHaveValue('Second.')
  await second.close({ runBeforeUnload: false })
})

test('what was typed outlives a lost connection', async () => {
  await context.setOffline(true)
  await begin(page.getByLabel('Text', { exact: true }), 'Offline. ')
  await page.getByRole('button', { name: 'Save the draft' }).click()
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Save the draft' }).click()
  await saved()
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)
})

test('a draft is looked at on the page that guests will see, which says so', async () => {
  const [preview] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: /^Preview/ }).click(),
  ])
  await expect(preview).toHaveURL(new RegExp(`^${server.origin('wivesnow')}/site/terms\\?preview=`))
  await expect(preview.getByRole('complementary', { name: 'Preview' })).toBeVisible()
  await expect(preview.getByRole('article')).toContainText(words.trim())
  await preview.getByText('Say something about it').click()
  expect(await problemsOf(preview)).toEqual([])
  await preview.getByLabel('Your name (optional)').fill('Counsel')
  await preview.getByLabel('What you would change').fill(' ')
  await preview.getByRole('button', { name: 'Send' }).click()
  await expect(preview.getByLabel('What you would change')).toHaveAccessibleDescription(/./)
  await expect(preview.getByLabel('Your name (optional)')).toHaveValue('Counsel')
  await preview.getByLabel('What you would change').fill('Shorter.')
  await preview.getByRole('button', { name: 'Send' }).click()
  await expect(preview.getByText('Whoever writes it sees what you said.')).toBeVisible()
  await preview.close()
})

test('published, it is there at once, on that brand alone', async () => {
  await page.getByRole('link', { name: 'Compare and publish' }).click()
  await expect(page.getByRole('insertion').filter({ hasText: 'everybody here' })).toBeVisible()
  await page.getByLabel('How far the draft has come').selectOption('Ready')
  await page.getByRole('button', { name: 'Tell colleagues' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Ready' })).toBeVisible()
  await published()
  expect(await reads('wivesnow')).toContain(words.trim())
  expect(await reads('adultcrush')).not.toContain(words.trim())
})

test('a draft has a history that says who, and gives way to no text that counsel has not read', async () => {
  await page.goto(`${server.origin('adultcrush')}/staff/content?site=wivesnow&state=changed`)
  await page.getByRole('link', { name: 'Terms of use' }).click()
  await expect(page.getByRole('insertion').filter({ hasText: 'everybody here' })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'On the sites' })).toContainText(
    'Published by frank',
  )
  expect(await problemsOf(page)).toEqual([])
  await page.getByText('Use the text for all brands').click()
  await page.getByRole('button', { name: 'Do it' }).click()
  await expect(page.getByText('Counsel has read the text that sites show')).toBeVisible()
  expect(await reads('wivesnow')).toContain(words.trim())
})

test('without script it is written, refused, saved and published as well', async ({ browser }) => {
  const plain = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await context.storageState(),
  })
  const sheet = await plain.newPage()
  await sheet.goto(editor('promo/wivesnow/landing.md'))
  await expect(sheet.getByRole('toolbar')).toBeHidden()
  await sheet.getByLabel('Headline').fill('x'.repeat(81))
  const reason = sheet.getByRole('group', { name: 'Reason 2' })
  await reason.getByLabel('Title').fill('Kept {{nobody}}')
  await sheet.getByRole('button', { name: 'Save the draft' }).click()
  await expect(sheet.getByLabel('Headline')).toHaveAccessibleDescription(
    /Please use at most 80 characters/,
  )
  await expect(sheet.getByLabel('Headline')).toHaveValue('x'.repeat(81))
  await expect(reason.getByLabel('Title')).toHaveValue('Kept {{nobody}}')
  await sheet.getByLabel('Headline').fill('A letter without a script.')
  await sheet.getByRole('button', { name: 'Save the draft' }).click()
  await expect(reason.getByLabel('Title')).toHaveAccessibleDescription(
    /nothing is known as \{\{nobody\}\}/,
  )
  await reason.getByLabel('Title').fill('Kept')
  await sheet.getByRole('button', { name: 'Save the draft' }).click()
  await expect(sheet.getByRole('status')).toContainText(/^Saved as No\. \d+/)
  await expect(sheet.getByLabel('Headline')).toHaveValue('A letter without a script.')
  await sheet.getByRole('link', { name: 'Compare and publish' }).click()
  await published(sheet)
  expect(await reads('wivesnow', '/')).toContain('A letter without a script.')
  await plain.close()
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

test('a campaign is begun in the list, read while it is typed, and counts whoever joins from its page', async () => {
  await page.goto(`${server.origin('adultcrush')}/staff/content?site=wivesnow`)
  await page.getByRole('button', { name: 'Write a campaign' }).click()
  await expect(page.getByRole('heading', { name: 'A new campaign', level: 1 })).toBeVisible()
  await expectAlive(page, 'TextEditor')
  await page.getByLabel('Headline').fill('A summer on {{name}}')
  await page.getByLabel('On the button').fill('Come in')
  await page.getByLabel('The button leads to').selectOption('The sign-up without a password')
  await page.getByLabel('Text', { exact: true }).fill('Long **evenings**.')
  const read = page.getByRole('region', { name: 'As it will read' })
  await expect(read.getByRole('heading', { name: 'A summer on WivesNow' })).toBeVisible()
  await expect(read.getByText('Come in')).toBeVisible()
  await page.getByLabel('Name in its address').fill('oneClick')
  await page.getByRole('button', { name: 'Save the draft' }).click()
  await expect(page.getByLabel('Name in its address')).toHaveAccessibleDescription(
    /this name is of another page/i,
  )
  await page.getByLabel('Name in its address').fill('summer-2026')
  await page.getByRole('button', { name: 'Save the draft' }).click()
  await saved()
  await expect(page).toHaveURL(editor('promo/wivesnow/summer-2026.md'))
  expect(await problemsOf(page)).toEqual([])
  await expectFitsAllScreens(page)
  const address = `${server.origin('wivesnow')}/promo/summer-2026`
  expect((await guest.goto(address))?.status()).toBe(404)
  await page.getByRole('link', { name: 'Compare and publish' }).click()
  await published()

  expect((await guest.goto(`${address}?affiliateId=partner-7`))?.status()).toBe(200)
  const gate = guest.getByRole('button', { name: /18 or over/ })
  if (await gate.isVisible()) await gate.click()
  expect(await problemsOf(guest)).toEqual([])
  await expectFitsAllScreens(guest)
  await guest.getByRole('link', { name: 'Come in' }).click()
  const form = guest.getByRole('dialog').locator('form[action="/promo/oneClick"]')
  await expect(form.getByLabel('E-mail')).toBeVisible()
  await expect(form.locator('input[name=campaignId]')).toHaveValue('summer-2026')
  await expect(form.locator('input[name=affiliateId]')).toHaveValue('partner-7')

  await frank.getByText('Take it from the sites').click()
  await frank.getByRole('button', { name: 'Do it' }).click()
  await expect(frank.getByText('Sites show nothing here.')).toBeVisible()
  expect((await guest.goto(address))?.status()).toBe(404)
})

test('nothing that is written runs: not on the page, not in the editor, not in the history', async () => {
  const markup = '<img src=x onerror=hacked()>'
  const text = `---\ntitle: ${JSON.stringify(markup)}\nversion: 2026-12-01\nchanges: ${JSON.stringify(markup)}\nreview: pending\n---\n\n${corpus.join('\n\n')}\n`
  const revision = await page.evaluate(
    async ([api, body]) => {
      const headers = { 'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/json' }
      const saved = await fetch(`${api}/staff/content/text`, {
        method: 'POST',
        credentials: 'include',
        headers,
        body,
      })
      return ((await saved.json()) as { revision: number }).revision
    },
    [
      server.origin('adultcrush', 'api'),
      JSON.stringify({ act: 'save', path: 'legal/wivesnow/tos.md', text, basis: null }),
    ] as const,
  )
  const at = (path: string) => server.origin('adultcrush') + path
  const pages = [
    at(`/staff/content/preview?revision=${revision}`),
    at('/staff/content/text?path=legal%2Fwivesnow%2Ftos.md'),
    at('/staff/content'),
    at('/staff/content/edit?path=legal%2Fwivesnow%2Ftos.md'),
  ]
  await page.addInitScript(() =>
    Object.assign(window, { hacked: () => (document.documentElement.dataset['hacked'] = 'yes') }),
  )
  for (const address of pages) {
    await page.goto(address)
    if (address.includes('/edit'))
      await expect(page.getByLabel('Text', { exact: true })).toHaveValue(/onerror=hacked\(\)/)
    else await expect(page.getByText('onerror=hacked()').first()).toBeVisible()
    await expect
      .poll(() => page.evaluate(() => [...document.images].every(({ complete }) => complete)))
      .toBe(true)
    for (const link of await page.getByRole('link', { name: /^[a-i]$/ }).all())
      await link.dispatchEvent('mouseover')
    expect(
      await page
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).protocol)),
    ).not.toContain('javascript:')
    expect([
      address,
      await page.evaluate(() => document.documentElement.dataset['hacked']),
    ]).toEqual([address, undefined])
  }
})

test('guests load none of the editor, and no policy was broken', async () => {
  const loaded: string[] = []
  guest.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  for (const path of ['/', '/site/terms', '/help']) await reads('wivesnow', path)
  expect(loaded.filter((path) => /edit|TextEditor/.test(path))).toEqual([])
  expect((await guest.goto(`${server.origin('wivesnow')}/staff/content/edit`))?.status()).toBe(404)
  expect(refused).toEqual([])
})
