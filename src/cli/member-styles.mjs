import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { matchPage } from '../sites/routes.ts'

/**
 * Guests see a page once, so inlined styles render it sooner; members and staff see many, and a
 * cached file saves 6 kB each. Forms that were refused are 150 pages which nobody opens at first:
 * their styles would take 6 MB of the process.
 */
export const memberStyles = {
  name: 'member-styles',
  hooks: {
    'astro:config:done': ({ config }) => {
      client = config.build.client
    },
    'astro:build:ssr': async ({ manifest }) => {
      for (const { styles } of manifest.routes) {
        for (const [index, sheet] of styles.entries())
          if (sheet.type === 'inline') styles[index] = { ...sheet, content: escaped(sheet.content) }
      }
      for (const page of manifest.routes.filter(
        ({ routeData: { route } }) => isMembers(route) || /^\/(form\/|staff\b)/.test(route),
      )) {
        for (const [index, sheet] of page.styles.entries()) {
          if (sheet.type === 'inline')
            page.styles[index] = {
              type: 'external',
              src: await written(page.routeData.route, sheet.content),
            }
        }
      }
    },
  },
}

/**
 * The module with the pages' styles is held as a text; one character outside of Latin-1 would
 * double it.
 */
const escaped = (css) =>
  css.replaceAll(/[^\x00-\xff]/gu, (character) => `\\${character.codePointAt(0).toString(16)} `)

let client = new URL('file:///')

/** @param {string} route as Astro writes it, `/profile/view/id/[id]` */
function isMembers(route) {
  const address = route
    .replace('/[...page]', '')
    .replace('[list]', 'new')
    .replaceAll(/\[\w+\]/g, '1')
  return matchPage(address, [])?.route.access === 'member'
}

async function written(route, content) {
  const name = route.split('/').find((part) => part !== '') ?? 'member'
  const src = `_astro/${name}.${createHash('sha256').update(content).digest('base64url').slice(0, 8)}.css`
  await mkdir(new URL('_astro/', client), { recursive: true })
  await writeFile(new URL(src, client), content)
  return src
}
