import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startUp, StartUpError } from '../process/start-up.server.ts'
import { brandById, brands } from '../sites/registry.ts'
import type { Brand } from '../sites/site.ts'
import {
  type BrandIdentity,
  identityOf,
  identityOptions,
  quoted,
  withId,
} from './site-new/identity.ts'
import { writeWhole } from './site-new/write-whole.ts'

/**
 * `npm run site:own -- <id…> --domain … --company … --address … --country …`: makes brands that are
 * here your own, or `all` of them.
 */
const root = join(import.meta.dirname, '..', '..')
const usage =
  'Usage: npm run site:own -- <id…> | all --domain … [--company … --address … --country …] [--support …]'

await startUp(async () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: identityOptions })
  const ids = positionals.join() === 'all' ? brands.map(({ id }) => id) : positionals
  const unknown = ids.filter((id) => !brandById(id))
  if (ids.length === 0 || unknown.length > 0)
    throw new StartUpError(
      `${unknown.length === 0 ? 'Which brand?' : `There is no brand ${unknown.join(', ')}.`} There are ${brands.map(({ id }) => id).join(', ')}.\n${usage}`,
    )
  const files = new Map<string, string>()
  let all = brands
  for (const id of new Set(ids)) {
    const identity = identityOf(
      withId(values, id),
      all.filter((brand) => brand.id !== id),
    )
    if (identity === null) throw new StartUpError(usage)
    const path = `src/sites/${id}/brand.ts`
    files.set(path, withIdentity(path, readFileSync(join(root, path), 'utf8'), identity))
    all = all.map((brand): Brand =>
      brand.id === id ? { ...brand, domain: identity.domain } : brand,
    )
  }
  writeWhole(root, files)
  process.stdout.write(
    `${[...files.keys()].map((path) => `${path}\n`).join('')}Then: npm run build, and a restart.\n`,
  )
})

function withIdentity(
  path: string,
  source: string,
  { domain, legal, supportEmail }: BrandIdentity,
): string {
  let text = source
  for (const [name, value] of Object.entries({ domain, ...legal, supportEmail })) {
    const line = new RegExp(
      `^( +${name}:)\\s+(?:'(?:[^'\\\\]|\\\\.)*'|"(?:[^"\\\\]|\\\\.)*"),$`,
      'm',
    )
    if (!line.test(text))
      throw new StartUpError(`${path} has no line ${name}: '…', as it should: write it by hand.`)
    text = text.replace(line, (_, before: string) => `${before} ${quoted(value)},`)
  }
  return legal === null ? text : text.replace(/^ +isPlaceholder: true,\n/m, '')
}
