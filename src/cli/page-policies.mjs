import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Astro names in each page's policy the hashes of every page's styles and scripts, a kilobyte that no
 * compression makes smaller. What a page does not have need not be allowed to it.
 */
export const pagePolicies = {
  name: 'page-policies',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      const root = fileURLToPath(dir)
      for (const file of await readdir(root, { recursive: true })) {
        if (!file.endsWith('.html')) continue
        const path = join(root, file)
        await writeFile(path, withOwnHashes(await readFile(path, 'utf8')))
      }
    },
  },
}

/** The page with only those hashes in its policy that are of something between its tags. */
export function withOwnHashes(html) {
  const own = new Set()
  for (const [, content] of html.matchAll(/<(?:style|script)\b[^>]*>([^]*?)<\/(?:style|script)>/g)) {
    own.add(`'sha256-${createHash('sha256').update(content).digest('base64')}'`)
  }
  return html.replace(/(<meta http-equiv="content-security-policy" content=")([^"]*)/, (_, head, policy) =>
    head + policy.replaceAll(/ '(sha(256|384|512))-[^']+'/g, (hash) => (own.has(hash.trim()) ? hash : '')),
  )
}
