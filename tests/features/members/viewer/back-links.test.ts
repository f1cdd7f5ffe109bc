import { beforeAll, expect, test } from 'vitest'
import { cameFrom } from '#members/viewer/back-links.ts'
import { pageRoutes } from '#sites/routes.ts'
import { app, withApp } from '#tests/support/app.ts'
import { alice, type CastMember } from '#tests/support/cast.ts'

/** Where a page's back button leads: what was remembered, where one came from, the page above. */

withApp()
let a: CastMember
beforeAll(async () => {
  a = await alice(app)
})

async function linksOf(path: string, from?: string): Promise<string[]> {
  const query = new URLSearchParams({ path, ...(from === undefined ? {} : { from }) })
  const answer = await a.request(`/site/getBackButtonLinks?${query}`)
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { links: Array<{ label: string; url: string }> }).links.map(
    ({ label, url }) => `${label} ${url}`,
  )
}

test.each([
  ['/profile/view/id/7', undefined, ['Search /search']],
  ['/profile/view/id/7', '/messages?with=7', ['Messages /messages?with=7', 'Search /search']],
  ['/profile/view/id/7', '/plist/matches/2', ['Matches /plist/matches/2', 'Search /search']],
  ['/profile/view/id/7', '/search?radius=25', ['Search /search?radius=25', 'Search /search']],
  ['/profile/view/id/7', '/profile/view/id/7?updates=1-2', ['Search /search']],
  ['/billing/upgrade', '/messages', ['Messages /messages', 'Home /dashboard']],
  ['/billing/upgrade', '/dashboard', ['Home /dashboard']],
  ['/profile/edit/managePhotos', undefined, ['Edit my profile /profile/edit/profile']],
  ['/help/my-place', undefined, ['Help /help']],
  ['/dashboard', undefined, []],
  ['/nowhere', '/site/signout', ['Home /dashboard']],
])('from %s, come from %s: %j', async (path, from, expected) => {
  expect(await linksOf(path, from)).toEqual(expected)
})

test('an address that is not of the brand’s own pages is dropped', async () => {
  for (const from of [
    '//evil.example/search',
    'https://evil.example/search',
    '/\\evil.example',
    'javascript:alert(1)',
    '/site/signout',
    '/search\n',
  ]) {
    expect([from, await linksOf('/billing/upgrade', from)]).toEqual([from, ['Home /dashboard']])
  }
  expect(cameFrom('https://evil.example/search', 'www.adultcrush.localhost')).toBeNull()
  expect(cameFrom('http://www.adultcrush.localhost/search?x=1', 'www.adultcrush.localhost')).toBe(
    '/search?x=1',
  )
  expect(cameFrom('about', 'www.adultcrush.localhost')).toBeNull()
})

test('what ?back= asked to remember comes first', async () => {
  const visit = await a.visit('/billing/upgrade?back=%2Fplist%2Flikesyou%2F1')
  expect(visit.status).toBeGreaterThanOrEqual(300)
  expect(await linksOf('/billing/upgrade', '/messages')).toEqual([
    'Likes you /plist/likesyou/1',
    'Messages /messages',
    'Home /dashboard',
  ])
})

test('the page above is a page', async () => {
  for (const { pattern } of pageRoutes.filter(({ access }) => access === 'member')) {
    const path = pattern.replace(':page?', '1').replace(/:\w+/, '1')
    const above = (await linksOf(path)).at(-1)?.split(' ').at(-1)
    if (path === '/dashboard') continue
    expect([
      path,
      pageRoutes.some((route) => route.pattern.replace(/\/:\w+\?$/, '') === above),
    ]).toEqual([path, true])
  }
})
