import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Wherever a member sees another, a report is at most one menu away. */

const root = join(import.meta.dirname, '../../src')
/** Without comments: what is only spoken of, or switched off, is no way. */
const read = (path: string) =>
  readFileSync(join(root, path), 'utf8')
    .replaceAll(/<!--[^]*?-->|\/\*[^]*?\*\//g, '')
    .replaceAll(/^\s*\/\/.*$/gm, '')
const card = /<MemberMenu username=\{username\} onCard=\{id\} \/>/

const places: Array<[place: string, file: string, way: RegExp]> = [
  ['cards: search, lists, visitors, likes', 'features/discovery/MemberCard.astro', card],
  ['lists are made of cards', 'features/discovery/People.astro', /<MemberCard /],
  [
    'search results are made of cards',
    'features/discovery/SearchResults.astro',
    /<(?:MemberCard|People) /,
  ],
  ['profile', 'features/discovery/MemberProfile.astro', /<MemberMenu [^]*<ReportDialog /],
  [
    'photo, also on the full screen',
    'features/discovery/PartActs.astro',
    /part\.kind === 'photo' \? <a [^>]*href="#report"/,
  ],
  [
    'photos have these acts',
    'features/discovery/MemberProfile.astro',
    /<Gallery [^]*<PartActs [^>]*kind: 'photo'/,
  ],
  [
    'updates',
    'features/updates/UpdateList.astro',
    /\/profile\/view\/id\/[^"]*\?update=\$\{id\}#report/,
  ],
  [
    'rows of requests to see photos',
    'features/photos/PhotoRequests.astro',
    /href=\{`\/profile\/view\/id\/\$\{person\.id\}#report`\}/,
  ],
  [
    'rows of invitations as a partner',
    'features/matching/Partners.astro',
    /href=\{`\/profile\/view\/id\/\$\{id\}#report`\}/,
  ],
  ['chat', 'features/messaging/Chat.tsx', /href=\{`\/profile\/view\/id\/\$\{userId\}#report`\}/],
  [
    'a warning in a chat',
    'features/messaging/Warning.tsx',
    /href=\{`\/profile\/view\/id\/\$\{fromId\}#report`\}/,
  ],
  [
    'photo for one view',
    'features/messaging/ViewOnceDialog.tsx',
    /<button [^>]*onClick=\{\(\) => setReporting\(true\)\}>\s*Report\s*<\/button>/,
  ],
  [
    'its form',
    'features/messaging/ViewOnceDialog.tsx',
    /if \(isReporting\) \{[^]*<ReportForm\s[^]*onSend=\{\(reason, details\) => reportPhoto\(/,
  ],
]

test.each(places)('%s', (_, file, way) => {
  expect(read(file)).toMatch(way)
})

/** Where somebody is only named, with a link to their profile, which has the report. */
const named = [
  'features/matching/PartnerLinks.astro',
  'features/moderation/MemberMenu.astro',
  'features/moderation/ReporterCard.astro',
  'features/updates/ProfileUpdates.astro',
  'features/meeting/SharedDates.astro',
  'features/billing/CreditHistory.astro',
  'features/support/TicketCard.astro',
  'features/photos/ShowPhotos.astro',
  'pages/profile/view/id/[id].astro',
  'pages/form/reveal-location.astro',
  'layouts/AccountMenu.astro',
  'features/billing/reveal-location.server.ts',
  'features/billing/upgrade-source.ts',
  'features/discovery/home.ts',
  'features/discovery/like-by-hand.client.ts',
  'features/discovery/people-around.client.ts',
  'features/discovery/trail-nav.client.ts',
  'features/discovery/trail.client.ts',
  'features/matching/likes.server.ts',
  'features/moderation/report.server.ts',
]
/** The address itself, not a link that anybody is shown. */
const routes = [
  'features/discovery/profile.contract.ts',
  'features/matching/match-dialog.client.ts',
  'sites/routes.ts',
]

test('every other place that leads to a profile is one where somebody is only named', () => {
  const leading = globSync('**/*.{astro,ts,tsx}', { cwd: root }).filter(
    (path) => !routes.includes(path) && read(path).includes('/profile/view/id/'),
  )
  const known = new Set([...places.map(([, file]) => file), ...named])
  expect(leading.filter((path) => !known.has(path))).toEqual([])
  expect(named.filter((path) => !leading.includes(path))).toEqual([])
})

test.each([
  ['the report dialog', 'features/moderation/ReportDialog.astro', '/site/safety#help-lines'],
  ['the block dialog', 'features/moderation/BlockDialog.astro', '/site/safety#help-lines'],
  ['a chat', 'features/messaging/Chat.tsx', '/site/safety'],
])('%s leads to the advice and help lines', (_, file, address) => {
  expect(read(file)).toContain(address)
})

test('the report dialog says what goes with a report', () => {
  expect(read('features/moderation/ReportDialog.astro')).toMatch(
    /last messages between you and \{username\} go with it/,
  )
})
