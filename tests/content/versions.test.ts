import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/**
 * A legal text that says something else is another version: members accepted the one before, and
 * are asked again where it is the terms or the privacy policy. After a change, `version`, `changes`
 * and the line here are new.
 */
const versions: Record<string, string> = {
  'all/2257Notice.md': '2026-11-01 dd0567cf1b1cc72b',
  'all/about.md': '2026-11-01 54b9fc413ae5e108',
  'all/cookiePolicy.md': '2026-11-30 3fa08d176dbad35f',
  'all/privacy.md': '2026-11-29 681920e41a6d1246',
  'all/safety.md': '2026-11-22 1ebb013c5b7ce4c2',
  'all/terms.md': '2026-11-27 3c41129bb0971294',
  'all/tos.md': '2026-11-01 bfdb8869158e5485',
  'all/trust.md': '2026-11-27 26ad33ff9296cc48',
  'discreetcrush/about.md': '2026-11-01 e77472f04b473534',
  'localhussies/about.md': '2026-11-01 499256ec2db19a56',
  'meetwives/about.md': '2026-11-01 5c716c545002267d',
  'truebootycall/about.md': '2026-11-01 143b0811b961483a',
  'wivesnow/about.md': '2026-11-01 7de09f5638482dc4',
  'xmeeting/about.md': '2026-11-01 ea57101bcc7d154a',
}

const folder = join(import.meta.dirname, '../../src/content/legal')

/** Its version and a digest of its wording; the title counts, the date of a review does not. */
function lineOf(file: string): string {
  const [, matter = '', body = ''] =
    /^---\n([^]*?)\n---\n([^]*)$/.exec(readFileSync(join(folder, file), 'utf8')) ?? []
  const field = (name: string) =>
    new RegExp(`^${name}: (.*)$`, 'm').exec(matter)?.[1] ?? expect.fail(`${file} has no ${name}`)
  const digest = createHash('sha256')
    .update(`${field('title')}\n${body}`)
    .digest('hex')
  return `${field('version')} ${digest.slice(0, 16)}`
}

test('a legal text that was changed has a new date', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.md'),
  )
  expect(Object.fromEntries(files.toSorted().map((file) => [file, lineOf(file)]))).toEqual(versions)
})
