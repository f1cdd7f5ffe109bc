import { describe, expect, test } from 'vitest'
import { filesIn, readText } from './sources.ts'

/** Where members change something in place, the region is a React island; guests get no React. */

const islands: ReadonlyArray<readonly [page: string, file: string, island: string]> = [
  ['every page of a member', 'src/layouts/MemberLayout.astro', 'MemberBar'],
  ['every page of a member', 'src/layouts/MemberLayout.astro', 'TabBar'],
  ['every page of a member', 'src/layouts/MemberLayout.astro', 'Overlays'],
  ['every page of a member', 'src/layouts/MemberLayout.astro', 'QuickExit'],
  ['the lock', 'src/features/core/accounts/app-lock/LockScreen.astro', 'PasskeyUnlock'],
  ['the search', 'src/pages/search/[...page].astro', 'Search'],
  ['a list of people', 'src/pages/plist/[list]/[page].astro', 'People'],
  ['the dashboard', 'src/features/members/search/NewPeople.astro', 'People'],
  ['the dashboard', 'src/pages/dashboard.astro', 'Waiting'],
  ['the dashboard', 'src/pages/dashboard.astro', 'Updates'],
  ['the dashboard', 'src/features/members/search/HomeNews.astro', 'NewsTitle'],
  ['a profile', 'src/pages/profile/view/id/[id].astro', 'Updates'],
  ['the messages', 'src/pages/messages.astro', 'Waiting'],
  ['a profile', 'src/features/members/search/MemberProfile.astro', 'ProfileActs'],
  ['a profile', 'src/features/members/search/MemberProfile.astro', 'Gallery'],
  ['a profile', 'src/pages/profile/view/id/[id].astro', 'PeopleAround'],
  ['the messages', 'src/pages/messages.astro', 'Messages'],
  ['one’s own profile', 'src/pages/profile/edit/profile.astro', 'EditProfile'],
  ['one’s own profile', 'src/pages/profile/edit/profile.astro', 'PartForm'],
  ['shared dates', 'src/pages/profile/edit/dates.astro', 'SharedDates'],
  ['the steps after joining', 'src/features/members/onboarding/NewcomerPanel.astro', 'Onboarding'],
  ['the steps after joining', 'src/features/members/onboarding/NewcomerPanel.astro', 'Where'],
  ['the settings', 'src/pages/profile/edit/settings.astro', 'SettingsIndex'],
  ['the settings', 'src/features/core/accounts/WhoFindsMe.astro', 'Switches'],
  ['the settings', 'src/features/core/notifications/BeingTold.astro', 'PushForm'],
  ['the settings', 'src/pages/profile/edit/settings.astro', 'DataCopy'],
  ['the settings', 'src/features/core/accounts/SigningIn.astro', 'Passkeys'],
  ['the settings', 'src/features/core/accounts/SigningIn.astro', 'Sessions'],
  ['the settings', 'src/pages/profile/edit/settings.astro', 'Blocked'],
  ['own photos', 'src/pages/profile/edit/managePhotos.astro', 'OwnPhotos'],
  ['own photos', 'src/pages/profile/edit/managePhotos.astro', 'PhotoRequests'],
  ['the ads', 'src/features/money/ads/AdSlot.astro', 'Ad'],
  ['the full-page ad', 'src/pages/fullPageAd.astro', 'GoOn'],
  ['the sign-out ad', 'src/pages/signOutAd.astro', 'SignOut'],
  ['the messages', 'src/features/members/search/MagicMessage.astro', 'MagicForm'],
  ['upgrading', 'src/pages/billing/upgrade.astro', 'Upgrade'],
  ['upgrading', 'src/pages/billing/upgrade.astro', 'CheckoutOffers'],
  ['upgrading', 'src/pages/billing/upgrade.astro', 'PartnerOffer'],
  ['upgrading', 'src/features/money/checkout/CheckoutOrder.astro', 'AwaitedReport'],
  ['a queue of staff', 'src/pages/staff/queue/[queue].astro', 'Console'],
  ['objections', 'src/pages/staff/queue/[queue].astro', 'AppealForm'],
  ['requests for removal', 'src/pages/staff/queue/[queue].astro', 'AnswerForm'],
  ['photo checks', 'src/pages/staff/queue/[queue].astro', 'PoseForm'],
  ['the tickets', 'src/pages/staff/tickets/index.astro', 'Tickets'],
  ['a text', 'src/pages/staff/content/edit.astro', 'TextEditor'],
  ['a member’s file', 'src/pages/staff/member/[id].astro', 'DecisionForm'],
]

test.each(islands)('%s (%s) has the island %s', (_, file, island) => {
  expect(readText(file)).toMatch(new RegExp(`<${island}\\s+client:(load|idle|visible)`))
})

const draws =
  /querySelector|createElement\(|innerHTML|replaceChildren|getElementById|insertAdjacent|cloneNode/

/**
 * Behind the door, what still looks for elements and changes them by hand; a file that is an island
 * leaves the list.
 */
const byHand = [
  'src/features/money/ads/popunder.client.ts',
  'src/features/money/processors/gateway/card-frame.client.ts',
]
/**
 * Forms that guests have, too; suggestions of places are for those who join, members have a
 * component.
 */
const ofGuests =
  /^src\/features\/(guests\/|core\/(accounts\/(mailed-link|reset)|places\/place-field)\.client)|^src\/ui\//

function drawnIn(files: Readonly<Record<string, string>>): string[] {
  return Object.entries(files)
    .filter(([path]) => /(?<!\.server)\.tsx?$/.test(path) && !ofGuests.test(path))
    .filter(([, text]) => draws.test(text))
    .map(([path]) => path)
    .toSorted()
}

describe('what draws by hand', () => {
  test('is only what is listed, and the list is no longer than that', () => {
    const files = Object.fromEntries(filesIn('src').map((path) => [path, readText(path)]))
    expect(drawnIn(files)).toEqual(byHand.toSorted())
  })

  test('is found in a component as well', () => {
    const text = "export const Heart = () => document.querySelector('[data-like]')"
    expect(drawnIn({ 'src/features/members/likes/Heart.tsx': text })).toHaveLength(1)
  })
})

test('guests’ pages have no island', () => {
  const pages = filesIn('src').filter((path) =>
    /^src\/(pages\/brand|landings|layouts\/(Guest|Common)Layout)/.test(path),
  )
  expect(pages.length).toBeGreaterThan(10)
  expect(pages.filter((path) => /\sclient:(load|idle|visible|only)/.test(readText(path)))).toEqual(
    [],
  )
})

test('components read stores with the hook that mounts none on the server', () => {
  const mounting = filesIn('src').filter((path) => readText(path).includes("'@nanostores/react'"))
  expect(mounting).toEqual(['src/ui/use-store.ts'])
})
