import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { codeAt } from '#core/staff-accounts/totp.server.ts'
import { DEMO_FACTOR } from '#demo/cast.ts'
import { hashesOfFile } from '#members/photos/hashes/picture-hashes.server.ts'
import { PHOTO_RULES } from '#members/photos/own/photo-rules.ts'
import { expectAlive, signedIn } from '../support/journey.ts'
import { expectFitsAllScreens, problemsOf } from '../support/looks.ts'
import { drawnPhoto } from '../support/photos.ts'
import { type RunningServer, startServer } from '../support/server.ts'

/**
 * Alice adds a picture that a list knows, and Eve confirms it. Eve asks to see the copy that is
 * kept, Frank agrees, and she looks, with the keyboard alone; what the list could be told is
 * released, and sent by hand.
 */
let server: RunningServer
let picture: Uint8Array
test.beforeAll(async () => {
  picture = await drawnPhoto(1)
  const hashes = await hashesOfFile(picture)
  if (!hashes) throw new Error('the picture cannot be read')
  const list = join(await mkdtemp(join(tmpdir(), 'hash-list-')), 'hashes.csv')
  await writeFile(list, `kind,hash\npdq,${Buffer.from(hashes.pdq).toString('hex')}\n`)
  server = await startServer({ DEMO: '1', HASH_LIST_FILE: list })
  await server.operator('staff', 'frank', 'lead')
})
test.afterAll(({ browser }) => server.stop(browser))

async function proven(page: Page): Promise<Page> {
  await page.goto(`${server.origin('adultcrush')}/staff`)
  await page.getByLabel('Code of the app').fill(codeAt(DEMO_FACTOR, new Date()))
  await page.getByRole('button', { name: 'Go on' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: /^Hello/ })).toBeVisible()
  return page
}

async function adds(page: Page): Promise<string> {
  return page.evaluate(
    async ({ api, rules, base64 }) => {
      const form = new FormData()
      form.append('rules', rules)
      form.append(
        'photo',
        new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], {
          type: 'image/jpeg',
        }),
        'photo.jpg',
      )
      const headers = { 'X-Requested-With': 'XMLHttpRequest' }
      const answer = await fetch(`${api}/image/upload`, {
        method: 'POST',
        credentials: 'include',
        headers,
        body: form,
      })
      return ((await answer.json()) as { photo: { status: string } }).photo.status
    },
    {
      api: server.origin('adultcrush', 'api'),
      rules: PHOTO_RULES,
      base64: Buffer.from(picture).toString('base64'),
    },
  )
}

const preserved = () => `${server.origin('adultcrush')}/staff/preserved`

test('two leads look at a copy that is kept, and its list is told by hand', async ({ browser }) => {
  const [alice, eve, frank] = await Promise.all([
    signedIn(browser, server, 'adultcrush', 'alice'),
    signedIn(browser, server, 'adultcrush', 'eve').then(proven),
    signedIn(browser, server, 'adultcrush', 'frank').then(proven),
  ])
  // The list is read when the product starts.
  await expect(async () => expect(await adds(alice)).toBe('waiting')).toPass()

  await eve.goto(`${server.origin('adultcrush')}/staff/queue/matches`)
  await expect(eve.getByText('for the keys')).toBeVisible()
  await eve.keyboard.press('n')
  await expect(eve.locator('[data-task]')).toBeVisible()
  await expect(eve.getByText('for the keys')).toBeVisible()
  for (const key of ['r', '3']) await eve.keyboard.press(key)
  await expect(eve.getByText('Nothing is waiting')).toBeVisible()
  await eve.getByRole('link', { name: 'Kept copies' }).press('Enter')
  await expect(eve.getByRole('heading', { level: 1, name: 'Kept copies' })).toBeVisible()
  const copy = eve.getByRole('listitem', { name: /^A photo of a profile/ })
  // The decision takes effect after ten seconds.
  await expect(async () => {
    await eve.reload()
    await expect(copy).toBeVisible({ timeout: 500 })
  }).toPass()

  await copy.getByText('Ask to see it').press('Enter')
  await copy.getByRole('textbox', { name: 'For what' }).fill('The police ask for it, case 4711.')
  expect(await problemsOf(eve)).toEqual([])
  await expectFitsAllScreens(eve)
  await copy.getByRole('button', { name: 'Ask another lead' }).press('Enter')
  await expect(eve.getByRole('status').filter({ hasText: /Another lead is asked/ })).toBeVisible()

  await frank.goto(preserved())
  const ask = frank.getByRole('listitem', { name: 'eve' })
  await expect(ask).toContainText('case 4711')
  expect(await problemsOf(frank)).toEqual([])
  await expectFitsAllScreens(frank)
  await ask.getByRole('button', { name: 'Agree' }).press('Enter')
  await expect(frank.getByRole('status').filter({ hasText: /for an hour/ })).toBeVisible()

  await eve.goto(preserved())
  await copy.getByRole('button', { name: 'Look at it' }).press('Enter')
  const shown = eve.getByRole('img', { name: 'The copy' })
  await expect(shown).toBeVisible()
  await expectAlive(eve)
  await expect(shown).toHaveCSS('filter', /^blur\(\d+px\) grayscale\(1\)$/)
  await eve.keyboard.down('v')
  await expect(shown).toHaveCSS('filter', 'none')
  await eve.keyboard.up('v')
  await expect(shown).toHaveCSS('filter', /^blur/)
  expect(await problemsOf(eve)).toEqual([])
  await expectFitsAllScreens(eve)

  await eve.getByRole('link', { name: 'Back to the copies' }).press('Enter')
  await eve.getByRole('button', { name: /^Release/ }).press('Enter')
  await expect(eve.getByRole('status').filter({ hasText: /to be sent by hand/ })).toBeVisible()
  const [file] = await Promise.all([
    eve.waitForEvent('download'),
    eve.getByRole('link', { name: /as a file/ }).press('Enter'),
  ])
  expect(file.suggestedFilename()).toBe('feedback-file.csv')
  expect(await problemsOf(eve)).toEqual([])
  await expectFitsAllScreens(eve)
  await eve.getByRole('button', { name: /^It was sent/ }).press('Enter')
  await expect(eve.getByRole('status').filter({ hasText: 'Marked as sent.' })).toBeVisible()
})
