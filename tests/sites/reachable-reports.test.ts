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
    .replaceAll(/\s+/g, ' ')
const card =
  /href=\{`\/profile\/view\/id\/\$\{id\}\?act=\$\{act\}#act`\} onClick=\{onPlainClick\(\(\) => ask\(\{ act, person: \{ id, username \} \}\)\)\}.*asks\('report', /

const places: Array<[place: string, file: string, way: RegExp]> = [
  ['the menu of cards and of the deck', 'features/members/search/cards/MemberMenu.tsx', card],
  [
    'cards: search, lists, visitors, likes',
    'features/members/search/cards/MemberCard.tsx',
    /<MemberMenu /,
  ],
  ['one at a time', 'features/members/search/cards/Deck.tsx', /<MemberMenu /],
  ['lists are made of cards', 'features/members/search/cards/PeopleList.tsx', /<MemberCard /],
  ['search results are made of cards', 'features/members/search/Search.tsx', /<PeopleList /],
  [
    'profile',
    'features/members/search/profile/ProfileActs.tsx',
    /<a href=\{`\$\{path\}\?act=report#act`\} onClick=\{onPlainClick\(\(\) => ask\(\{ act: 'report', person \}\)\)\}/,
  ],
  [
    'profiles have these acts',
    'features/members/search/profile/MemberProfile.astro',
    /isOwn \? \([^]*\) : \( <ProfileActs client:load/,
  ],
  [
    'the question on the page itself',
    'features/members/search/profile/MemberProfile.astro',
    /<ProfileActs client:load[^]*<Fragment slot="question"> \{question \? \( <ActQuestion client:load/,
  ],
  ['its form', 'features/members/search/profile/ActQuestion.tsx', /<AbuseForm /],
  [
    'photo, also on the full screen',
    'features/members/search/profile/PartActs.tsx',
    /part\.kind === 'photo' \? \( <a [^>]*href=\{`\/profile\/view\/id\/\$\{id\}\?act=report#act`\}/,
  ],
  [
    'photos have these acts',
    'features/members/search/profile/Gallery.tsx',
    /<PartActs [^>]*kind: 'photo'/,
  ],
  [
    'updates',
    'features/members/search/home/Updates.tsx',
    /\/profile\/view\/id\/[^"]*\?act=report&update=\$\{id\}#act/,
  ],
  [
    'rows of requests to see photos',
    'features/members/photos/access/PhotoRequests.tsx',
    /href=\{`\/profile\/view\/id\/\$\{id\}\?act=report#act`\}/,
  ],
  [
    'rows of invitations as a partner',
    'features/members/likes/Partners.tsx',
    /href=\{`\/profile\/view\/id\/\$\{id\}\?act=report#act`\}/,
  ],
  ['chat', 'features/members/messages/chat/Chat.tsx', /<AskLink act="report" id=\{userId\}>/],
  [
    'the menu of a message',
    'features/members/messages/acts/MessageActs.tsx',
    /href=\{`\/profile\/view\/id\/\$\{userId\}\?act=report&message=\$\{id\}#act`\}/,
  ],
  [
    'a warning in a chat',
    'features/members/messages/chat/Warning.tsx',
    /<AskLink act="report" id=\{from\}>/,
  ],
  [
    'the link of both',
    'features/members/messages/writing/AskLink.tsx',
    /<a href=\{`\/profile\/view\/id\/\$\{id\}\?act=\$\{act\}#act`\}>/,
  ],
  [
    'what it does on the page itself',
    'features/members/messages/chat/page-acts.ts',
    /`\/profile\/view\/id\/\$\{id\}` && \(act === 'block' \|\| act === 'report'\)\) ask\(\{ act, person: \{ id, username \} \}\)/,
  ],
  [
    'photo for one view',
    'features/members/messages/view-once/ViewOnceDialog.tsx',
    /<button [^>]*onClick=\{\(\) => setReporting\(true\)\}>\s*Report\s*<\/button>/,
  ],
  [
    'its form',
    'features/members/messages/view-once/ViewOnceDialog.tsx',
    /if \(isReporting\) \{[^]*<ReportForm\s[^]*send=\{async \(reason, details\) => \{ await reportPhoto\(/,
  ],
]

test.each(places)('%s', (_, file, way) => {
  expect(read(file)).toMatch(way)
})

/**
 * Where somebody is only named, with a link to their profile, which has the report, or where it is
 * one's own.
 */
const named = [
  'features/core/people/edit/EditProfile.tsx',
  'features/members/likes/PartnerLinks.astro',
  'features/staff/evidence/ReporterCard.astro',
  'features/members/meeting/SharedDates.tsx',
  'features/money/credits/CreditHistory.astro',
  'features/members/photos/access/ShowPhotos.tsx',
  'pages/profile/view/id/[id].astro',
  'layouts/AccountMenu.tsx',
  'features/members/likes/by-hand.store.ts',
  'features/members/likes/end-match.store.ts',
  'features/money/credits/reveal-location.server.ts',
  'features/money/prices/upgrade-source.ts',
  'features/members/search/home/home.ts',
  'features/members/search/profile/PeopleAround.tsx',
  'features/members/search/profile/Trail.tsx',
  'features/members/likes/likes.server.ts',
  'features/members/photos/access/access.server.ts',
  'features/members/reports/report.server.ts',
]
/** The address itself, not a link that anybody is shown. */
const routes = [
  'features/members/reports/report.contract.ts',
  'features/money/credits/reveal-location.contract.ts',
  'features/members/search/profile/profile.contract.ts',
  'features/members/messages/writing/MatchDialog.tsx',
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
  ['a report', 'features/members/reports/reporting/ReportForm.tsx', '/site/safety#help-lines'],
  ['a block', 'features/members/reports/blocks/BlockForm.tsx', '/site/safety#help-lines'],
  ['a chat', 'features/members/messages/chat/Chat.tsx', '/site/safety'],
])('%s leads to the advice and help lines', (_, file, address) => {
  expect(read(file)).toContain(address)
})

test('a report says what goes with a report', () => {
  expect(read('features/members/reports/reporting/ReportForm.tsx')).toMatch(
    /last messages between you and \$\{username\} go with it/,
  )
})
