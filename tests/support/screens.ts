import { expect, type Locator, type Page } from '@playwright/test'
import { ownParts } from '#sites/profile-parts.ts'
import { settingsScreens } from '#sites/settings-screens.ts'
import { openWriting } from './journey.ts'

/** What a member can have before them: a page, or a page with a dialog opened on it. */
export type Screen = {
  path: string
  /** Named where a path has several screens. */
  name?: string
  /** Opens what is not there at first sight, and returns it. */
  open?: (page: Page) => Promise<Locator>
  /** The only width at which it exists. */
  width?: 390 | 1280
  /** Whether it is there only where the other person likes whoever looks. */
  needsLike?: true
}

const dialog = (page: Page) => page.locator('dialog[open]')

/** Clicks what opens a dialog. */
const opens =
  (by: (page: Page) => Locator, what: (page: Page) => Locator = dialog): Screen['open'] =>
  async (page) => {
    await by(page).click()
    await expect(what(page)).toBeVisible()
    return what(page)
  }

/** A dialog that a link to its hash opens. */
const atHash: Screen['open'] = async (page) => {
  await expect(dialog(page)).toBeVisible()
  return dialog(page)
}

const menuOf = (page: Page) =>
  page.locator('summary[aria-label^="More about"]:not([aria-label*="the conversation"])').first()

const opensFromMenu =
  (act: string): Screen['open'] =>
  async (page) => {
    await menuOf(page).click()
    await page
      .locator('details[open] a')
      .filter({ hasText: new RegExp(`^${act}`) })
      .click()
    await expect(dialog(page)).toBeVisible()
    return dialog(page)
  }

/** Of somebody who has just joined. */
export const newcomersScreens: readonly Screen[] = [
  { path: '/dashboard', name: 'the first step' },
  { path: '/dashboard?screen=words', name: 'the second step' },
  { path: '/dashboard#confirm-birthday', open: atHash },
  { path: '/profile/edit/settings', name: 'before the first step' },
]

/** Takes a task of a queue, and opens what is folded in it. */
const sends =
  (by: (page: Page) => Locator): Screen['open'] =>
  async (page) => {
    // Whoever holds a task already sees it at once.
    if ((await by(page).count()) > 0) await by(page).click()
    const article = page.getByRole('article').first()
    await expect(article).toBeVisible()
    for (const summary of await article.locator('summary').all()) await summary.click()
    return article
  }
const takesNext = sends((page) => page.getByRole('button', { name: 'Take the next' }))

/** Of somebody of staff in the demo, in whose queues there is work. */
export const staffScreens: readonly Screen[] = [
  { path: '/staff' },
  { path: '/staff/queue/poses' },
  { path: '/staff/queue/photos', open: takesNext },
  { path: '/staff/queue/reports', open: takesNext },
  { path: '/staff/queue/viewOnce' },
  { path: '/staff/queue/chatPhotos' },
  { path: '/staff/cases' },
  { path: '/staff/pictures?queue=photos' },
  { path: '/staff/matches' },
  { path: '/staff/tickets' },
  { path: '/staff/authority-orders' },
  {
    path: '/staff/queue/fraud',
    name: 'the keys',
    open: async (page) => {
      await expect(page.getByText('for the keys')).toBeVisible()
      await page.keyboard.press('?')
      return dialog(page)
    },
  },
  { path: '/staff/queue/fraud', open: takesNext },
  { path: '/staff/queue/removals', open: takesNext },
  { path: '/staff/queue/appeals', open: takesNext },
  { path: '/staff/approvals' },
  { path: '/staff/board?days=90' },
  { path: '/staff/board?days=90&table=money' },
  { path: '/staff/figures' },
  { path: '/staff/fraud' },
  { path: '/staff/fraud/hits?rule=money' },
  { path: '/staff/reporters' },
  { path: '/staff/flaggers' },
  { path: '/staff/content/codes' },
  { path: '/staff/content/ads' },
  { path: '/staff/content/pictures' },
  { path: '/staff/affiliates' },
  { path: '/staff/affiliate/night-guide' },
  {
    path: '/staff/affiliate/night-guide',
    name: 'their own page',
    open: async (page) => {
      await page.locator('a[href*="/affiliates/"]').click()
      await expect(page).toHaveURL(/\/affiliates\/\d/)
      return page.getByRole('main')
    },
  },
  { path: '/staff/content/edit?path=promo%2Fwivesnow%2F', name: 'a new campaign' },
  { path: '/staff/preserved' },
  { path: '/staff/members' },
  { path: '/staff/members?find=ali', name: 'found' },
  { path: '/staff/member/12' },
  { path: '/staff/member/12?photos=1' },
  { path: '/staff/decision?id=1' },
  {
    path: '/staff/decision?id=1',
    name: 'its statement of reasons',
    open: async (page) => {
      await page.getByRole('link', { name: /statement of reasons/ }).click()
      await expect(page.getByLabel('Why we are wrong')).toBeVisible()
      return page.getByRole('main')
    },
  },
]

/**
 * `other`: somebody whom whoever looks has a conversation with, and who likes them where a screen
 * needs it.
 */
