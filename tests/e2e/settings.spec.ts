import { expect, type Page, test } from '@playwright/test'
import { ownPart } from '#sites/profile-parts.ts'
import { expectAlive, expectClosed, joinFully, SECRET, signIn } from '../support/journey.ts'
import { expectFitsAllScreens } from '../support/looks.ts'
import { withServer } from '../support/with-server.ts'

/**
 * Mara edits her profile and settings, with script and without, offline, and after her session has
 * ended.
 */
test.describe.configure({ mode: 'serial' })

const maraIs = {
  username: 'Mara',
  gender: 'Woman',
  lookingFor: 'Men',
  about: 'Rain on a tin roof, and nobody in a hurry.',
}

const server = withServer()
let page: Page
const at = (path: string, brand = 'localhussies') => `${server.origin(brand)}${path}`
async function opens(path: string): Promise<void> {
  await page.goto(at(path))
  await expectAlive(page)
}

test.beforeAll(async ({ browser }) => {
  page = await (await browser.newContext()).newPage()
  // The ad that comes after twenty pages has a story of its own.
  await page.addInitScript(() => sessionStorage.setItem('monetizationPageViews', '0'))
  await joinFully(page, server.origin('localhussies'), maraIs)
})

test('what an upgrade gives to who would change their place is accessible and fits a phone and a desk, by day and by night', async () => {
  await page.goto(at('/profile/edit/profile?part=place#location-change-upgrade'))
  await expectFitsAllScreens(page)
})

test('a dialog follows the address: a link opens, Back, Escape and its own links close', async () => {
  await opens('/profile/edit/settings?screen=account')
  const link = page.getByRole('link', { name: 'Change my password' })
  const dialog = page.getByRole('dialog', { name: 'Change your password' })
  const first = dialog.getByLabel('Your present password')
  const close = dialog.getByRole('link', { name: 'Close' })
  for (const closes of [
    () => page.keyboard.press('Escape'),
    () => close.press('Enter'),
    () => page.goBack(),
    () => page.mouse.click(5, 5),
  ]) {
    await link.press('Enter')
    await expect(first).toBeFocused()
    await expect(page).toHaveURL(/#update-password$/)
    await closes()
    await expectClosed(dialog)
    await expect(link).toBeFocused()
    await expect(page).toHaveURL(/screen=account$/)
  }
  await link.press('Enter')
  await page.reload()
  await expectAlive(page)
  await expect(first).toBeFocused()
  await close.click()
  await expectClosed(dialog)
  await expect(page).toHaveURL(/screen=account$/)
})

test('what is typed in a dialog before its script is there stays, and so does the focus', async () => {
  let arrive = (): void => undefined
  const arriving = new Promise<void>((resolve) => (arrive = resolve))
  await page.route('**/_astro/HashDialog.*.js', async (route) => {
    await arriving
    await route.continue()
  })
  // A page at this address, and not the page that was open before.
  await page.goto('about:blank')
  await page.goto(at('/profile/edit/settings?screen=account#email-change'), {
    waitUntil: 'commit',
  })
  const dialog = page.getByRole('dialog', { name: 'Change your address' })
  const email = dialog.getByLabel('E-mail', { exact: true })
  const password = dialog.getByLabel('Your password', { exact: true })
  await email.fill('mara.new@example.org')
  await password.fill('not yet a')
  const isModal = () => dialog.evaluate((element) => element.matches(':modal'))
  expect(await isModal()).toBe(false)
  arrive()
  await expectAlive(page)
  await expect(password).toBeFocused()
  await expect(email).toHaveValue('mara.new@example.org')
  await expect(password).toHaveValue('not yet a')
  expect(await isModal()).toBe(true)
  await page.unrouteAll()
})

test('without script its link opens it, and another closes it', async ({ browser }) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  })
  const plain = await context.newPage()
  await plain.goto(at('/profile/edit/settings?screen=account'))
  const dialog = plain.getByRole('dialog', { name: 'Change your address' })
  await expect(dialog).toBeHidden()
  await plain.getByRole('link', { name: 'Change my address' }).click()
  await expect(dialog.getByRole('button', { name: 'Send the link' })).toBeVisible()
  await dialog.getByRole('link', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  await context.close()
})

