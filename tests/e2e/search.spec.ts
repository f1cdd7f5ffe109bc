import { expect, type Locator, type Page, test } from '@playwright/test'
import { enter, expectAlive, joinFully, onPhone, pressOnceFocused } from '../support/journey.ts'
import { expectFitsAllScreens, expectFitsApart, problemsOf } from '../support/looks.ts'
import { withServer } from '../support/with-server.ts'

/**
 * Looking for people in the demo network, with script: quick, but never quicker than whoever looks.
 */
test.describe.configure({ mode: 'serial' })

const noraIs = {
  username: 'Nora',
  gender: 'Woman',
  lookingFor: 'Men',
  about: 'I read maps for the names of the villages.',
}

// An error service that never answers.
const server = withServer({ DEMO: '1', SENTRY_DSN: 'http://publickey@127.0.0.1:1/7' })
let page: Page
/**
 * Nobody has liked her yet: no like of hers is a match, which would be told in front of the page.
 */
let nora: Page

test.beforeAll(async ({ browser }) => {
  page = await (await browser.newContext()).newPage()
  await enter(page, server.origin('adultcrush'), 'carol')
  nora = await (await browser.newContext()).newPage()
  await joinFully(nora, server.origin('adultcrush'), noraIs)
})

/** The search as `query` asks, once it is alive. */
async function opens(query: string, by = page): Promise<void> {
  await by.goto(`${server.origin('adultcrush')}/search?${query}`)
  await expectAlive(by)
}
/** The search before its scripts have come; they do when what it returns is called. */
async function opensWithoutScripts(): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/_astro/*.js', async (route) => {
    await promise
    await route.continue()
  })
  await page.goto(`${server.origin('adultcrush')}/search?radius=any`, { waitUntil: 'commit' })
  return async () => {
    resolve()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
}
const isPressed = async (heart: Locator) => (await heart.getAttribute('aria-pressed')) === 'true'
async function swipe(phone: Page, card: Locator, by: number): Promise<void> {
  const touch = await phone.context().newCDPSession(phone)
  const box = (await card.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 3]
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
  for (const part of [0.25, 0.5, 0.75, 1])
    await touch.send('Input.dispatchTouchEvent', {
      type: 'touchMove',
      touchPoints: [{ x: x + by * part, y }],
    })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}
const filter = (name: string) => page.getByRole('search').getByText(name, { exact: true })
const said = () => page.getByRole('status').filter({ hasText: 'seen last first' })

test('a filter applies at once, keeps the focus, and is in the address', async () => {
  await opens('radius=any')
  await expect(said()).toContainText(/^(\d+|200\+) people: /)
  await page.evaluate(() => Reflect.set(globalThis, 'sameDocument', true))
  await page.getByRole('checkbox', { name: 'With photo' }).check()
  await expect(page).toHaveURL(/withPhoto=on/)
  await expect(said()).toContainText('with a photo')
  await expect(page.getByRole('checkbox', { name: 'With photo' })).toBeFocused()

  await page.getByRole('checkbox', { name: 'Online now' }).check()
  await expect(said()).toContainText('who are online')
  expect(await page.evaluate(() => Reflect.get(globalThis, 'sameDocument'))).toBe(true)
})

test('back and forward bring back the filters and who was found', async () => {
  await page.goBack()
  await expect(page.getByRole('checkbox', { name: 'Online now' })).not.toBeChecked()
  await expect(said()).not.toContainText('who are online')
  await page.goForward()
  await expect(page.getByRole('checkbox', { name: 'Online now' })).toBeChecked()
  await expect(said()).toContainText('who are online')
})

test('a place is found by its beginning, by keyboard', async () => {
  await opens('radius=50')
  const place = page.getByRole('combobox', { name: 'Around' })
  await place.pressSequentially('manch')
  const manchester = page.getByRole('option', { name: 'Manchester, England' })
  await expect(manchester).toBeVisible()
  while ((await manchester.getAttribute('aria-selected')) !== 'true') await place.press('ArrowDown')
  await place.press('Enter')
  await expect(said()).toContainText('within 30 miles of Manchester')
  await expect(page).toHaveURL(/place=Manchester&placeId=\d+/)
})

test('a place marked by key stays marked when the answer to what was typed after it comes', async () => {
  let answer: () => void = () => undefined
  const marked = new Promise<void>((resolve) => (answer = resolve))
  await page.route(/location\/places.*query=manch/, async (route) => {
    await marked
    await route.continue()
  })
  await opens('radius=50')
  const place = page.getByRole('combobox', { name: 'Around' })
  const manchester = page.getByRole('option', { name: 'Manchester, England' })
  await place.pressSequentially('man')
  await expect(manchester).toBeVisible()
  const asked = page.waitForRequest(/query=manch/)
  const came = page.waitForResponse(/query=manch/)
  await place.pressSequentially('ch')
  await asked
  while ((await manchester.getAttribute('aria-selected')) !== 'true') await place.press('ArrowDown')
  answer()
  await came
  await expect(
    page
      .getByRole('listbox', { name: 'Places' })
      .getByRole('option')
      .filter({ hasNotText: /manch/i }),
  ).toHaveCount(0)
  await expect(manchester).toHaveAttribute('aria-selected', 'true')
  await place.press('Enter')
  await expect(said()).toContainText('within 30 miles of Manchester')
  await expect(page.getByRole('listbox', { name: 'Places' })).toBeHidden()
  await page.unroute(/location\/places.*query=manch/)
})

test('a place that is none is said at its field, and who was found stays', async () => {
  const people = await page.getByRole('article').count()
  await page.getByRole('combobox', { name: 'Around' }).fill('Nowhere at all')
  await page.getByRole('combobox', { name: 'Around' }).press('Enter')
  await expect(page.getByRole('search').getByText('We do not know this place.')).toBeVisible()
  expect(await page.getByRole('article').count()).toBe(people)
})

test('more people come below, the first of them in focus, and are there again after a look at one', async () => {
  await opens('radius=any')
  const people = page.getByRole('article')
  const first = await people.count()
  await page.getByRole('link', { name: 'Show more' }).click()
  await expect(people).toHaveCount(2 * first)
  await expect(people.nth(first).getByRole('heading').getByRole('link')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/profile\/view\/id\//)
  await page.goBack()
  await expect(people).toHaveCount(2 * first)
  await expect(people.nth(first)).toBeInViewport()
})

test('the newest choice is shown, whichever is answered last', async () => {
  await opens('radius=any')
  let held: (() => void) | undefined
  await page.route(/withPhoto=on/, async (route) => {
    if (!route.request().url().includes('online=on'))
      await new Promise<void>((resolve) => (held = resolve))
    await route.continue()
  })
  await page.getByRole('checkbox', { name: 'With photo' }).check()
  await expect.poll(() => held !== undefined).toBe(true)
  await page.getByRole('checkbox', { name: 'Online now' }).check()
  await expect(said()).toContainText('with a photo who are online')
  held?.()
  await expect(page).toHaveURL(/online=on&withPhoto=on/)
  await expect(said()).toContainText('with a photo who are online')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('without a connection it says so, and who was found stays', async () => {
  const people = await page.getByRole('article').count()
  await page.route('**/search/users?**', (route) => route.abort())
  await page.getByRole('checkbox', { name: 'Online now' }).uncheck()
  await expect(page.getByRole('alert').filter({ hasText: 'No connection' })).toBeVisible()
  expect(await page.getByRole('article').count()).toBe(people)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('on a phone the filters are a sheet, which says how many it leads to; each can be taken away', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await opens('radius=any')
  const open = page.getByRole('button', { name: 'Filters', exact: true })
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await open.click()
  await expect(page.getByRole('checkbox', { name: 'Women' })).toBeFocused()
  const show = sheet.getByRole('button', { name: /^Show / })
  await expect(show).toHaveText(/people$/)
  const all = await show.textContent()
  await sheet.getByRole('spinbutton', { name: 'Age from' }).fill('50')
  await sheet.getByRole('checkbox', { name: 'With photo' }).check()
  await expect(page).toHaveURL(/ageFrom=50.*withPhoto=on/)
  await expect(show).not.toHaveText(all ?? '')
  const some = (await show.textContent())?.replace('Show ', '') ?? ''
  expect(await problemsOf(page)).toEqual([])
  await show.click()
  await expect(sheet).toHaveCount(0)
  await expect(open).toBeFocused()
  await expect(said()).toContainText(some, { ignoreCase: true })

  await page.getByRole('link', { name: 'Of 50 and over, remove' }).click()
  await expect(page).not.toHaveURL(/ageFrom/)
  await expect(page.getByRole('link', { name: 'With photo, remove' })).toBeFocused()
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL(/search\?radius=any$/)
  await open.click()
  await pressOnceFocused(open)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('checkbox', { name: 'Women' })).toBeFocused()
  await expect(show).toHaveText(/people$/)
  await page.keyboard.press('Escape')
  await expect(open).toBeFocused()
  // Closing goes a step back, which the browser does in its own time; it would call off what is
  // loaded next.
  await expect.poll(() => page.evaluate(() => history.state as unknown)).toBeNull()
  await page.setViewportSize({ width: 1280, height: 900 })
})

