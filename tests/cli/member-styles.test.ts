import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { memberStyles } from '#cli/member-styles.mjs'

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'member-styles-'))
  memberStyles.hooks['astro:config:done']({
    config: { build: { client: pathToFileURL(`${directory}/`) } },
  })
})
afterAll(() => rm(directory, { recursive: true, force: true }))

type Sheet = { type: 'inline'; content: string } | { type: 'external'; src: string }
const page = (route: string, ...styles: Sheet[]) => ({ routeData: { route }, styles })
const contentOf = (route: string) => `[data-page='${route}']{}`
const inline = (content: string): Sheet => ({ type: 'inline', content })

test('pages of members and staff, and forms that were refused, link what every other page has in it', async () => {
  const linked = [
    '/dashboard',
    '/search/[...page]',
    '/plist/[list]/[page]',
    '/profile/view/id/[id]',
    '/billing/upgrade',
    '/form/message',
    '/staff',
    '/staff/content/edit',
  ]
  const whole = [
    '/live',
    '/live/help/[questionId]',
    '/404',
    '/error',
    '/form',
    '/emailUnsubscribe',
    '/_image',
  ]
  const routes = [...linked, ...whole].map((route) => page(route, inline(contentOf(route))))
  await memberStyles.hooks['astro:build:ssr']({ manifest: { routes } })
  for (const { routeData, styles } of routes) {
    const [sheet] = styles
    if (whole.includes(routeData.route)) expect(sheet).toEqual(inline(contentOf(routeData.route)))
    else if (sheet?.type === 'external')
      expect(await readFile(join(directory, sheet.src), 'utf8')).toBe(contentOf(routeData.route))
    else expect.fail(`${routeData.route} has its styles in it`)
  }
  expect(await readdir(join(directory, '_astro'))).toHaveLength(linked.length)
})

test('other styles are another file, which no browser takes for the one that it has kept', async () => {
  const routes = ['a{}', 'b{}', 'a{}'].map((content) => page('/messages', inline(content)))
  await memberStyles.hooks['astro:build:ssr']({ manifest: { routes } })
  const [first, second, again] = routes.map(({ styles: [sheet] }) => sheet)
  expect(second).not.toEqual(first)
  expect(again).toEqual(first)
})
