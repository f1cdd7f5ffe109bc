import { expect, test } from 'vitest'
import { filesIn, readText } from './sources.ts'

/** Lines above which a file is either one story told once, which is said here, or two nouns. */
const LIMIT = 300

const stories: Readonly<Record<string, string>> = {
  'src/cli/doctor/database.ts': 'what can be wrong with a database, one finding after the other',
  'src/db/schema/money.sql': 'the tables of money',
  'src/db/schema/people.sql': 'the tables of profiles, and the views by which people are seen',
  'src/demo/desk.server.ts': 'what waits for staff in the demo network, queue by queue',
  'src/demo/people.ts': 'one made-up person, drawn from a seed',
  'src/demo/portraits/hair.ts': 'hair, as drawings',
  'src/features/core/accounts/mails.ts': 'the mails about an account, a text each',
  'src/features/core/places/place-names.ts': 'names of regions, and other names of towns, as data',
  'src/features/members/messages/held/held-messages.sql.ts':
    'a first message that waits: held, passed on, withheld, deleted',
  'src/features/members/messages/inbox/inbox.sql.ts':
    'the list of conversations, and one side of each',
  'src/features/members/messages/leaving.sql.ts':
    'what becomes of messages when somebody leaves, and what the copy has of them',
  'src/features/members/messages/messages.sql.ts': 'messages of a conversation, written and read',
  'src/features/members/messages/view-once/view-once.server.ts':
    'a photo for one view, from upload to end',
  'src/features/members/messages/view-once/view-once.sql.ts': 'rows of photos for one view',
  'src/features/members/photos/own/own-photos.sql.ts': 'a member’s photos as they change them',
  'src/features/members/photos/own/photos.server.ts': 'the endpoints of the same',
  'src/features/members/photos/files/renditions.server.ts': 'from an upload to its files',
  'src/features/members/search/Search.tsx':
    'the search page: filters, who is found, and the way back',
  'src/features/members/search/search.sql.ts': 'one search, from criteria to a statement',
  'src/features/money/checkout/settlement.server.ts':
    'what each report of a processor does, in a table',
  'src/features/money/contracts/ending/declarations.server.ts':
    'ending a contract or withdrawing from it, from declaration to refund',
  'src/features/money/credits/credits.sql.ts': 'the ledger of credits',
  'src/features/staff/decisions/appeals/appeals.server.ts':
    'objections, from the form to the answer',
  'src/features/staff/decisions/deciding/decide.server.ts':
    'deciding, taking back, and what lapses',
  'src/features/staff/decisions/decisions.server.ts': 'one decision: checked, recorded',
  'src/features/staff/decisions/decisions.sql.ts': 'rows of decisions and strikes',
  'src/features/staff/decisions/decisions.ts': 'acts, policies, severities and strikes, as tables',
  'src/features/staff/tickets/queue/ticket-queue.server.ts':
    'what support does with a ticket, act by act',
  'src/features/staff/tickets/queue/ticket-queue.sql.ts': 'rows of the same',
  'src/landings/facade.css': 'one composition of a landing page',
  'src/sites/site.ts': 'what a brand may say, as a schema',
  'src/styles/fonts.css': 'the faces of all fonts',
}

/** Made by a program from the schema. */
const generated = 'src/db/schema.ts'
const code = /\.(ts|tsx|astro|mjs|js|css|sql)$/

function aboveLimit(files: Readonly<Record<string, string>>): string[] {
  return Object.entries(files)
    .filter(([path]) => code.test(path) && path !== generated)
    .filter(([, text]) => text.trimEnd().split('\n').length > LIMIT)
    .map(([path]) => path)
    .toSorted()
}

const src = Object.fromEntries(
  filesIn('src').flatMap((path) => (code.test(path) ? [[path, readText(path)]] : [])),
)

test('a file above 300 lines tells one story, which is named here', () => {
  expect(aboveLimit(src)).toEqual(Object.keys(stories).toSorted())
})

test('a long file without a story is found, and a long text is none', () => {
  const long = 'a\n'.repeat(LIMIT + 1)
  expect(
    aboveLimit({ 'src/lib/a.ts': long, 'src/lib/b.ts': 'a\n'.repeat(LIMIT), 'src/lib/a.md': long }),
  ).toEqual(['src/lib/a.ts'])
})