test('a profile leads to the next of its list by link and by key, and back to the place in it', async () => {
  await opens('radius=any')
  const people = page.getByRole('article')
  const first = await people.count()
  await page.getByRole('link', { name: 'Show more' }).click()
  await expect(people).toHaveCount(2 * first)
  const addresses = await people
    .getByRole('heading')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href))
  await people
    .nth(first + 2)
    .getByRole('heading')
    .getByRole('link')
    .click()
  await expect(page).toHaveURL(addresses[first + 2] ?? '')
  const trail = page.getByRole('navigation', { name: 'The list you came from' })
  await trail.getByRole('link', { name: 'Next' }).click()
  await expect(page).toHaveURL(addresses[first + 3] ?? '')
  await expect(trail).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(addresses[first + 4] ?? '')
  await expect(trail).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(page).toHaveURL(addresses[first + 3] ?? '')
  await expectAlive(page)

  const full = page.getByRole('button', { name: 'Full screen', exact: true })
  await full.click()
  const screen = page.getByRole('dialog', { name: /^Photos of / })
  await expect(screen.getByRole('img').first()).toBeVisible()
  expect(await problemsOf(page)).toEqual([])
  await pressOnceFocused(full)
  await page.keyboard.press('Escape')
  await expect(full).not.toBeFocused()
  await expect(screen.getByRole('img').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(full).toBeFocused()
  await expectFitsApart(page)

  await trail.getByRole('link', { name: 'Back to: Search' }).click()
  // Whoever was there meanwhile stands before them now.
  const left = people.filter({
    has: page.locator(`a[href$="${new URL(addresses[first + 3] ?? '').pathname}"]`),
  })
  await expect(left).toBeInViewport()
  await page.goto(
    `${server.origin('adultcrush')}/profile/view/id/${(addresses[0] ?? '').split('/').pop()}0000`,
  )
  await expect(
    page.getByRole('navigation', { name: 'Back' }).getByRole('link', { name: 'Back to: Search' }),
  ).toHaveAttribute('href', '/search')
})

