import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { matchPage } from '../sites/routes.ts'

/**
 * A guest sees a page once, and sees it soonest with its styles in it. A member sees the same pages over and over:
 * theirs link a file that a browser keeps for ever, which makes each of them 6 kB smaller on the wire and saves
 * the server compressing and hashing it anew for each answer. Astro knows one way for all pages, so the build puts
 * the styles into every page, and this takes them out of members'.
 */
export const memberStyles = {
  name: 'member-styles',
  hooks: {
    'astro:config:done': ({ config }) => {
      client = config.build.client
    },
    'astro:build:ssr': async ({ manifest }) => {
      for (const page of manifest.routes.filter(({ routeData }) => isMembers(routeData.route))) {
        for (const [index, sheet] of page.styles.entries()) {
          if (sheet.type === 'inline') page.styles[index] = { type: 'external', src: await written(page.routeData.route, sheet.content) }
        }
      }
    },
  },
}

/** Where the build puts what browsers ask for. */
let client = new URL('file:///')

/** @param {string} route as Astro writes it, `/profile/view/id/[id]` */
function isMembers(route) {
  const address = route.replace('/[...page]', '').replace('[list]', 'new').replaceAll(/\[\w+\]/g, '1')
  return matchPage(address, [])?.route.access === 'member'
}

/** The name of a file with these styles in it, below the build's client files. */
async function written(route, content) {
  const name = route.split('/').find((part) => part !== '') ?? 'member'
  const src = `_astro/${name}.${createHash('sha256').update(content).digest('base64url').slice(0, 8)}.css`
  await mkdir(new URL('_astro/', client), { recursive: true })
  await writeFile(new URL(src, client), content)
  return src
}
