import { expect, type Page, test } from '@playwright/test'
import { brands } from '#sites/registry.ts'
import { fillPerson } from '../support/journey.ts'
import { rememberedOn } from '../support/remembered.ts'
import { shippedTexts } from '../support/texts.ts'
import { withServer } from '../support/with-server.ts'

/** What somebody meets who has not signed in: on each brand, with script and without. */
const server = withServer()

test('the guest pages break no policy: the landing of each brand, and the others in turn', async ({
  page,
}) => {
  const complaints: string[] = []
  // Chromium's advice on forms is no complaint.
  page.on(
    'console',
    (message) =>
      message.text().startsWith('[DOM]') || complaints.push(`${page.url()}: ${message.text()}`),
  )
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`))
  const others = [
    '/#register',
    '/site/privacy',
    '/help',
    '/help/who-can-join',
    '/help?q=photo',
    '/resetPassword/makeRequest',
  ]
  for (const [index, brand] of brands.entries()) {
    for (const path of [others[index % others.length] as string, '/']) {
      const answer = await page.goto(server.origin(brand.id) + path)
      expect([brand.id, path, answer?.status()]).toEqual([brand.id, path, 200])
    }
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      shippedTexts.landing(brand).headline,
    )
  }
  expect(complaints).toEqual([])
})

test('the dialogs follow the address: a link opens, Back and Escape close', async ({ page }) => {
  await page.goto(server.origin('adultcrush'))
  const signIn = page.getByRole('dialog', { name: 'Welcome back' })
  await page.getByRole('link', { name: 'Sign in' }).first().click()
  await expect(signIn.getByLabel('E-mail or username')).toBeFocused()

  await signIn.getByRole('link', { name: 'Join free' }).click()
  const register = page.getByRole('dialog', { name: 'Join free' })
  await expect(register).toBeVisible()
  await expect(signIn).toBeHidden()

  await page.goBack()
  await expect(register).toBeHidden()
  await expect(signIn).toBeHidden()

  await page.goto(`${server.origin('adultcrush')}/#register`)
  await expect(register).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(register).toBeHidden()
  await expect.poll(() => new URL(page.url()).hash).toBe('')
})

test('joining has two steps: Back goes a step back, a reload stays and keeps what was typed, and Escape leaves both', async ({
  page,
}) => {
  await page.goto(server.origin('adultcrush'))
  await page.getByRole('link', { name: 'Join free' }).first().click()
  const form = page.getByRole('dialog', { name: 'Join free' })
  const ben = { username: 'Ben', gender: 'Man', lookingFor: 'Women', about: '' }
  await fillPerson(form, ben)
  await form.getByRole('button', { name: 'Continue' }).click()
  await expect(form.getByText('2 of 2: your account')).toBeVisible()
  await page.goBack()
  await expect(form.getByText('1 of 2: about you')).toBeVisible()
  await expect(form.getByLabel('Town or city')).toHaveValue('Chicago')
  await page.goForward()
  await form.getByLabel('Username').fill('Ben')
  await form.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.reload()
  await expect(form.getByText('2 of 2: your account')).toBeVisible()
  await expect(form.getByLabel('Username')).toHaveValue('Ben')
  await expect(form.getByLabel('Password', { exact: true })).toHaveValue('')
  await form.getByRole('button', { name: 'Back' }).click()
  await expect(form.getByLabel('Town or city')).toHaveValue('Chicago')
  await form.getByRole('button', { name: 'Continue' }).click()
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  await expect.poll(() => new URL(page.url()).hash).toBe('')
})

test('the landing keeps nothing of whoever was signed in, however their session ended', async ({
  page,
}) => {
  await page.goto(`${server.origin('adultcrush')}/help`)
  await page.evaluate(() => {
    localStorage.setItem('user', '{"username":"Alice"}')
    localStorage.setItem('ccpInfo', '{}')
    sessionStorage.setItem('monetizationPageViews', '3')
  })
  await page.goto(`${server.origin('adultcrush')}/dashboard`)
  await expect(page).toHaveURL(`${server.origin('adultcrush')}/`)
  await expect
    .poll(() => page.evaluate(() => [localStorage.length, sessionStorage.length]))
    .toEqual([0, 0])
})

test('what is wrong stands at its field, and what was typed stays', async ({ page }) => {
  await page.goto(`${server.origin('wivesnow')}/#sign-in`)
  const dialog = page.getByRole('dialog', { name: 'Welcome back' })
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(dialog.getByLabel('E-mail or username')).toBeFocused()
  await expect(dialog.getByLabel('E-mail or username')).toHaveAttribute('aria-invalid', 'true')

  await dialog.getByLabel('E-mail or username').fill('nobody')
  await dialog.getByLabel('Password', { exact: true }).fill('not the password')
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'The e-mail address, the username or the password is not right.',
  )
  await expect(dialog.getByLabel('E-mail or username')).toHaveValue('nobody')
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveValue('not the password')
})