test('keys lead from person to person, like and take back; letters can be turned off', async () => {
  await opens('radius=any', nora)
  const nameOf = (index: number) =>
    nora.getByRole('article').nth(index).getByRole('heading').getByRole('link')
  const press = (key: string) => nora.keyboard.press(key)
  // From nowhere, J leads to the first.
  await press('j')
  await expect(nameOf(0)).toBeFocused()
  await press('j')
  await expect(nameOf(1)).toBeFocused()
  await press('ArrowDown')
  await expect(nameOf(1)).not.toBeFocused()
  await press('ArrowUp')
  await expect(nameOf(1)).toBeFocused()
  await press('k')
  await expect(nameOf(0)).toBeFocused()

  const heart = nora
    .getByRole('article')
    .first()
    .getByRole('button', { name: /^Like / })
  const before = await isPressed(heart)
  await press('l')
  await expect(heart).toHaveAttribute('aria-pressed', String(!before))
  await expect(
    nora.getByRole('status').filter({ hasText: before ? 'You no longer like' : 'You like' }),
  ).toBeVisible()
  await nora.getByRole('link', { name: 'Undo' }).click()
  await expect(heart).toHaveAttribute('aria-pressed', String(before))

  await nameOf(0).focus()
  await press('?')
  const list = nora.getByRole('dialog', { name: 'Keys' })
  await expect(list.getByRole('listitem')).toHaveCount(8)
  expect(await problemsOf(nora)).toEqual([])
  await list.getByRole('checkbox').uncheck()
  await press('Escape')
  await expect(nameOf(0)).toBeFocused()
  await press('j')
  await press('l')
  await expect(nameOf(0)).toBeFocused()
  await expect(heart).toHaveAttribute('aria-pressed', String(before))
  await press('?')
  await list.getByRole('checkbox').check()
  await press('Escape')
  await press('/')
  await expect(nora.getByRole('combobox', { name: 'Around' })).toBeFocused()
  await press('j')
  await expect(nora.getByRole('combobox', { name: 'Around' })).toHaveValue('j')
})