test('the forms offer what the parameters serve: classifiers, genders, countries', async () => {
  type Served = {
    classifiers: Record<string, Array<{ value: string }>>
    searchcountries: Array<{ code: string }>
    defaultLookingFor: string[]
  }
  const api = at('/site/getParameters').replace('//www.', '//api.')
  await page.goto(at('/profile/edit/profile'))
  const answer = await page.evaluate(
    async (url) => (await fetch(url, { headers: { 'X-Requested-With': 'fetch' } })).text(),
    api,
  )
  const served = JSON.parse(answer) as Served
  const offered = (form: string, name: string) =>
    page
      .locator(form)
      .locator(`[name="${name}"]:is(input), select[name="${name}"] option`)
      .evaluateAll((fields) =>
        fields.map((field) => (field as HTMLInputElement).value).filter((value) => value !== ''),
      )
  const { gender, ...others } = served.classifiers
  for (const [name, options] of Object.entries(others)) {
    const part =
      name === 'lookingFor'
        ? 'wishes'
        : (ownPart(name)?.id ?? (name === 'interests' ? 'likes' : 'facts'))
    await page.goto(at(`/profile/edit/profile?part=${part}`))
    expect([name, await offered('main', name)]).toEqual([name, options.map(({ value }) => value)])
  }
  await page.goto(at('/search'))
  const values = gender?.map(({ value }) => value) ?? []
  expect(await offered('form[role=search]', 'gender')).toEqual(values)
  const searched = served.searchcountries.map(({ code }) => code)
  // Her own country besides, as she lives elsewhere.
  expect((await offered('form[role=search]', 'country')).toSorted()).toEqual(
    [...searched, 'US', 'any'].toSorted(),
  )

  const guest = await (await page.context().browser()?.newContext())?.newPage()
  if (!guest) throw new Error('no browser')
  await guest.goto(at('/'))
  const wanted = guest.locator('form[action="/registration/save"] [name=lookingFor]')
  expect(
    await wanted.evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value)),
  ).toEqual(values)
  const ticked = await wanted.evaluateAll((boxes) =>
    boxes
      .filter((box) => (box as HTMLInputElement).checked)
      .map((box) => (box as HTMLInputElement).value),
  )
  expect(ticked.toSorted()).toEqual(served.defaultLookingFor.toSorted())
  await guest.context().close()
})

test('each section is saved by itself, by keyboard, and says so', async () => {
  // As links of before lead there.
  await opens('/profile/edit/profile#facts')
  const [facts, likes, about] = [
    page.locator('#facts'),
    page.locator('#likes'),
    page.locator('#about'),
  ]
  const row = (name: RegExp) =>
    page.getByRole('navigation', { name: 'Parts of your profile' }).getByRole('link', { name })
  await facts.getByLabel('Are you in a relationship?').selectOption('Single')
  await facts.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(facts.getByRole('status')).toHaveText('Saved.')
  await expect(facts.getByRole('button', { name: 'Save' })).toBeFocused()
  await expect(row(/^Facts/)).toHaveText('FactsSingle')
  await row(/^What I like/).press('Enter')
  await likes.getByLabel('Sea and beach').press('Space')
  await likes.getByLabel('Wine').press('Space')
  await likes.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(likes.getByRole('status')).toHaveText('Saved.')
  await expect(row(/^What I like/)).toContainText('Sea and beach, Wine')
  await row(/^About me/).click()
  await about.getByLabel('Headline').fill('Tea first')
  await about.getByRole('button', { name: 'Save' }).click()
  await expect(about.getByRole('status')).toHaveText('Saved.')
  await about.getByLabel('Headline').fill('Coffee first')
  await about.getByRole('button', { name: 'Save' }).click()
  await expect(row(/^About me/)).toContainText('Coffee first')
  await about.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(about.getByRole('status')).toHaveText('Back as it was.')
  await expect(about.getByLabel('Headline')).toHaveValue('Tea first')
  await expect(about.getByRole('button', { name: 'Save' })).toBeFocused()
  await page.goBack()
  await expect(likes.getByLabel('Sea and beach')).toBeChecked()
  await expect(row(/^About me/)).toContainText('Tea first')
  await page.getByRole('button', { name: 'Mara' }).click()
  await page.getByRole('link', { name: 'See my profile' }).click()
  await expect(page.getByText('Tea first')).toBeVisible()
  await expect(page.getByText('Sea and beach')).toBeVisible()
})

test('what is wrong is said at its field, and nothing typed is lost', async () => {
  await opens('/profile/edit/profile?part=wishes')
  const wishes = page.locator('#wishes')
  await wishes.getByLabel('Age from').fill('40')
  await wishes.getByLabel('Age to').fill('30')
  await wishes.getByRole('button', { name: 'Save' }).click()
  await expect(wishes.getByText('not below the first')).toBeVisible()
  await expect(wishes.getByLabel('Age to')).toBeFocused()
  await wishes.getByLabel('Age to').fill('50')
  await expect(wishes.getByText('not below the first')).toBeHidden()
  await wishes.getByRole('button', { name: 'Save' }).click()
  await expect(wishes.getByRole('status')).toHaveText('Saved.')
  await page.goto(at('/search'))
  await expect(page.getByLabel('Age from')).toHaveValue('40')
})

