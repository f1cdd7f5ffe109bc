import { expect, type Page, test } from '@playwright/test'
import { expectAlive, signedIn } from '../support/journey.ts'
import { withServer } from '../support/with-server.ts'

/**
 * Members look at one another: what a profile shows, says and leads to, and what to do when it is
 * the wrong one.
 */
test.describe.configure({ mode: 'serial' })

const ANSWER = 'Ask me for a walk in bad weather, with good boots on.'

const server = withServer({ DEMO: '1' })
let alice: Page
/** On another brand than the other two. */
let bob: Page
let carol: Page
const pathOf = { alice: '/profile/view/id/1', carol: '/profile/view/id/3' }

test.beforeAll(async ({ browser }) => {
  ;[alice, bob, carol] = (await Promise.all(
    [
      ['adultcrush', 'alice'],
      ['wivesnow', 'bob'],
      ['adultcrush', 'carol'],
    ].map(([brand, name]) => signedIn(browser, server, brand as string, name as string)),
  )) as [Page, Page, Page]
})

const home = () => server.origin('adultcrush')
const away = (path: string) => server.origin('wivesnow') + path
const name = (page: Page, who: string) =>
  page.getByRole('heading', { level: 1, name: new RegExp(`^${who}, \\d+$`) })

test('a look at a profile that Back restores counts as well', async () => {
  await bob.goto(away(pathOf.alice))
  await expectAlive(bob, 'ProfileActs')
  const told = bob.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/event/setLastViewedUser'),
  )
  await bob.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  expect((await told).postDataJSON()).toEqual({ id: 1 })
})

test('a photo is shown whole in its own ratio, without strips beside it, wherever there is room for it', async () => {
  const photo = bob.getByRole('region', { name: 'Photos of alice' }).locator('picture img').first()
  const shapes = () =>
    photo.evaluate(async (image: HTMLImageElement) => {
      await image.decode()
      const { width, height } = image.getBoundingClientRect()
      return { own: image.naturalWidth / image.naturalHeight, shown: width / height }
    })
  for (const size of [
    { width: 390, height: 844 },
    { width: 844, height: 390 },
    { width: 1280, height: 720 },
  ]) {
    await bob.setViewportSize(size)
    const { own, shown } = await shapes()
    expect([size, shown]).toEqual([size, expect.closeTo(own, 1)])
  }
})