test('on a phone a card is liked by a swipe, with undo, and written to by the other', async ({
  browser,
}) => {
  const phone = await onPhone(browser, nora)
  await opens('radius=any', phone)
  const card = phone.getByRole('article').first()
  const heart = card.getByRole('button', { name: /^Like / })
  const before = await isPressed(heart)
  await swipe(phone, card, 120)
  await expect(heart).toHaveAttribute('aria-pressed', String(!before))
  await expect(phone).toHaveURL(/\/search\?/)
  // A tap just after a swipe stops its fling, and is no click.
  await phone.getByRole('link', { name: 'Undo' }).click()
  await expect(heart).toHaveAttribute('aria-pressed', String(before))
  await swipe(phone, card, 40)
  await expect(heart).toHaveAttribute('aria-pressed', String(before))
  await swipe(phone, card, -120)
  await expect(phone.getByRole('dialog', { name: /^Write to / })).toBeVisible()

  // The card's picture grows into the profile's photo, for whoever likes motion.
  await phone.emulateMedia({ reducedMotion: 'no-preference' })
  await opens('radius=any&withPhoto=on', phone)
  await phone.evaluate(() => {
    const counts = ({ viewTransition }: PageSwapEvent) => {
      const named = [...document.querySelectorAll<HTMLElement>('li[id^=person-]')].filter(
        ({ style }) => style.viewTransitionName === 'photo',
      )
      sessionStorage.setItem('grown', `${viewTransition !== null} ${named.length}`)
    }
    // Only now, as it has to be heard after the page's own, which names the row.
    addEventListener('click', () => addEventListener('pageswap', counts))
  })
  await phone.getByRole('article').first().getByRole('heading').getByRole('link').click()
  await expect(phone).toHaveURL(/\/profile\/view\/id\/\d+$/)
  expect(await phone.evaluate(() => sessionStorage.getItem('grown'))).toBe('true 1')
  await expect(phone.getByRole('region', { name: /^Photos of / }).getByRole('group')).toHaveCSS(
    'view-transition-name',
    'photo',
  )
  await phone.context().close()
})

test('one at a time: passed by key and brought back, liked by a swipe, and so after a reload', async ({
  browser,
}) => {
  const phone = await onPhone(browser, nora)
  await opens('radius=any', phone)
  await phone.getByRole('link', { name: 'One at a time' }).click()
  await expect(phone).toHaveURL(/\/search\?.*view=deck/)
  await expectAlive(phone, 'Search')
  const card = phone.getByRole('article')
  const name = async () => (await card.getByRole('link').innerText()).split(',')[0] ?? ''
  const [first, act] = [await name(), (label: string) => phone.getByRole('button', { name: label })]

  const passes: string[] = []
  phone.on('response', (response) => {
    const [, made] = /\/match\/(pass|unpass)$/.exec(response.url()) ?? []
    if (made && response.request().method() === 'POST') passes.push(made)
  })
  await expect(act(`Not for me: ${first}`)).toBeInViewport({ ratio: 1 })
  await phone.keyboard.press('ArrowLeft')
  await expect(card).not.toContainText(`${first},`)
  const second = await name()
  await act(`Bring back ${first}`).click()
  await expect(card).toContainText(`${first},`)
  // A double tap is about one person.
  await act(`Not for me: ${first}`).dblclick()
  await expect(card).toContainText(`${second},`)

  await swipe(phone, card, 60)
  await expect(card).toContainText(`${second},`)
  // Not in the moment of the double tap.
  await expect(async () => {
    if ((await name()) === second) await swipe(phone, card, 120)
    await expect(card).not.toContainText(`${second},`, { timeout: 500 })
  }).toPass()
  await act(`Bring back ${second}`).click()
  await expect(card).toContainText(`${second},`)
  await act(`Like: ${second}`).click()
  await expect(card).not.toContainText(`${second},`)
  const third = await name()

  // One after the other: what waits for its turn is lost with the page.
  await expect.poll(() => passes).toEqual(['pass', 'unpass', 'pass'])
  // The like may still be on its way to the server.
  await expect(async () => {
    await phone.reload()
    await expect(card).toContainText(`${third},`, { timeout: 2000 })
  }).toPass()
  await expectFitsAllScreens(phone)
  await phone.getByRole('link', { name: 'All at once' }).click()
  await expect(phone.getByRole('article').nth(1)).toBeVisible()
  await phone.context().close()
})

