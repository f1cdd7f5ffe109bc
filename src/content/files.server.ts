import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { withListings } from './listings.ts'
import { type Source, withoutMark } from './source.ts'

const known = new Map<string, Source>()

/**
 * With what brands say of themselves. A file that still says the same is the same object, for which
 * its parse and its pages are kept.
 */
export function readSources(directory: string): Source[] {
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => sourceAt(join(directory, file), file.split(sep).join('/')))
  return withListings(files)
}

function sourceAt(file: string, path: string): Source {
  const text = withoutMark(readFileSync(file, 'utf8'))
  const before = known.get(file)
  if (before?.text === text && before.path === path) return before
  const source = { path, text }
  known.set(file, source)
  return source
}
