import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const client = join(import.meta.dirname, '..', '..', 'dist', 'client')

/**
 * The modules that a browser requests before a page is usable: its scripts, its islands and all that these import, but
 * not what they load later by `import()`. `bytes` are as they are sent, by brotli.
 */
export function modulesOf(html: string): { modules: string[]; bytes: number } {
  const found = new Set([...html.matchAll(/(?: src|component-url|renderer-url)="(\/_astro\/[^"]+\.js)"/g)].map(([, address = '']) => address))
  for (const address of found) {
    for (const [, name = ''] of readFileSync(join(client, address), 'utf8').matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) {
      found.add(`/_astro/${name}`)
    }
  }
  const modules = [...found]
  return { modules, bytes: modules.reduce((sum, address) => sum + statSync(join(client, `${address}.br`)).size, 0) }
}