test('one at a time: without a connection nobody is lost, two tabs agree, and the last one is the end', async ({
  browser,
}) => {
  const phone = await onPhone(browser, nora)
  const context = phone.context()
  await opens('radius=any', phone)
  // Of an age of which there are a few.
  const few = await phone.evaluate(
    async (api) => {
      for (let age = 30; age < 70; age += 1) {
        const found = await fetch(`${api}/search/users?radius=any&ageFrom=${age}&ageTo=${age}`, {
          credentials: 'include',
          headers: { 'X-Requested-With': 'XMLHttpRequest' },
        })
        const { members } = (await found.json()) as { members: Array<{ isLiked: boolean }> }
        const count = members.filter(({ isLiked }) => !isLiked).length
        if (count === 2 || count === 3) return { age, count }
      }
      throw new Error('of no age there are a few')
    },
    server.origin('adultcrush', 'api'),
  )
  const deck = `radius=any&ageFrom=${few.age}&ageTo=${few.age}&view=deck`
  await opens(deck, phone)
  const card = (page: Page) => page.getByRole('article')
  const shown = async () => (await card(phone).getByRole('link').innerText()).split(',')[0] ?? ''
  const first = await shown()

  await context.setOffline(true)
  await phone.getByRole('button', { name: `Not for me: ${first}` }).tap()
  await expect(phone.locator('.toasts')).not.toBeEmpty()
  await expect(card(phone)).toContainText(`${first},`)
  await context.setOffline(false)

  const tab = await context.newPage()
  await opens(deck, tab)
  await tab.getByRole('button', { name: `Not for me: ${first}` }).tap()
  await expect(card(tab)).not.toContainText(`${first},`)
  await phone.getByRole('button', { name: `Not for me: ${first}` }).tap()
  await expect(card(phone)).not.toContainText(`${first},`)

  const seen = [first]
  while (seen.length < few.count) {
    // Whom it has seen is not shown again, though the page is left while it is being said.
    await expect(async () => {
      await opens(deck, phone)
      expect(seen).not.toContain(await shown())
    }).toPass()
    const name = await shown()
    await phone.getByRole('button', { name: `Not for me: ${name}` }).click()
    await expect(card(phone).filter({ hasText: `${name},` })).toHaveCount(0)
    seen.push(name)
  }
  await expect(phone.getByText('That was everybody')).toBeVisible()
  await phone.getByRole('button', { name: /^Bring back / }).tap()
  await expect(card(phone)).toBeVisible()
  await context.close()
})

test('a profile leads on to others around its town', async () => {
  await page.goto(
    `${server.origin('adultcrush')}/search?country=GB&place=London&radius=10&gender=woman&gender=man`,
  )
  await page.getByRole('article').first().getByRole('heading').getByRole('link').click()
  const around = page.getByRole('region', { name: /^Around / })
  await around.scrollIntoViewIfNeeded()
  await expect(around.getByRole('link', { name: /, \d\d/ }).first()).toBeVisible()
  await expect(around.getByRole('link', { name: /^Search around / })).toHaveAttribute(
    'href',
    /place=.*radius=50/,
  )
})

