import { join } from 'node:path'
import { checkTexts, type Standing } from '../content/check.ts'
import { readSources } from '../content/files.server.ts'
import { readLibrary } from '../content/library.ts'
import { brands } from '../sites/registry.ts'

/** `npm run content:check`: what is wrong, missing or stale in the texts, brand by brand. Exits with 1 if anything is wrong. */

const marks: Record<Standing, string> = { own: 'own', shared: '·', stale: 'STALE', missing: 'MISSING', none: '' }

const sources = readSources(join(import.meta.dirname, '..', 'content'))
const { problems } = readLibrary(sources, brands)
const rows = checkTexts(sources, brands)

const head = ['text', ...brands.map(({ shortName }) => shortName), 'counsel']
const lines = rows.map(({ kind, name, standings, review }) => [`${kind}/${name}`, ...standings.map((standing) => marks[standing]), review])
const widths = head.map((_, column) => Math.max(...[head, ...lines].map((line) => (line[column] ?? '').length)))
for (const line of [head, ...lines]) {
  process.stdout.write(`${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ').trimEnd()}\n`)
}

const count = (wanted: Standing) => rows.flatMap(({ standings }) => standings).filter((standing) => standing === wanted).length
process.stdout.write(
  `\n${rows.length} texts; · is the text for all brands, own a brand's. ` +
    `Stale: ${count('stale')}. Not yet read by counsel: ${rows.filter(({ review }) => review === 'pending').length}. Wrong: ${problems.length}.\n`,
)
for (const { path, line, message } of problems) process.stdout.write(`src/content/${path}:${line}: ${message}\n`)
process.exitCode = problems.length > 0 || count('stale') > 0 ? 1 : 0