test('who is under 18 is told so in the first step of joining, at the date', async ({ page }) => {
  await page.goto(`${server.origin('adultcrush')}/#register`)
  const dialog = page.getByRole('dialog')
  await fillPerson(dialog, { username: 'Tim', gender: 'Man', lookingFor: 'Women', about: '' })
  const born = dialog.getByLabel('Date of birth')
  await born.fill(`${new Date().getUTCFullYear() - 17}-01-01`)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('You have to be 18 or over to join.')).toBeVisible()
  await expect(born).toBeFocused()
  await expect(dialog.getByLabel('Username')).toBeHidden()
  await born.fill('1991-03-14')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByLabel('Username')).toBeVisible()
})

test('a place is suggested while it is typed and chosen by keyboard', async ({ page }) => {
  await page.goto(`${server.origin('localhussies')}/#register`)
  const dialog = page.getByRole('dialog', { name: 'Have a look round' })
  await dialog.getByLabel('Country').selectOption('GB')
  const place = dialog.getByRole('combobox', { name: 'Town or city' })
  await place.pressSequentially('leed')
  // Of fewer letters a larger town is the first.
  await expect(dialog.getByRole('listbox').getByRole('option').first()).toHaveText(/^Leeds/)
  await place.press('ArrowDown')
  await place.press('Enter')
  await expect(place).toHaveValue('Leeds')
  await expect(dialog).toBeVisible()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the cross closes the dialog', async ({ page }) => {
    await page.goto(`${server.origin('meetwives')}/#sign-in`)
    const form = page.getByLabel('E-mail or username')
    await expect(form).toBeVisible()
    await page.getByRole('link', { name: 'Close' }).click()
    await expect(form).toBeHidden()
  })
})

test.describe('who has not said anything about cookies', () => {
  test.use({
    storageState: {
      cookies: brands.map(({ id }) => rememberedOn(id, 'adult', 'yes')),
      origins: [],
    },
  })

  test('can join at first sight on a phone, of each brand, and is asked only where a partner’s link led', async ({
    page,
  }) => {
    const notice = page.getByRole('region', { name: 'Cookies', exact: true })
    const join = page.getByRole('banner').getByRole('link', { name: 'Join', exact: true })
    const covered: string[] = []
    const look = async (where: string) => {
      for (const [width, height] of [
        [390, 844],
        [320, 568],
      ] as const) {
        await page.setViewportSize({ width, height })
        for (const word of await unreachable(page)) covered.push(`${where}, ${width} wide: ${word}`)
        await expect(join, where).toBeInViewport({ ratio: 1 })
        // On the smallest the mark may stand alone.
        if (width === 390 && !(await isNamed(page)))
          covered.push(`${where}, ${width} wide: the name`)
      }
    }
    for (const { id } of brands) {
      await page.goto(server.origin(id))
      await expect(notice, id).toBeHidden()
      await look(id)
      await page.goto(`${server.origin(id)}/?affiliateId=partner-7`)
      await expect(notice, id).toBeVisible()
      // A fifth of the smallest screen.
      expect((await notice.boundingBox())?.height, id).toBeLessThan(114)
      await look(`${id} with the notice`)
    }
    expect(covered).toEqual([])
  })
})

const named = (cookies: ReadonlyArray<{ name: string; value: string }>) =>
  Object.fromEntries(cookies.map(({ name, value }) => [name, value]))

