import { expect, type Page, test } from '@playwright/test'
import { upgradeLabels } from '#money/prices/upgrade-label.ts'
import { brands } from '#sites/registry.ts'
import {
  aliceIs,
  bobIs,
  expectAlive,
  expectClosed,
  finishProfile,
  register,
  SECRET,
  signIn,
} from '../support/journey.ts'
import { withServer } from '../support/with-server.ts'

/** The whole point of the product, as two people live it on two brands. */
test.describe.configure({ mode: 'serial' })

const server = withServer()
let alice: Page
let bob: Page

test.beforeAll(async ({ browser }) => {
  alice = await (await browser.newContext()).newPage()
  bob = await (await browser.newContext()).newPage()
})

test('Bob joins wivesnow, which welcomes him with credits', async () => {
  const welcomed = bob.waitForResponse(/\/registration\/justRegistered$/)
  await register(bob, server.origin('wivesnow'), bobIs)
  expect((await welcomed).status()).toBe(200)
  await finishProfile(bob, bobIs)
  expect(await creditsOf(bob)).toBeGreaterThan(1)
})

test('Alice joins adultcrush; a photo and a few words come before anything else', async () => {
  await register(alice, server.origin('adultcrush'), aliceIs)
  await alice.goto(`${server.origin('adultcrush')}/search`)
  await expect(alice).toHaveURL(/\/dashboard$/)
  await finishProfile(alice, aliceIs)
})

test('on each brand the bar holds every label of the upgrade button, and the account, on a small phone', async () => {
  // Alice has no credits: a brand with credits shows her both, the balance and the button, also in
  // the sisters' clothes.
  const page = await alice.context().newPage()
  await signIn(page, server.origin('wivesnow'), 'Alice', SECRET)
  const wrong: string[] = []
  for (const { id } of brands) {
    await page.goto(
      id === 'adultcrush'
        ? `${server.origin(id)}/dashboard`
        : `${server.origin('wivesnow')}/${id}/dashboard`,
    )
    await expect(page.locator('html')).toHaveAttribute('data-brand', id)
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 })
      wrong.push(
        ...(await page.evaluate(crowdedBars, upgradeLabels())).map(
          (one) => `${id}, ${width} wide: ${one}`,
        ),
      )
    }
  }
  expect(wrong).toEqual([])
  await page.close()
})

/**
 * Runs in the page: what in the top bar is off the screen or under something else, with each label
 * and a balance of four digits.
 */
function crowdedBars(labels: readonly string[]): string[] {
  const bar = document.querySelector('header.topbar')
  const upgrade = bar?.querySelector('a.button')
  const balance = bar?.querySelector('.balance > span')
  if (!bar || !upgrade) return ['has no upgrade button']
  if (!balance && location.hostname.includes('wivesnow')) return ['has no balance']
  if (balance) balance.textContent = '9999'
  return labels.flatMap((label) => {
    upgrade.textContent = label
    const parts = [...bar.querySelectorAll<HTMLElement>('.logo, a, .account')].filter(
      (part) => part.checkVisibility() && !part.closest('[popover]'),
    )
    const hidden = parts.filter((part) => {
      const { left, right, top, height } = part.getBoundingClientRect()
      const ends = [left + 3, (left + right) / 2, right - 3].map((x) =>
        document.elementFromPoint(x, top + height / 2),
      )
      return (
        left < 0 || right > innerWidth || ends.some((end) => end === null || !part.contains(end))
      )
    })
    return hidden.map(
      (part) => `with ${label}, ${part.innerText || part.className} is out of reach`,
    )
  })
}

test('Alice asks for the link to confirm her address once more', async () => {
  const told = alice.waitForRequest((request) =>
    request.url().endsWith('/event/emailConfirmationPopupInteraction'),
  )
  await alice.getByRole('link', { name: 'Send it again' }).click()
  await alice.getByRole('dialog').getByRole('button', { name: 'Send a new link' }).click()
  await told
  await expect(alice.getByRole('dialog', { name: 'It is on its way' })).toContainText(
    'alice@example.org',
  )
  await alice.keyboard.press('Escape')
  await expectClosed(alice.getByRole('dialog'))
})

