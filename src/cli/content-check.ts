import { join } from 'node:path'
import { checkTexts, type Coverage } from '../content/check.ts'
import { readSources } from '../content/files.server.ts'
import { readLibrary } from '../content/library.ts'
import { type Change, applyChanges } from '../content/texts.server.ts'
import { liveRevisions } from '../features/guests/texts/history/revisions.sql.ts'
import { changeOf } from '../features/guests/texts/publishing/published-texts.server.ts'
import { openDatabase } from '../process/database.server.ts'
import { startUp } from '../process/start-up.server.ts'
import { readSettings } from '../settings.ts'
import { brands } from '../sites/registry.ts'

/**
 * `npm run content:check`; without DATABASE_URL, the server must be stopped for `-- --published`.
 */

const marks: Record<Coverage, string> = {
  own: 'own',
  shared: '·',
  stale: 'STALE',
  missing: 'MISSING',
  none: '',
}

const files = readSources(join(import.meta.dirname, '..', 'content'))
const published = process.argv.includes('--published') ? await publishedTexts() : []
const sources = applyChanges(files, published)
const { problems } = readLibrary(sources, brands)
const rows = checkTexts(sources, brands)

const head = ['text', ...brands.map(({ shortName }) => shortName), 'counsel']
const lines = rows.map(({ kind, name, coverage, review }) => [
  `${kind}/${name}`,
  ...coverage.map((one) => marks[one]),
  review,
])
const widths = head.map((_, column) =>
  Math.max(...[head, ...lines].map((line) => (line[column] ?? '').length)),
)
for (const line of [head, ...lines]) {
  process.stdout.write(
    `${line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()}\n`,
  )
}

const count = (wanted: Coverage) =>
  rows.flatMap(({ coverage }) => coverage).filter((one) => one === wanted).length
process.stdout.write(
  `\n${rows.length} texts; · is the text for all brands, own a brand's. ` +
    `Stale: ${count('stale')}. Not yet read by counsel: ${rows.filter(({ review }) => review === 'pending').length}. Wrong: ${problems.length}.\n`,
)
for (const { path, text } of published)
  process.stdout.write(`published${text === null ? ', and taken away' : ''}: ${path}\n`)
for (const { path, line, message } of problems)
  process.stdout.write(`src/content/${path}:${line}: ${message}\n`)
process.exitCode = problems.length > 0 || count('stale') > 0 ? 1 : 0

async function publishedTexts(): Promise<Change[]> {
  const changes: Change[] = []
  await startUp(async () => {
    const database = await openDatabase(readSettings(process.env))
    changes.push(...(await liveRevisions(database.db)).map(changeOf))
    await database.close()
  })
  return changes
}
