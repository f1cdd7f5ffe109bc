import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The inline style that Astro adds for the first island. */
const ISLANDS = hashOf('astro-island,astro-slot,astro-static-slot{display:contents}')

/**
 * Removes the hashes of all pages' styles and scripts that Astro lists in each page's policy:
 * kilobytes that do not compress and exceed a proxy's header buffer. A page's own hashes are added
 * when it is rendered.
 */
export const pagePolicies = {
  name: 'page-policies',
  hooks: {
    'astro:build:ssr': ({ manifest: { csp } }) => {
      for (const list of [csp.styleHashes, csp.styleDirective.hashes]) {
        if (!list.includes(ISLANDS))
          throw new Error(
            'Astro styles its islands otherwise: see src/front-door/page-policies.mjs',
          )
        list.splice(0, list.length, ISLANDS)
      }
    },
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

export function withOwnHashes(html) {
  const own = new Set()
  for (const [, content] of html.matchAll(
    /<(?:style|script)\b[^>]*>([^]*?)<\/(?:style|script)>/g,
  )) {
    own.add(`'${hashOf(content)}'`)
  }
  return html.replace(
    /(<meta http-equiv="content-security-policy" content=")([^"]*)/,
    (_, head, policy) =>
      head +
      policy.replaceAll(/ '(sha(256|384|512))-[^']+'/g, (hash) =>
        own.has(hash.trim()) ? hash : '',
      ),
  )
}

/** @param {string} content */
function hashOf(content) {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`
}
