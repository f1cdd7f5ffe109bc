import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { Source } from './source.ts'

export function readSources(directory: string): Source[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .toSorted()
    .map((file) => ({ path: file.split(sep).join('/'), text: readFileSync(join(directory, file), 'utf8') }))
}