test('the lists of strangers lead to their search, and have no tabs beside those whom one has met', async () => {
  await page.goto(`${server.origin('adultcrush')}/plist/matches/1`)
  const tabs = page.getByRole('navigation', { name: 'Lists' }).getByRole('link')
  await expect(tabs).toHaveText(['Matches', 'Likes you', 'You like', 'Viewed you', 'You viewed'])
  await page.goto(`${server.origin('adultcrush')}/plist/new/1`)
  await expect(tabs).toHaveCount(0)
  await page.getByRole('link', { name: 'Search, the newest first' }).click()
  await expect(page.getByLabel('Order')).toHaveValue('newest')
  await page.goto(`${server.origin('adultcrush')}/plist/online/1`)
  await page.getByRole('link', { name: 'Search among those online' }).click()
  await expect(page.getByRole('checkbox', { name: 'Online now' })).toBeChecked()
})

test('pages are addresses, and the last one leads back', async () => {
  await page.goto(`${server.origin('adultcrush')}/search/2?radius=any`)
  await expect(page.getByText('Page 2', { exact: true })).toBeVisible()
  await page.goto(`${server.origin('adultcrush')}/search/4000`)
  await page.getByRole('link', { name: 'Back to the beginning' }).click()
  await expect(said()).toBeVisible()
  for (const none of ['0', 'abc', '1.5']) {
    expect((await page.goto(`${server.origin('adultcrush')}/search/${none}`))?.status()).toBe(404)
  }
})

test('what is ticked and typed before the page’s script has come is kept, and counts', async () => {
  const arrives = await opensWithoutScripts()
  await page.getByRole('spinbutton', { name: 'Age from' }).fill('21')
  await filter('Non-binary people').click()
  await arrives()
  await expect(page).toHaveURL(/gender=nonbinary&ageFrom=21/)
  await expect(page.getByRole('spinbutton', { name: 'Age from' })).toHaveValue('21')
})

test('a heart that is touched before the page’s script has come likes, and leads back to its row', async () => {
  const arrives = await opensWithoutScripts()
  const heart = page
    .getByRole('button', { name: /^Like / })
    .and(page.locator('[aria-pressed=false]'))
    .first()
  const liked = (await heart.textContent()) ?? ''
  await heart.click()
  await expect(page).toHaveURL(/\/search\?.*radius=any#person-\d+$/)
  await arrives()

  await page.goto(`${server.origin('adultcrush')}/plist/youlike/1`)
  await expect(page.getByRole('button', { name: liked.trim() })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
})

test('a place that is being typed before the page’s script has come is suggested, and not looked for yet', async () => {
  const arrives = await opensWithoutScripts()
  const place = page.getByRole('combobox', { name: 'Around' })
  await place.pressSequentially('manch')
  await arrives()
  await expect(page.getByRole('option', { name: 'Manchester, England' })).toBeVisible()
  await expect(page.getByRole('search').getByText('We do not know this place.')).toBeHidden()
  await place.fill('Manchester')
  await place.press('Enter')
  await expect(page).toHaveURL(/[?&]place=Manchester/)
})

test('a region that fails says so, is reported once, and its forms work on a simpler page', async () => {
  const broken = await page.context().newPage()
  // What the region is given is not what it knows, as of an older build.
  await broken.addInitScript(() => {
    new MutationObserver(() => {
      const region = document.querySelector('astro-island[component-url*="/Search"]')
      region?.setAttribute('props', region.getAttribute('props')?.replace('"members"', '"x"') ?? '')
    }).observe(document, { childList: true, subtree: true })
  })
  const reports: string[] = []
  broken.on('request', (request) => {
    if (request.url().endsWith('/site/reportError') && request.method() === 'POST')
      reports.push(request.postData() ?? '')
  })
  await broken.goto(`${server.origin('adultcrush')}/search?radius=any`)
  const said = broken.getByRole('alert').filter({ hasText: 'Something went wrong here' })
  await expect(said).toBeVisible()
  await expectAlive(broken, 'MemberBar')
  await expect.poll(() => reports).toEqual([expect.stringContaining('"path":"/search"')])

  await said.getByRole('link', { name: 'go on with a simpler page' }).click()
  await expect(broken).toHaveURL(/\/search\?radius=any&scripts=off$/)
  await broken
    .getByRole('button', { name: /^Like /, pressed: false })
    .first()
    .click()
  await expect(broken).toHaveURL(/\/search\?.*radius=any.*&scripts=off#person-\d+$/)
  const id = new URL(broken.url()).hash
  await opens('radius=any')
  await expect(
    page.locator(id).getByRole('button', { name: /^Like /, pressed: true }),
  ).toBeVisible()
  await broken.close()
})
