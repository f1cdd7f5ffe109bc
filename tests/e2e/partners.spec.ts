import { expect, type Page, test } from '@playwright/test'
import { finishProfile, register } from '../support/journey.ts'
import { type RunningServer, startServer } from '../support/server.ts'

/** Two members say who they are, and link their profiles; a third comes by. */
test.describe.configure({ mode: 'serial' })

const people = {
  Runa: {
    username: 'Runa',
    gender: 'Woman',
    lookingFor: 'Men',
    about: 'Rain on a tin roof, and nobody in a hurry.',
  },
  Jonte: {
    username: 'Jonte',
    gender: 'Man',
    lookingFor: 'Women',
    about: 'I repair clocks that nobody winds.',
  },
  Sanna: {
    username: 'Sanna',
    gender: 'Woman',
    lookingFor: 'Men',
    about: 'Maps, mostly, and the walk that follows.',
  },
}
type Name = keyof typeof people

let server: RunningServer
let origin: string
const pages = {} as Record<Name, Page>
const profiles = {} as Record<Name, string>

test.beforeAll(async ({ browser }) => {
  server = await startServer()
  origin = server.origin('wivesnow')
  for (const [name, person] of Object.entries(people) as Array<[Name, (typeof people)[Name]]>) {
    const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
    await register(page, origin, person)
    await finishProfile(page, person)
    pages[name] = page
    await page.goto(`${origin}/profile/edit/profile`)
    profiles[name] = new URL(
      (await page.locator('#account a').first().getAttribute('href')) ?? '',
      origin,
    ).href
  }
})
test.afterAll(async () => server.stop())

const statusFor = (page: Page, url: string) =>
  page.evaluate(async (path) => (await fetch(path)).status, new URL(url).pathname)

test('Runa says who she is in words and an order of her own, and others read them', async () => {
  const { Runa, Jonte } = pages
  const section = Runa.getByRole('region', { name: 'Gender and pronouns' })
  await expect(section).toContainText('you are found among women')
  await section.getByLabel('First word').selectOption('Non-binary')
  await section.getByLabel('Second word').selectOption('Agender')
  await section.getByLabel('A word of your own').fill('Demigirl')
  await section.getByLabel('they/them').check()
  await section.getByLabel('she/her').check()
  await section.getByRole('button', { name: 'Save' }).click()
  await expect(section.getByText('Saved.')).toBeVisible()
  await Jonte.goto(profiles.Runa)
  await expect(Jonte.getByText('Pronouns: she/her, they/them')).toBeVisible()
  await expect(Jonte.getByText('Non-binary, Agender, Demigirl')).toBeVisible()
})

test('Jonte invites Runa from her profile, she accepts, and each profile links to the other', async () => {
  const { Runa, Jonte, Sanna } = pages
  await Jonte.getByLabel('More about Runa').click()
  await Jonte.getByRole('link', { name: 'Link as partner' }).click()
  const invite = Jonte.getByRole('region', { name: 'Partners' })
  await expect(invite.getByLabel('Their username')).toHaveValue('Runa')
  await invite.getByRole('button', { name: 'Invite' }).click()
  await expect(invite.getByText('Invited. The link is there once they agree.')).toBeVisible()
  await Runa.goto(`${origin}/dashboard`)
  await Runa.getByRole('link', { name: 'Jonte asks to be linked with you as a partner' }).click()
  const asked = Runa.getByRole('region', { name: 'Partners' })
  await asked.getByRole('button', { name: 'Accept Jonte' }).click()
  await expect(asked.getByText('You are linked now.')).toBeVisible()
  await Sanna.goto(profiles.Jonte)
  await Sanna.getByText('Partner: Runa').getByRole('link', { name: 'Runa' }).click()
  await expect(Sanna.getByRole('heading', { level: 1, name: /^Runa, \d+$/ })).toBeVisible()
  await Runa.goto(profiles.Jonte)
  await expect(Runa.getByText('Partner: you')).toBeVisible()
  await Runa.getByLabel('More about Jonte').click()
  await expect(Runa.getByRole('link', { name: 'Link as partner' })).toHaveCount(0)
})

test('Sanna blocks both in one step, and takes it back', async () => {
  const { Sanna } = pages
  await Sanna.getByLabel('More about Runa').click()
  await Sanna.getByRole('link', { name: 'Block Runa' }).click()
  const dialog = Sanna.getByRole('dialog', { name: 'Block Runa?' })
  await dialog.getByLabel('Block Jonte, their partner, as well').check()
  await dialog.getByRole('button', { name: 'Block' }).click()
  await expect(Sanna.getByRole('heading', { level: 1 })).toHaveText('You blocked Runa')
  expect(await statusFor(Sanna, profiles.Jonte)).toBe(404)
  await Sanna.getByRole('button', { name: 'Undo' }).click()
  await expect(Sanna.getByRole('heading', { level: 1, name: /^Runa, \d+$/ })).toBeVisible()
  expect(await statusFor(Sanna, profiles.Jonte)).toBe(200)
})

test('Jonte ends the link without script, and it is gone from both', async ({ browser }) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await pages.Jonte.context().storageState(),
  })
  const page = await context.newPage()
  await page.goto(`${origin}/profile/edit/profile#partners`)
  await page.getByRole('button', { name: 'End the link with Runa' }).click()
  await expect(page.getByText('Ended. They are not told.')).toBeVisible()
  for (const profile of [profiles.Runa, profiles.Jonte]) {
    await pages.Sanna.goto(profile)
    await expect(pages.Sanna.getByText('Partner:')).toHaveCount(0)
  }
  await context.close()
})

test('Runa wants no hint at what her profile does not say', async () => {
  const { Runa } = pages
  await Runa.goto(profiles.Runa)
  const hint = Runa.getByRole('region', { name: 'Your profile could also say' })
  await expect(
    hint.getByRole('link', { name: 'What you are here for, and what you like' }),
  ).toHaveAttribute('href', '/profile/edit/profile#facts')
  await hint.getByRole('button', { name: 'Do not show this again' }).click()
  await expect(Runa).toHaveURL(profiles.Runa)
  await expect(hint).toHaveCount(0)
})
