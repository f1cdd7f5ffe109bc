import { describe, expect, test } from 'vitest'
import { filesIn, parseAll, readText, type Source, sourcesIn } from './sources.ts'

/** Where members change something in place, the region is a React island; guests get no React. */

const islands: ReadonlyArray<readonly [page: string, file: string, island: string]> = [
  ['every page of a member', 'src/layouts/MemberLayout.astro', 'MemberBar'],
  ['every page of a member', 'src/layouts/MemberLayout.astro', 'TabBar'],
  ['every page of a member', 'src/layouts/MemberLayout.astro', 'Overlays'],
  ['every page of a member', 'src/layouts/MemberLayout.astro', 'QuickExit'],
  ['the lock', 'src/features/core/accounts/app-lock/LockScreen.astro', 'PasskeyUnlock'],
  ['the search', 'src/pages/search/[...page].astro', 'Search'],
  ['a list of people', 'src/pages/plist/[list]/[page].astro', 'People'],
  ['a list of people', 'src/pages/plist/[list]/[page].astro', 'ListTabs'],
  ['the dashboard', 'src/features/members/search/home/NewPeople.astro', 'People'],
  ['the dashboard', 'src/pages/dashboard.astro', 'Waiting'],
  ['the dashboard', 'src/pages/dashboard.astro', 'Updates'],
  ['the dashboard', 'src/features/members/search/home/HomeNews.astro', 'NewsTitle'],
  ['a profile', 'src/pages/profile/view/id/[id].astro', 'Updates'],
  ['the messages', 'src/pages/messages.astro', 'Waiting'],
  ['a profile', 'src/features/members/search/profile/MemberProfile.astro', 'ProfileActs'],
  ['a profile', 'src/features/members/search/profile/MemberProfile.astro', 'Gallery'],
  ['a profile', 'src/pages/profile/view/id/[id].astro', 'PeopleAround'],
  ['the messages', 'src/pages/messages.astro', 'Messages'],
  ['one’s own profile', 'src/pages/profile/edit/profile.astro', 'EditProfile'],
  ['one’s own profile', 'src/pages/profile/edit/profile.astro', 'PartForm'],
  ['shared dates', 'src/pages/profile/edit/dates.astro', 'SharedDates'],
  ['the steps after joining', 'src/features/members/onboarding/NewcomerPanel.astro', 'Onboarding'],
  ['the steps after joining', 'src/features/members/onboarding/NewcomerPanel.astro', 'Where'],
  ['the settings', 'src/pages/profile/edit/settings.astro', 'SettingsIndex'],
  ['the settings', 'src/features/core/accounts/settings/WhoFindsMe.astro', 'Switches'],
  ['the settings', 'src/features/core/notifications/BeingTold.astro', 'PushForm'],
  ['the settings', 'src/pages/profile/edit/settings.astro', 'DataCopy'],
  ['the settings', 'src/features/core/accounts/settings/SigningIn.astro', 'Passkeys'],
  ['the settings', 'src/features/core/accounts/settings/SigningIn.astro', 'AddPasskey'],
  ['the settings', 'src/features/core/accounts/settings/SigningIn.astro', 'Sessions'],
  ['the settings', 'src/pages/profile/edit/settings.astro', 'OwnTickets'],
  ['the settings', 'src/features/core/accounts/settings/SigningIn.astro', 'HashDialog'],
  ['the settings', 'src/features/core/accounts/settings/AccountSection.astro', 'HashDialog'],
  [
    'one’s own place',
    'src/features/core/accounts/changes/LocationChangeUpgrade.astro',
    'HashDialog',
  ],
  ['the dashboard', 'src/features/core/accounts/email/ConfirmEmail.astro', 'HashDialog'],
  ['the steps after joining', 'src/features/members/onboarding/NewcomerPanel.astro', 'HashDialog'],
  ['the messages', 'src/features/members/search/magic-message/MagicMessage.astro', 'HashDialog'],
  ['the settings', 'src/pages/profile/edit/settings.astro', 'Blocked'],
  ['own photos', 'src/pages/profile/edit/managePhotos.astro', 'OwnPhotos'],
  ['own photos', 'src/pages/profile/edit/managePhotos.astro', 'PhotoRequests'],
  ['the ads', 'src/features/money/ads/AdSlot.astro', 'Ad'],
  ['the full-page ad', 'src/pages/fullPageAd.astro', 'GoOn'],
  ['the sign-out ad', 'src/pages/signOutAd.astro', 'SignOut'],
  ['the messages', 'src/features/members/search/magic-message/MagicMessage.astro', 'MagicForm'],
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
  'src/features/money/ads/popunder/popunder.client.ts',
  'src/features/money/processors/gateway/card-frame.client.ts',
]
/**
 * Forms that guests have, too; suggestions of places are for those who join, members have a
 * component.
 */