test('Alice finds Bob by search and likes him', async () => {
  await alice.getByRole('link', { name: 'Search' }).first().click()
  await alice.getByRole('link', { name: /^Bob/ }).click()
  await expect(alice.getByRole('heading', { name: /^Bob/ })).toBeVisible()
  await expect(alice.getByText(bobIs.about)).toBeVisible()
  await expect(alice.getByRole('img', { name: /Bob/ }).first()).toBeVisible()
  // The heart is red before the server has heard of it.
  await expectAlive(alice, 'ProfileActs')
  const heard = alice.waitForResponse((response) => response.url().endsWith('/match/like'))
  await likeOf(alice, 'Bob').click()
  await expect(alice.getByText('Liked')).toBeVisible()
  expect((await heard).status()).toBe(200)
})

test('Bob hears of it, likes her back, and both see the match', async () => {
  await bob.goto(`${server.origin('wivesnow')}/plist/likesyou/1`)
  await bob.getByRole('link', { name: /^Alice/ }).click()
  await expectAlive(bob)
  await likeOf(bob, 'Alice').click()
  await expect(bob.getByRole('dialog').getByText('Alice', { exact: true })).toBeVisible()
  await expect(alice.getByRole('dialog').getByText('Bob', { exact: true })).toBeVisible()
})

test('Bob writes, which costs him one credit; Alice, a standard member, reveals one message a day', async () => {
  const before = await creditsOf(bob)
  // The match has a field that is written in at once, and says what it costs.
  const match = bob.getByRole('dialog')
  await expect(match.getByText('A message costs 1 credit.')).toBeVisible()
  await expect(match.getByLabel('Your message')).toBeFocused()
  await bob.keyboard.type('Hello Alice, how was your walk?')
  await match.getByRole('button', { name: 'Send', exact: true }).click()
  const way = bob.getByRole('status').getByRole('link', { name: 'Open the chat' })
  await way.hover()
  await expect(match).toBeHidden()
  await expect.poll(() => creditsOf(bob)).toBe(before - 1)
  await way.click()
  await expect(log(bob).getByText('Hello Alice, how was your walk?')).toBeVisible()

  await openChat(alice, 'adultcrush', 'Bob')
  await expect(alice.getByText('how was your walk?')).toBeHidden()
  await alice.getByRole('button', { name: /Reveal/ }).click()
  await expect(log(alice).getByText('Hello Alice, how was your walk?')).toBeVisible()
  await say(alice, 'Muddy and lovely.', 'refused')
  await expect(alice.getByRole('link', { name: 'Upgrade' }).first()).toBeVisible()
})

test('once Alice is premium, they chat live', async () => {
  await server.operator('premium', 'Alice', '30')
  // The stream alone can bring what they write: every half a minute, a poll would as well.
  for (const page of [alice, bob]) await page.route('**/event/tickers*', (route) => route.abort())
  await openChat(alice, 'adultcrush', 'Bob')
  await say(alice, 'Muddy and lovely.')
  await expect(log(bob).getByText('Muddy and lovely.')).toBeVisible()
  await say(bob, 'Then let us go together.')
  await expect(log(alice).getByText('Then let us go together.')).toBeVisible()
})

test('Alice signs out, and her back button shows nothing private', async () => {
  await alice.getByRole('button', { name: 'Alice' }).click()
  await alice.getByRole('button', { name: 'Sign out' }).click()
  await expect(alice).toHaveURL(`${server.origin('adultcrush')}/`)
  await alice.goBack()
  await expect(alice).toHaveURL(`${server.origin('adultcrush')}/`)
  await expect(alice.getByText('Muddy and lovely.')).toBeHidden()
})

const log = (page: Page) => page.getByRole('log')
const likeOf = (page: Page, name: string) =>
  page.getByRole('button', { name: `Like ${name}`, exact: true })

async function creditsOf(page: Page): Promise<number> {
  return Number.parseInt(
    (await page.getByRole('link', { name: /credits? left$/ }).textContent()) ?? '',
    10,
  )
}

async function openChat(page: Page, brand: string, name: string): Promise<void> {
  await page.goto(`${server.origin(brand)}/messages`)
  await expectAlive(page, 'Messages')
  await page
    .getByRole('region', { name: 'Conversations' })
    .getByRole('link', { name: new RegExp(name) })
    .last()
    .click()
  await expect(log(page)).toBeVisible()
}

async function say(page: Page, text: string, outcome: 'sent' | 'refused' = 'sent'): Promise<void> {
  const composer = page.getByRole('textbox', { name: /^Message to/ })
  if (outcome === 'refused' && (await composer.count()) === 0) return
  await composer.fill(text)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  if (outcome === 'sent') await expect(log(page).getByText(text)).toBeVisible()
}
