import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const client = join(import.meta.dirname, '..', '..', 'dist', 'client')

type Modules = {
  all: string[]
  /**
   * Sizes as sent, compressed by brotli: React's file, 0 on a page without it, and all the others.
   */
  react: number
  own: number
  /** As `own`, with what the page has the browser fetch at once for later. */
  fetched: number
  /**
   * Modules that the page does not name: a browser learns of them when it has the ones that import
   * them.
   */
  late: string[]
}

/**
 * The modules that a browser requests before a page is usable: its scripts, its islands and all
 * that these import, but not what they load later by `import()`, nor islands that wait below until
 * somebody comes near them.
 */
export function modulesOf(page: string): Modules {
  const html = page.replaceAll(/<astro-island [^>]*\bclient="visible"[^>]*>/g, '')
  const named = new Set(
    addressesIn(html, / (?:src|component-url|renderer-url)="\/_astro\/([^"]+\.js)"/g),
  )
  const preloaded = new Set(
    addressesIn(html, /<link rel="modulepreload" href="\/_astro\/([^"]+)"/g),
  )
  const all = new Set(named)
  for (const name of all) {
    for (const imported of addressesIn(
      readFileSync(join(client, '_astro', name), 'utf8'),
      /(?:from|import)\s*"\.\/([^"]+\.js)"/g,
    ))
      all.add(imported)
  }
  const bytesOf = (names: readonly string[]) =>
    names.reduce((sum, name) => sum + statSync(join(client, '_astro', `${name}.br`)).size, 0)
  const isReact = (name: string) => name.startsWith('react.')
  const isOwn = (name: string) => !isReact(name)
  return {
    all: [...all],
    react: bytesOf([...all].filter(isReact)),
    own: bytesOf([...all].filter(isOwn)),
    fetched: bytesOf([...new Set([...all, ...preloaded])].filter(isOwn)),
    late: [...all].filter((name) => !named.has(name) && !preloaded.has(name)),
  }
}

function addressesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name = '']) => name)
}