const ofGuests =
  /^src\/features\/(guests\/|core\/(accounts\/(mailed-links|reset)\/\w[\w-]*|places\/place-field)\.client)|^src\/ui\//

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

/** Looks for elements of the document, of which the component that renders them may know alone. */
const looksFor =
  /querySelector|getElement(s?)By|\.closest\(|\.matches\('|document\.(forms|body\.|head)|elementFromPoint/
/** Scripts of guests' pages, and of pages that guests and members share. */
const scriptsOfGuests =
  /^src\/(features\/(guests\/|core\/(accounts\/(mailed-links|reset)\/\w[\w-]*|places\/place-field)\.client)|layouts\/signed-in\.|ui\/(enhance-form|hash-dialogs)\.)/
/** What remains behind the door as a script of its own. */
const behindTheDoor = [
  'src/api/proof.client.ts',
  'src/features/core/accounts/app-lock/absence.client.ts',
  'src/features/core/accounts/passkeys/make-passkey.client.ts',
  'src/features/core/accounts/passkeys/signature.client.ts',
  'src/features/core/accounts/on-screen/restored-page.client.ts',
  'src/features/core/live/connection.client.ts',
  'src/features/core/live/open-stream.client.ts',
  'src/features/core/live/outside.client.ts',
  'src/features/core/notifications/chime.client.ts',
  'src/features/members/messages/writing/kept-choices.client.ts',
  'src/features/members/messages/message-news.client.ts',
  'src/features/members/messages/voice/microphone.client.ts',
  'src/features/members/messages/writing/other-tabs.client.ts',
  'src/features/members/messages/voice/recordings.client.ts',
  'src/features/members/messages/while-shown.client.ts',
  'src/features/members/photos/upload/kept-uploads.client.ts',
  'src/features/members/photos/upload/upload.client.ts',
  'src/features/members/poses/pose-news.client.ts',
  'src/features/members/viewer/page-error-report.client.ts',
  'src/features/members/viewer/page-errors.client.ts',
  'src/features/money/ads/popunder/monetisation.client.ts',
  'src/features/money/ads/page-views.client.ts',
  'src/features/money/ads/popunder/popunder.client.ts',
  'src/features/money/processors/gateway/card-frame.client.ts',
  'src/layouts/later.client.ts',
  'src/layouts/member.client.ts',
  'src/layouts/prefetch.client.ts',
  'src/ui/browser-database.client.ts',
  'src/ui/reload-guard.client.ts',
  'src/ui/report.client.ts',
]
/** Those of them that look for elements all the same, each with its reason. */
const looking: Readonly<Record<string, string>> = {
  'src/features/money/ads/popunder/popunder.client.ts': 'any link may open the partner’s page',
  'src/features/money/processors/gateway/card-frame.client.ts': 'a page of the gateway’s own',
  'src/layouts/later.client.ts': 'any link may lead to support’s form',
  'src/layouts/prefetch.client.ts': 'any link may be fetched ahead',
}

/** Scripts that a page's markup has itself, with more in them than a module's import. */
function inMarkup(files: Readonly<Record<string, string>>): string[] {
  return Object.entries(files).flatMap(([path, text]) =>
    [...text.matchAll(/<script>([\s\S]*?)<\/script>/g)].some(([, code = '']) => looksFor.test(code))
      ? [path]
      : [],
  )
}
const lookingIn = (files: Readonly<Record<string, string>>) =>
  Object.keys(files).filter((path) => looksFor.test(files[path] ?? ''))

/**
 * The scripts that a page behind the door loads, at once or later. Some have another layout as well,
 * for whoever is not signed in.
 */
function loadedBehindTheDoor(sources: readonly Source[]): string[] {
  const loads = Map.groupBy(sources, ({ path }) => path.replace('<script>', ''))
  const isElsewhere = (path: string) =>
    /\.(server|sql)\.ts$|layouts\/(Common|Guest|RefusedForm)Layout\.astro$/.test(path)
  const importedBy = (path: string) =>
    (loads.get(path) ?? [])
      .flatMap(({ imports }) => imports)
      .flatMap(({ file, typeOnly }) =>
        file === null || typeOnly || isElsewhere(file) ? [] : [file],
      )
  const reached = new Set(
    [...loads.keys()].filter(
      (path) =>
        path.startsWith('src/pages/') &&
        importedBy(path).some((file) => /layouts\/(Member|Edit|Staff)Layout\.astro$/.test(file)),
    ),
  )
  for (const path of reached) for (const file of importedBy(path)) reached.add(file)
  return [...reached].filter((path) => path.endsWith('.client.ts')).toSorted()
}

describe('scripts behind the door', () => {
  const read = (paths: readonly string[]) =>
    Object.fromEntries(paths.map((path) => [path, readText(path)]))

  test('are those that are listed', () => {
    const scripts = filesIn('src').filter(
      (path) => path.endsWith('.client.ts') && !scriptsOfGuests.test(path),
    )
    expect(scripts.toSorted()).toEqual(behindTheDoor.toSorted())
  })

  test('look for no elements, but for a reason, and neither does a script in the markup', () => {
    expect(lookingIn(read(behindTheDoor))).toEqual(Object.keys(looking))
    expect(inMarkup(read(filesIn('src').filter((path) => path.endsWith('.astro'))))).toEqual([])
  })

  test('are all that a page there loads', () => {
    const loaded = loadedBehindTheDoor(sourcesIn('src'))
    expect(loaded.length).toBeGreaterThan(20)
    expect(loaded.filter((path) => !behindTheDoor.includes(path))).toEqual([])
  })

  test('of guests are found where a member’s part loads one later', () => {
    const sources = parseAll({
      'src/pages/messages.astro':
        "---\nimport MemberLayout from '../layouts/MemberLayout.astro'\nimport Magic from '../ui/Magic.astro'\n---\n",
      'src/ui/Magic.astro':
        "---\n---\n<script>\n  void import('./hash-dialogs.client.ts')\n</script>\n",
    })
    expect(loadedBehindTheDoor(sources)).toEqual(['src/ui/hash-dialogs.client.ts'])
  })

  test('that look for them are found', () => {
    const row = "document.addEventListener('click', ({ target }) => target.closest('a'))"
    expect(lookingIn({ 'src/features/members/likes/rows.client.ts': row })).toHaveLength(1)
    const tab = "<script>\n  document.querySelector('.tab')?.scrollIntoView()\n</script>"
    expect(inMarkup({ 'src/pages/plist.astro': tab })).toHaveLength(1)
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

// Of a page on which nothing moves, Chromium may never say that it is idle.
test('no island waits without a limit until the browser is idle', () => {
  const waiting = /\sclient:idle(?!=\{\{ timeout: 500 \}\})/
  expect(filesIn('src').filter((path) => waiting.test(readText(path)))).toEqual([])
})

test('components read stores with the hook that mounts none on the server', () => {
  const mounting = filesIn('src').filter((path) => readText(path).includes("'@nanostores/react'"))
  expect(mounting).toEqual(['src/ui/use-store.ts'])
})