test('between a list and a profile, what the list has shown of the photo is seen until the larger one is there', async ({
  browser,
}) => {
  const context = await browser.newContext({
    storageState: await alice.context().storageState(),
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 3,
    reducedMotion: 'no-preference',
    isMobile: true,
    hasTouch: true,
  })
  const phone = await context.newPage()
  await phone.addInitScript(() =>
    addEventListener('pagereveal', ({ viewTransition }) => {
      const note = () => {
        const [, seen, large] = document.querySelectorAll<HTMLImageElement>(
          '[aria-roledescription=gallery] [id^=photo-]:first-child img',
        )
        const isThere = (image?: HTMLImageElement) =>
          !!image?.complete && image.naturalWidth > 0 && image.currentSrc
        Object.assign(window, { atStart: [isThere(seen), isThere(large)] })
      }
      void viewTransition?.ready.then(note, note)
    }),
  )
  await phone.goto(`${home()}/search`)
  await expectAlive(phone)
  const card = phone
    .getByRole('article')
    .filter({ has: phone.locator('picture') })
    .first()
  const file = await card.locator('picture img').evaluate(async (image: HTMLImageElement) => {
    await image.decode()
    return image.currentSrc
  })
  const line = await context.newCDPSession(phone)
  await line.send('Network.enable')
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 600,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
  await card.getByRole('heading').getByRole('link').click()
  await expect(phone).toHaveURL(/\/profile\/view\//)
  await expect
    .poll(() => phone.evaluate(() => Reflect.get(window, 'atStart')))
    .toEqual([file, expect.anything()])
  await context.close()
})

test('Bob likes an answer and writes about it, on the profile and in the chat', async () => {
  const answer = bob.getByRole('listitem').filter({ hasText: ANSWER })
  const like = answer.getByRole('button', { name: /^Like/ })
  // It is shown at once, before the server knows.
  const liked = bob.waitForResponse(
    (response) => response.url().endsWith('/match/like') && response.request().method() === 'POST',
  )
  await like.click()
  await liked
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  await expect(
    bob
      .getByRole('button', { name: 'Like alice', exact: true, pressed: true })
      .or(bob.getByLabel('Matched with alice')),
  ).toBeVisible()
  await bob.reload()
  await expect(like).toHaveAttribute('aria-pressed', 'true')

  const dialog = bob.getByRole('dialog', { name: 'Write to alice' })
  await bob.goto(away(pathOf.alice))
  // Before, the link leads to the chat.
  await expectAlive(bob)
  await answer.getByRole('link', { name: /^Answer/ }).click()
  await expect(dialog.getByText(ANSWER)).toBeVisible()
  await dialog.getByLabel('Your message').fill('Which boots?')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  // Behind a dialog that is still closing, nothing is to be pressed.
  await expect(dialog).toBeHidden()
  await bob.getByRole('link', { name: 'Open the chat' }).click()
  await expect(bob).toHaveURL(/\/messages/)
  const log = bob.getByRole('log', { name: 'Messages' })
  await expect(log.getByText('Which boots?')).toBeVisible()
  await expect(log.getByRole('blockquote')).toContainText(ANSWER)

  await bob.goto(away(pathOf.alice))
  const address = await answer.getByRole('link', { name: /^Answer/ }).getAttribute('href')
  await bob.goto(away(address ?? ''))
  const quoted = bob
    .locator('form')
    .filter({ has: bob.getByRole('button', { name: 'Send', exact: true }) })
    .getByRole('blockquote')
  await expect(quoted).toContainText(ANSWER)
  await bob.getByLabel('Message to alice').fill('And which weather?')
  const sent = bob.waitForResponse(
    (response) =>
      response.url().endsWith('/message/chatMessages') && response.request().method() === 'POST',
  )
  await bob.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(log.getByText('And which weather?')).toBeVisible()
  await expect(log.getByRole('blockquote')).toHaveCount(2)
  await expect(quoted).toHaveCount(0)
  await sent
  await bob.reload()
  await expect(log.getByText('And which weather?')).toBeVisible()
  await expect(quoted).toHaveCount(0)

  await alice.goto(`${home()}/messages?with=2`)
  await expect(
    alice.getByRole('log', { name: 'Messages' }).getByRole('blockquote').first(),
  ).toContainText(ANSWER)
})

test('Alice says who she is in words and an order of her own, and others read them', async () => {
  await alice.goto(`${home()}/profile/edit/profile`)
  await alice.getByRole('link', { name: /^Gender and pronouns/ }).click()
  const section = alice.getByRole('region', { name: 'Gender and pronouns' })
  await expect(section).toContainText('you are found among women')
  await section.getByLabel('First word').selectOption('Non-binary')
  await section.getByLabel('Second word').selectOption('Agender')
  await section.getByLabel('A word of your own').fill('Demigirl')
  await section.getByLabel('they/them').check()
  await section.getByRole('button', { name: 'Save' }).click()
  await expect(section.getByText('Saved.')).toBeVisible()
  await carol.goto(home() + pathOf.alice)
  await expect(carol.getByText('Pronouns: she/her, they/them')).toBeVisible()
  await expect(carol.getByText('Non-binary, Agender, Demigirl')).toBeVisible()

  // A like of a part leads to words about it.
  await expectAlive(carol)
  const answer = carol.getByRole('listitem').filter({ hasText: ANSWER })
  await answer.getByRole('button', { name: /^Like/ }).click()
  await carol.getByRole('link', { name: 'Add words' }).click()
  await expect(carol.getByRole('dialog', { name: 'Write to alice' })).toContainText(ANSWER)
  await carol.keyboard.press('Escape')
})

test('Carol invites Alice from her profile, she accepts, and each profile links to the other', async () => {
  const invite = carol.getByRole('region', { name: 'Partners' })
  await carol.goto(`${home()}/profile/edit/profile?part=partners`)
  await invite.getByRole('button', { name: 'Take back the invitation of alice' }).click()
  await expect(invite.getByText('They are not told.')).toBeVisible()
  await carol.goto(home() + pathOf.alice)
  await carol.getByLabel('More about alice').click()
  await carol.getByRole('link', { name: 'Link as partner' }).click()
  await expect(invite.getByLabel('Their username')).toHaveValue('alice')
  await invite.getByRole('button', { name: 'Invite' }).click()
  await expect(invite.getByText('Invited. The link is there once they agree.')).toBeVisible()
  await alice.goto(`${home()}/dashboard`)
  await alice.getByRole('link', { name: 'carol asks to be linked with you as a partner' }).click()
  const asked = alice.getByRole('region', { name: 'Partners' })
  await asked.getByRole('button', { name: 'Accept carol' }).click()
  await expect(asked.getByText('You are linked now.')).toBeVisible()
  await bob.goto(away(pathOf.carol))
  await bob.getByText('Partner: alice').getByRole('link', { name: 'alice' }).click()
  await expect(name(bob, 'alice')).toBeVisible()
  await alice.goto(home() + pathOf.carol)
  await expect(alice.getByText('Partner: you')).toBeVisible()
  await alice.getByLabel('More about carol').click()
  await expect(alice.getByRole('link', { name: 'Link as partner' })).toHaveCount(0)
})

test('Bob reports Alice by keyboard, and learns what happens next', async () => {
  const profile = bob.url()
  await bob.getByLabel('More about alice').press('Enter')
  await bob.getByRole('link', { name: 'Report abuse' }).press('Enter')
  const report = bob.getByRole('dialog', { name: 'Report alice' })
  await expect(report.getByRole('link', { name: 'help lines by country' })).toHaveAttribute(
    'href',
    '/site/safety#help-lines',
  )
  await report.getByLabel('Something else').press('Space')
  await report.getByRole('button', { name: 'Send report' }).press('Enter')
  await expect(report.getByText('Please tell us what happened.')).toBeVisible()
  await report.getByLabel('What happened?').fill('She sold me a map of nowhere.')
  await report.getByRole('button', { name: 'Send report' }).press('Enter')
  const thanks = bob.getByRole('dialog', { name: 'Thank you' })
  await expect(thanks).toContainText('alice is not told')
  await expect(report).toBeHidden()
  await thanks.getByRole('button', { name: 'Done' }).press('Enter')
  await expect(thanks).toBeHidden()
  await expect(bob).toHaveURL(profile)
})

test('Bob blocks both in one step, and takes it back', async () => {
  const profile = bob.url()
  const carols = () => bob.evaluate(async (path) => (await fetch(path)).status, pathOf.carol)
  await bob.getByLabel('More about alice').click()
  await bob.getByRole('link', { name: 'Block alice' }).click()
  const dialog = bob.getByRole('dialog', { name: 'Block alice?' })
  await dialog.getByLabel('Block carol, their partner, as well').check()
  await dialog.getByRole('button', { name: 'Block' }).click()
  await expect(bob.getByRole('heading', { level: 1 })).toHaveText('You blocked alice')
  expect(await carols()).toBe(404)
  await bob.getByRole('button', { name: 'Undo' }).click()
  await expect(name(bob, 'alice')).toBeVisible()
  await expect(bob).toHaveURL(profile)
  expect(await carols()).toBe(200)
})