test('offline in the middle of a save: it is said, the words stay, and are saved once the line is back', async () => {
  await opens('/profile/edit/profile?part=about')
  const about = page.locator('#about')
  await about.getByLabel('About me').fill('Written in a tunnel.')
  await page.context().setOffline(true)
  await about.getByRole('button', { name: 'Save' }).click()
  await expect(about.getByRole('alert')).toContainText('No connection')
  await expect(about.getByLabel('About me')).toHaveValue('Written in a tunnel.')
  await page.context().setOffline(false)
  await about.getByRole('button', { name: 'Save' }).click()
  await expect(about.getByRole('status')).toHaveText('Saved.')
})

test('where a brand keeps it for premium members, changing one’s place opens the way to become one', async () => {
  await opens('/profile/edit/profile?part=place')
  await page.getByRole('link', { name: 'Change my place' }).click()
  await expect(page.getByRole('dialog', { name: 'Change your place' })).toContainText(
    'premium members',
  )
  await page.keyboard.press('Escape')
  await expectClosed(page.getByRole('dialog'))
})

test('blurred pictures: one switch in the menu, at once, and on every page from then on', async () => {
  await page.goto(at('/search'))
  await page.getByRole('button', { name: 'Mara' }).click()
  const saved = page.waitForResponse(/setSafeMode/)
  await page.getByRole('button', { name: 'Blur pictures' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-safe-mode', '')
  await saved
  await page.goto(at('/profile/edit/settings?screen=screen'))
  await expect(page.locator('html')).toHaveAttribute('data-safe-mode', '')
  await page.locator('#safe-mode').getByRole('button', { name: 'Show pictures again' }).click()
  await expect(page.locator('html')).not.toHaveAttribute('data-safe-mode', '')
})

test('the pages have the layout of a sister site under its name', async () => {
  for (const path of ['/wivesnow/profile/edit/profile', '/wivesnow/profile/edit/settings']) {
    await page.goto(at(path))
    await expect(page.locator('html')).toHaveAttribute('data-brand', 'wivesnow')
    await expect(
      page
        .getByRole('navigation', { name: 'Your profile and account' })
        .locator('[aria-current=page]'),
    ).toHaveCount(1)
  }
})

test('without script, a section is saved and said to be', async ({ browser }) => {
  const state = await page.context().storageState()
  const plain = await (
    await browser.newContext({ javaScriptEnabled: false, storageState: state })
  ).newPage()
  await plain.goto(at('/profile/edit/settings?find=online'))
  await plain.getByRole('link', { name: 'Who sees what' }).click()
  await plain.getByLabel('Show when I am online').uncheck()
  await plain.locator('#visibility').getByRole('button', { name: 'Save' }).click()
  await expect(plain).toHaveURL(/saved=visibility#visibility$/)
  await expect(plain.locator('#visibility').getByRole('status')).toHaveText('Saved.')
  await expect(plain.getByLabel('Show when I am online')).not.toBeChecked()
  await plain.goto(at('/profile/edit/profile'))
  await plain.getByRole('link', { name: /^Whom I would like to meet/ }).click()
  const wishes = plain.locator('#wishes')
  await wishes.getByLabel('Age from').fill('44')
  await wishes.getByLabel('Age to').fill('33')
  await wishes.getByRole('button', { name: 'Save' }).click()
  await expect(wishes.getByText('not below the first')).toBeVisible()
  await expect(wishes.getByLabel('Age from')).toHaveValue('44')
  await wishes.getByLabel('Age to').fill('55')
  await wishes.getByRole('button', { name: 'Save' }).click()
  await expect(plain).toHaveURL(/part=wishes&saved=wishes#wishes$/)
  await expect(wishes.getByRole('status')).toHaveText('Saved.')
  await plain.goto(at('/profile/edit/settings'))
  await plain.getByRole('link', { name: /^Name, address, password/ }).click()
  await plain.getByLabel('Username').fill('support')
  await plain.getByRole('button', { name: 'Change my username' }).click()
  await expect(plain.getByText('This name is kept for those who run the site.')).toBeVisible()
  await expect(plain.getByLabel('Username')).toHaveValue('support')
})

test('a switch saves itself and can be undone; the index, another tab and Back tell the truth', async () => {
  await opens('/profile/edit/settings')
  const find = page.getByRole('searchbox', { name: 'Find a setting' })
  await find.fill('online')
  await page.getByRole('link', { name: 'Who sees what' }).click()
  const online = page.getByLabel('Show when I am online')
  const reading = page.getByLabel('Show what I have read, and when I write')
  const other = await page.context().newPage()
  await other.goto(page.url())
  // Left off by the story without script.
  await expect(online).not.toBeChecked()
  await expectAlive(page)
  const saved = page.waitForResponse(/saveSettings/)
  await online.check()
  await saved
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Undo' }).press('Enter')
  await expect(online).not.toBeChecked()
  await expect(page.getByText('Back as it was.')).toBeVisible()
  await Promise.all([page.waitForResponse(/saveSettings/), online.check()])
  // The other tab shows the first switch as it was, and saves the second alone.
  await Promise.all([
    other.waitForResponse(/saveSettings/),
    other.getByLabel(/^Show what I have read/).uncheck(),
  ])
  await other.close()
  await page.getByRole('link', { name: /^Who may write first/ }).click()
  await Promise.all([
    page.waitForResponse(/setFirstMessages/),
    page.getByLabel('Only members with a checked photo').check(),
  ])
  await expect(page.getByText('Saved.')).toBeVisible()
  await page.goBack()
  await expect(online).toBeChecked()
  await expect(reading).not.toBeChecked()
  await expect(
    page.getByRole('link', { name: 'Who may write first Only members with a checked photo' }),
  ).toBeVisible()
  // What loads an island does not come without a line.
  await expectAlive(page)
  await page.context().setOffline(true)
  await reading.click()
  await expect(page.getByText('No connection')).toBeVisible()
  await expect(reading).not.toBeChecked()
  await page.context().setOffline(false)
})

test('a choice is said to be saved where the browser never says that it is idle', async () => {
  const busy = await page.context().newPage()
  await busy.addInitScript(() => {
    window.requestIdleCallback = (call, { timeout } = {}) =>
      timeout === undefined ? 0 : Number(setTimeout(call, timeout))
  })
  await busy.goto(at('/profile/edit/settings?screen=first-messages'))
  await busy.getByLabel(/^Everybody/).check()
  await expect(busy.getByText('Saved.')).toBeVisible()
  await busy.close()
})

test('light or dark by hand: at once, on every page, and without script', async () => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(at('/profile/edit/settings?screen=display'))
  const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
  const ground = () =>
    page.evaluate(() => {
      const { backgroundColor } = getComputedStyle(document.body)
      return backgroundColor
    })
  const [byDay, light] = [await scheme(), await ground()]
  await Promise.all([page.waitForResponse(/saveSettings/), page.getByLabel('Always dark').check()])
  await expect.poll(ground).not.toBe(light)
  await page.goto(at('/dashboard'))
  expect(await ground()).not.toBe(light)
  await expect(page.locator('meta[name=theme-color]')).toHaveCount(1)
  await page.goto(at('/profile/edit/settings?screen=display'))
  await Promise.all([
    page.waitForResponse(/saveSettings/),
    page.getByLabel('Like my device').check(),
  ])
  await page.reload()
  expect([await scheme(), await ground()]).toEqual([byDay, light])
})

test('another device is signed out from the list', async ({ browser }) => {
  const phone = await (await browser.newContext()).newPage()
  await signIn(phone, at('', 'wivesnow'), 'mara@example.org', SECRET)
  await opens('/profile/edit/settings?screen=sign-in#sessions')
  const devices = page.locator('#sessions')
  await expectAlive(page, devices)
  await expect(devices.getByText('This is where you are now.')).toBeVisible()
  await devices.getByRole('button', { name: /Sign out .*WivesNow/ }).click()
  await expect(devices.getByRole('status')).toHaveText('Signed out.')
  await expect(phone).toHaveURL(at('/', 'wivesnow'))
})

test('a session that has ended elsewhere: a save says so, in a dialog too, and the words stay', async () => {
  await opens('/profile/edit/profile?part=about')
  const about = page.locator('#about')
  await about.getByLabel('About me').fill('Half a sentence')
  const other = await page.context().newPage()
  await other.goto(at('/profile/edit/settings?screen=account#email-change'))
  await expectAlive(other)
  const dialog = other.getByRole('dialog', { name: 'Change your address' })
  const address = dialog.getByLabel('E-mail', { exact: true })
  await address.fill('mara.new@example.org')
  await dialog.getByLabel('Your password', { exact: true }).fill(SECRET)
  await page.context().clearCookies()
  await about.getByRole('button', { name: 'Save' }).click()
  await expect(about.getByRole('alert')).toContainText('Please sign in first.')
  await expect(about.getByLabel('About me')).toHaveValue('Half a sentence')

  await address.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('Please sign in first.')
  await expect(address).toHaveValue('mara.new@example.org')
  await expect(dialog.locator(':focus')).toHaveCount(1)
})