/** They are asked for their age, and about cookies, and are believed. */
test.describe('who comes for the first time', () => {
  test.use({ storageState: { cookies: [], origins: [] } })

  test('a guest says once on each brand to be of age', async ({ page, context }) => {
    await page.goto(server.origin('adultcrush'))
    const gate = page.getByRole('dialog', { name: 'Are you 18 or over?' })
    await expect(gate.getByRole('button', { name: 'Yes, I am 18 or over' })).toBeFocused()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(gate).toBeVisible()
    expect(await context.cookies()).toEqual([])

    const remembered = page.waitForResponse((response) =>
      response.url().endsWith('/site/confirmAdult'),
    )
    await gate.getByRole('button', { name: 'Yes, I am 18 or over' }).click()
    await expect(gate).toBeHidden()
    await remembered
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(gate).toBeHidden()

    await page.goto(server.origin('wivesnow'))
    await expect(gate).toBeVisible()
  })

  test('who is younger is let go, and nothing is kept', async ({ page, context }) => {
    await page.goto(server.origin('adultcrush'))
    await page.getByRole('button', { name: 'No, I am younger' }).click()
    await expect(
      page.getByRole('status').filter({ hasText: 'not a place for you yet' }),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: 'Yes, I am 18 or over' })).toBeHidden()
    expect(await context.cookies()).toEqual([])
  })

  test('cookies that are not needed are refused as easily as allowed, and the choice can be changed', async ({
    page,
    context,
  }) => {
    await page.goto(`${server.origin('adultcrush')}/site/cookiePolicy?affiliateId=partner-7`)
    const notice = page.getByRole('region', { name: 'Cookies', exact: true })
    const [refuse, allow] = [
      notice.getByRole('button', { name: 'Needed only' }),
      notice.getByRole('button', { name: 'Allow' }),
    ]
    expect((await refuse.boundingBox())?.height).toBe((await allow.boundingBox())?.height)
    expect(await context.cookies()).toEqual([])
    await refuse.click()
    await expect(page.getByText('You allow only the cookies that are needed.')).toBeVisible()
    await expect(notice).toBeHidden()
    expect(named(await context.cookies())).toEqual({ cookies: 'needed' })

    const choices = page.getByRole('region', { name: 'Your choice' })
    await choices.getByRole('button', { name: 'Allow' }).click()
    await expect(page.getByText('You allow all cookies named above.')).toBeVisible()
    expect(named(await context.cookies())).toEqual({
      cookies: 'all',
      from: 'affiliateId%3Dpartner-7',
    })

    await page.reload()
    await expect(notice).toBeHidden()
    await choices.getByRole('button', { name: 'Needed only' }).click()
    await expect(page.getByText('You allow only the cookies that are needed.')).toBeVisible()
    expect(named(await context.cookies())).toEqual({ cookies: 'needed' })
  })

  test('whoever refuses on a slow line has refused, though what was chosen before is told anew', async ({
    page,
    context,
  }) => {
    await page.goto(`${server.origin('adultcrush')}/site/cookiePolicy?affiliateId=partner-7`)
    const choices = page.getByRole('region', { name: 'Your choice' })
    await choices.getByRole('button', { name: 'Allow' }).click()
    await expect(page.getByText('You allow all cookies named above.')).toBeVisible()
    // Playwright sees no request that outlives its page.
    await page.addInitScript(() => {
      const { fetch } = globalThis
      const slow = new Promise<void>((resolve) => Object.assign(globalThis, { arrive: resolve }))
      const asked: string[] = []
      Object.assign(globalThis, { asked })
      globalThis.fetch = async (address, init) => {
        if (
          !String(address instanceof Request ? address.url : address).endsWith(
            '/site/chooseCookies',
          )
        )
          return fetch(address, init)
        if (asked.push(typeof init?.body === 'string' ? init.body : '') === 1) await slow
        return fetch(address, init)
      }
    })
    await page.reload()
    const asked = () =>
      page.evaluate(() =>
        (globalThis as unknown as { asked: string[] }).asked.map(
          (body) => (JSON.parse(body) as { choice: string }).choice,
        ),
      )
    await expect.poll(asked).toEqual(['all'])
    await choices.getByRole('button', { name: 'Needed only' }).click()
    expect(await asked()).toEqual(['all'])
    await page.evaluate(() => (globalThis as unknown as { arrive: () => void }).arrive())
    await expect.poll(asked).toEqual(['all', 'needed'])
    await expect(page.getByText('You allow only the cookies that are needed.')).toBeVisible()
    await expect.poll(async () => named(await context.cookies())).toEqual({ cookies: 'needed' })
  })

  test('without script nothing is asked in front of the page, and the choice is a form', async ({
    browser,
  }) => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(server.origin('adultcrush'))
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.goto(`${server.origin('adultcrush')}/site/cookiePolicy`)
    await page
      .getByRole('region', { name: 'Your choice' })
      .getByRole('button', { name: 'Needed only' })
      .click()
    await expect(page).toHaveURL(/\/site\/cookiePolicy#saved$/)
    await expect(page.getByText('Your choice is saved.')).toBeVisible()
    expect(named(await context.cookies())).toEqual({ cookies: 'needed' })
    await context.close()
  })
})

/**
 * Whether the masthead has room for the brand's name, which wraps out of sight where it has not.
 */
async function isNamed(page: Page): Promise<boolean> {
  return page
    .locator('.masthead .logo')
    .evaluate(
      (logo) =>
        logo.lastElementChild !== null &&
        logo.lastElementChild.getBoundingClientRect().top < logo.getBoundingClientRect().bottom,
    )
}

/**
 * Ways in whose middle is on the screen and under something else. Those of the page itself may lie
 * under the notice.
 */
async function unreachable(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const hasNotice = document.querySelector('[data-cookie-notice]:not([hidden])') !== null
    const links = [...document.querySelectorAll<HTMLElement>('a[href="#register"]')].filter(
      (link) => link.checkVisibility() && !link.closest('dialog'),
    )
    return links
      .filter((link) => !hasNotice || link.closest('header') !== null)
      .filter((link) => {
        const { left, top, width, height } = link.getBoundingClientRect()
        const [x, y] = [left + width / 2, top + height / 2]
        return y < innerHeight && !link.contains(document.elementFromPoint(x, y))
      })
      .map((link) => link.innerText)
  })
}