export const screensWith = (other: number): readonly Screen[] => [
  { path: '/dashboard' },
  {
    path: '/dashboard',
    name: 'the account menu',
    open: opens(
      (page) => page.locator('button.account'),
      (page) => page.locator('#account'),
    ),
  },
  { path: '/search' },
  { path: '/search?ageFrom=98', name: 'nobody found' },
  {
    path: '/search',
    name: 'a search to save',
    width: 1280,
    open: opens(
      (page) => page.getByText('Save this search'),
      (page) => page.getByLabel('Name', { exact: true }),
    ),
  },
  {
    path: '/search',
    name: 'the filter sheet',
    width: 390,
    open: opens(
      (page) => page.getByRole('button', { name: 'Filters', exact: true }),
      (page) => page.locator('#filters'),
    ),
  },
  {
    path: '/search',
    name: 'write to somebody',
    open: async (page) => openWriting(page, page.getByRole('article').first()),
  },
  ...['new', 'online', 'matches', 'youlike', 'likesyou', 'viewedyou', 'youviewed'].map((list) => ({
    path: `/plist/${list}/1`,
  })),
  { path: '/plist/new/99', name: 'a page after the last' },
  { path: `/profile/view/id/${other}` },
  {
    path: `/profile/view/id/${other}`,
    name: 'the menu',
    open: opens(menuOf, (page) => page.getByRole('link', { name: /^Block/ })),
  },
  ...['Report', 'Block'].map((act) => ({
    path: `/profile/view/id/${other}`,
    name: act,
    open: opensFromMenu(act),
  })),
  ...['block', 'report', 'reported'].map((act) => ({
    path: `/profile/view/id/${other}?act=${act}#act`,
    name: `${act}, as without script`,
    open: async (page: Page) => {
      await expect(page.locator('#act')).toBeVisible()
      return page.locator('#act')
    },
  })),
  {
    path: `/profile/view/id/${other}`,
    name: 'a photo, full screen',
    open: opens((page) => page.getByRole('button', { name: 'Full screen' })),
  },
  {
    path: `/profile/view/id/${other}`,
    name: 'a match',
    needsLike: true,
    open: async (page) => {
      const like = page.getByRole('button', { name: /^Like \S+$/ })
      const matched = page.locator('summary[aria-label^="Matched with"]')
      await expect(like.or(matched)).toBeVisible()
      if (await matched.isVisible()) {
        await matched.click()
        await page.getByRole('button', { name: 'End the match' }).click()
        const sure = dialog(page).getByRole('button', { name: 'End the match' })
        await Promise.all([page.waitForResponse(/\/match\/unlike$/), sure.click()])
      }
      await like.click()
      await expect(dialog(page)).toBeVisible()
      return dialog(page)
    },
  },
  { path: '/profile/view/id/999999999', name: 'nobody' },
  { path: '/profile/edit/profile' },
  ...ownParts.map(({ id }) => ({ path: `/profile/edit/profile?part=${id}` })),
  { path: '/profile/edit/settings' },
  ...settingsScreens
    .filter(({ href }) => href === undefined)
    .map(({ id }) => ({ path: `/profile/edit/settings?screen=${id}` })),
  { path: '/profile/edit/settings?screen=account#email-change', open: atHash },
  { path: '/profile/edit/settings?screen=sign-in#passkey', open: atHash },
  { path: '/profile/edit/dates' },
  { path: `/profile/edit/dates?with=${other}` },
  { path: '/profile/edit/managePhotos' },
  {
    path: '/profile/edit/managePhotos',
    name: 'what one does with a photo',
    open: opens((page) => page.getByRole('link', { name: /Change: / }).first()),
  },
  {
    path: '/profile/edit/managePhotos',
    name: 'crop',
    open: async (page) => {
      await opens((one) => one.getByRole('link', { name: /Change: / }).first())?.(page)
      await page.getByRole('button', { name: /^Crop or turn/ }).click()
      const crop = page.getByRole('dialog', { name: 'Crop and turn' })
      await expect(crop.getByRole('slider', { name: 'Zoom' })).toBeEnabled()
      return crop
    },
  },
  {
    path: '/profile/edit/managePhotos',
    name: 'one photo, as without script',
    open: async (page) => {
      const href = await page.locator('a[href*="managePhotos?photo="]').first().getAttribute('href')
      await page.goto(new URL(href ?? '', page.url()).href)
      return page.locator('section:has(> #one-photo)')
    },
  },
  { path: '/messages' },
  { path: '/messages?show=hidden' },
  { path: '/messages?show=waiting' },
  {
    path: '/messages',
    name: 'the menu of a conversation',
    open: opens(
      (page) => page.locator('summary[aria-label^="More about the conversation"]').first(),
      (page) => page.getByRole('button', { name: 'Hide' }).first(),
    ),
  },
  { path: '/messages#magic-message', open: atHash },
  { path: `/messages?with=${other}` },
  {
    path: `/messages?with=${other}`,
    name: 'its menu',
    open: opens(menuOf, (page) => page.getByRole('link', { name: /^Report/ })),
  },
  ...['Report', 'Block'].map((act) => ({
    path: `/messages?with=${other}`,
    name: act,
    open: opensFromMenu(act),
  })),
  {
    path: `/messages?with=${other}`,
    name: 'a photo for one view',
    open: opens((page) => page.getByRole('button', { name: 'Send a photo for one view' })),
  },
  {
    path: '/plist/new/1',
    name: 'writing to support',
    open: opens((page) =>
      page.getByRole('contentinfo').getByRole('link', { name: 'Write to us', exact: true }),
    ),
  },
  { path: '/search?token=nonsense', name: 'a mailed link that does not work' },
  { path: '/billing/upgrade' },
  { path: '/billing/upgrade?promo=nonsense' },
  { path: '/billing/credits' },
  { path: '/site/withdraw' },
  { path: '/site/cancelContract' },
  { path: '/transparency' },
  { path: '/site/reportContent' },
  ...['emailOfferRedirect', 'fullPageAd', 'contentWall', 'freeMovies', 'signOutAd'].map((page) => ({
    path: `/${page}`,
  })),
  { path: '/help' },
  { path: '/offline' },
  { path: '/no-such-page' },
  { path: '/search?view=deck' },
  { path: '/dashboard?view=deck' },
]
