import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Wherever a member sees another, a report is at most one menu away. */

const read = (path: string) => readFileSync(join(import.meta.dirname, '../../src', path), 'utf8')
const card = /<MemberMenu username=\{username\} onCard=\{id\} \/>/

test.each<[place: string, file: string, way: RegExp]>([
  ['cards: search, lists, visitors, likes', 'features/discovery/MemberCard.astro', card],
  ['lists are made of cards', 'features/discovery/People.astro', /<MemberCard /],
  ['search results are made of cards', 'features/discovery/SearchResults.astro', /<(?:MemberCard|People) /],
  ['profile', 'features/discovery/MemberProfile.astro', /<MemberMenu [^]*<ReportDialog /],
  ['photo, also on the full screen', 'features/discovery/PartActs.astro', /part\.kind === 'photo' \? <a [^>]*href="#report"/],
  ['photos have these acts', 'features/discovery/MemberProfile.astro', /<Gallery [^]*<PartActs [^>]*kind: 'photo'/],
  ['updates', 'features/updates/UpdateList.astro', /\/profile\/view\/id\/[^"]*\?update=\$\{id\}#report/],
  ['rows of requests to see photos', 'features/photos/PhotoRequests.astro', /href=\{`\/profile\/view\/id\/\$\{person\.id\}#report`\}/],
  ['rows of invitations as a partner', 'features/matching/Partners.astro', /href=\{`\/profile\/view\/id\/\$\{id\}#report`\}/],
  ['chat', 'features/messaging/Chat.tsx', /href=\{`\/profile\/view\/id\/\$\{userId\}#report`\}/],
  ['photo for one view', 'features/messaging/ViewOnceDialog.tsx', /report/i],
])('%s', (_, file, way) => {
  expect(read(file)).toMatch(way)
})

test.each([
  ['the report dialog', 'features/moderation/ReportDialog.astro', '/site/safety#help-lines'],
  ['the block dialog', 'features/moderation/BlockDialog.astro', '/site/safety#help-lines'],
  ['a chat', 'features/messaging/Chat.tsx', '/site/safety'],
])('%s leads to the advice and help lines', (_, file, address) => {
  expect(read(file)).toContain(address)
})

test('the report dialog says what goes with a report', () => {
  expect(read('features/moderation/ReportDialog.astro')).toMatch(/last messages between you and \{username\} go with it/)
})
