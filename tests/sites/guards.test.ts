import { beforeAll, describe, expect, test } from 'vitest'
import { startSession } from '#api/sessions.sql.ts'
import type { Render } from '#front-door/visit.server.ts'
import { HOUR } from '#lib/clock.ts'
import { brands } from '#sites/registry.ts'
import { app, startApp, type Visitor, withApp } from '../support/app.ts'
import { acceptsTerms, asStaff, joins, worksAs } from '../support/cast.ts'

/**
 * Who is let into which page, over the eleven brands: the route table of specification §2, the
 * rules of §6 and the gates of decisions §4, written out by hand. `shown`, or where one is sent.
 */

type Outcome = 'shown' | 'missing' | `-> ${string}`
type Row = [path: string, guest: Outcome, member: Outcome, newcomer: Outcome]

const LANDING = '-> /'
const DASHBOARD = '-> /dashboard'
const shownToMembers = [LANDING, 'shown', DASHBOARD] as const
const shownToAll = ['shown', 'shown', 'shown'] as const
const shownToGuests = ['shown', DASHBOARD, DASHBOARD] as const
/** Staff see it: below. To anybody else it is no page, and a redirect would say that it is one. */
const shownToNobody = ['missing', 'missing', 'missing'] as const

const table: Row[] = [
  ['/', ...shownToGuests],
  ['/home', LANDING, LANDING, LANDING],
  // The steps that a newcomer has left are taken here.
  ['/dashboard', LANDING, 'shown', 'shown'],
  ['/messages', ...shownToMembers],
  ['/search', ...shownToMembers],
  ['/search/2', ...shownToMembers],
  ['/plist/new/1', ...shownToMembers],
  ['/plist/online/1', ...shownToMembers],
  ['/plist/matches/1', ...shownToMembers],
  ['/plist/youlike/1', ...shownToMembers],
  ['/plist/likesyou/1', ...shownToMembers],
  ['/plist/viewedyou/1', ...shownToMembers],
  ['/plist/youviewed/1', ...shownToMembers],
  ['/profile/view/id/7', ...shownToMembers],
  ['/profile/edit/profile', ...shownToMembers],
  // Leaving must not depend on having arrived.
  ['/profile/edit/settings', LANDING, 'shown', 'shown'],
  ['/profile/edit/managePhotos', ...shownToMembers],
  ['/profile/edit/dates', ...shownToMembers],
  ['/resetPassword/makeRequest', ...shownToAll],
  ['/help', ...shownToAll],
  ['/help/who-can-join', ...shownToAll],
  ['/help/3', ...shownToNobody],
  ['/billing/upgrade', ...shownToMembers],
  ['/billing/upgradePassthrough', ...shownToMembers],
  ['/emailOfferRedirect', ...shownToMembers],
  ['/emailUnsubscribe', ...shownToAll],
  ['/deleted-account', ...shownToGuests],
  ['/signOutAd', ...shownToMembers],
  ['/fullPageAd', ...shownToMembers],
  ['/contentWall', ...shownToMembers],
  ['/freeMovies', ...shownToMembers],
  ['/site/tos', ...shownToGuests],
  ['/site/about', ...shownToAll],
  ['/site/terms', ...shownToAll],
  ['/site/privacy', ...shownToAll],
  ['/site/2257Notice', ...shownToAll],
  ['/site/cookiePolicy', ...shownToAll],
  ['/site/trust', ...shownToAll],
  ['/site/safety', ...shownToAll],
  // Whose account it shall be is nobody's onboarding.
  ['/offline', ...shownToAll],
  ['/promo/oneClick', ...shownToAll],
  ['/promo/Affiliate', ...shownToAll],
  // No brand has a campaign of that name: tests/features/guests/texts/campaigns.test.ts publishes
  // one.
  ['/promo/summer-2026', ...shownToNobody],
  // Not among the pages that guests may see; for members, a page that leads to /.
  ['/promo/LoadingTemplate', ...shownToMembers],
  [
    '/callback/cfpSupportAgent',
    '-> api:/callback/cfpSupportAgent',
    '-> api:/callback/cfpSupportAgent',
    '-> api:/callback/cfpSupportAgent',
  ],
  ['/staff', ...shownToNobody],
  ['/staff/verify', ...shownToNobody],
  ['/staff/tickets', ...shownToNobody],
  ['/staff/tickets/texts', ...shownToNobody],
  ['/staff/reporters', ...shownToNobody],
  ['/staff/fraud/hits', ...shownToNobody],
  ['/staff/flaggers', ...shownToNobody],
  ['/staff/preserved', ...shownToNobody],
  ['/staff/ads', ...shownToNobody],
  ['/staff/board', ...shownToNobody],
  ['/staff/figures', ...shownToNobody],
  ['/staff/affiliates', ...shownToNobody],
  ['/staff/affiliate/partner-7', ...shownToNobody],
  ['/staff/content', ...shownToNobody],
  ['/staff/content/text', ...shownToNobody],
  ['/staff/content/preview', ...shownToNobody],
  ['/staff/content/edit', ...shownToNobody],
  ['/staff/content/codes', ...shownToNobody],
  ['/staff/content/ads', ...shownToNobody],
  ['/staff/content/pictures', ...shownToNobody],
]

const sisters =
  'wivesnow xmeeting meetwives megaflirt steamyplay steamymatches localhussies discreetcrush truebootycall foxytemptation'.split(
    ' ',
  )
const sisterTable: Row[] = sisters.flatMap((id): Row[] => [
  [`/${id}`, LANDING, LANDING, LANDING],
  [`/${id}/dashboard`, LANDING, 'shown', 'shown'],
  [`/${id}/search`, ...shownToMembers],
  [`/${id}/search/3`, ...shownToMembers],
  [`/${id}/profile/edit/profile`, ...shownToMembers],
  [`/${id}/profile/edit/settings`, LANDING, 'shown', 'shown'],
  [`/${id}/profile/edit/managePhotos`, ...shownToMembers],
])

const noRoutes = [
  '/nothing',
  '/index/index',
  '/index.html',
  '/dashboard/more',
  '/dashboard/index/index',
  '/Dashboard',
  '/plist',
  '/plist/new',
  '/plist/nobody/1',
  '/profile/view/id',
  '/profile/edit',
  '/profile/edit/settings/x.css',
  '/dashboard.css',
  '/promo/affiliate',
  '/site/tos/x',
  '/adultcrush',
  '/adultcrush/dashboard',
  '/wivesnow/messages',
  '/wivesnow/billing/upgrade',
  '/wivesnow/xmeeting/dashboard',
  '/brand/adultcrush',
  '/404',
  '/form',
  '/form/sign-in',
  '/error',
  '/.git/config',
  '/.env',
  '/wp-login.php',
  '/constructor',
  '/__proto__',
]

withApp()
const visitors = new Map<string, Record<'guest' | 'member' | 'newcomer', Visitor>>()
beforeAll(async () => {
  const member = await joins(app, { brand: 'adultcrush', username: 'Alice' })
  const newcomer = await joins(app, {
    brand: 'adultcrush',
    username: 'Nora',
    steps: ['justRegistered', 'uploadPhoto'],
  })
  for (const { id: brand } of brands) {
    const signedIn = async (accountId: number): Promise<Visitor> => {
      const visitor = app.visitor(brand)
      const session = {
        accountId,
        brand,
        device: 'Test browser',
        at: app.clock.now(),
        replaces: null,
      }
      visitor.cookies.set('session', await startSession(app.db, session))
      await acceptsTerms(app, accountId, brand)
      return visitor
    }
    visitors.set(brand, {
      guest: app.visitor(brand),
      member: await signedIn(member.id),
      newcomer: await signedIn(newcomer.id),
    })
  }
})

/** What came of asking for a page, in the words of the table. */
async function outcome(visitor: Visitor, path: string): Promise<string> {
  const answer = await visitor.visit(path)
  if (answer.status === 200) return 'shown'
  if (answer.status === 404) return 'missing'
  const location = answer.headers.get('Location') ?? ''
  return answer.status === 302
    ? `-> ${location.replace(`http://api.${visitor.host.replace('www.', '')}`, 'api:')}`
    : `${answer.status} ${location}`
}

describe.each(brands.map((brand) => brand.id))('on %s', (brand) => {
  test.each(['guest', 'member', 'newcomer'] as const)(
    'a %s sees every page that the specification lets them see, and no other',
    async (who) => {
      const visitor = visitors.get(brand)?.[who] as Visitor
      const column = { guest: 1, member: 2, newcomer: 3 }[who]
      const found: Record<string, string> = {}
      for (const [path] of [...table, ...sisterTable]) found[path] = await outcome(visitor, path)
      expect(found).toEqual(
        Object.fromEntries([...table, ...sisterTable].map((row) => [row[0], row[column]])),
      )
    },
  )

  test('every route with /index is the same page', async () => {
    const { guest, member } = visitors.get(brand) as Record<'guest' | 'member', Visitor>
    for (const visitor of [guest, member]) {
      for (const [path] of [...table, ...sisterTable.slice(0, 7)]) {
        const [plain, index] = [
          await visitor.visit(path),
          await visitor.visit(path === '/' ? '/index' : `${path}/index`),
        ]
        expect([path, index.status, await index.text()]).toEqual([
          path,
          plain.status,
          await plain.text(),
        ])
        expect(index.headers.get('Location')?.replace(/\/index$/, '')).toBe(
          plain.headers.get('Location') ?? undefined,
        )
      }
    }
  })

  test('what is no route is missing, for everybody', async () => {
    for (const who of ['guest', 'member', 'newcomer'] as const) {
      const visitor = visitors.get(brand)?.[who] as Visitor
      const found = await Promise.all(
        noRoutes.map(async (path) => [path, await outcome(visitor, path)]),
      )
      expect(found).toEqual(noRoutes.map((path) => [path, 'missing']))
    }
  })
})

describe('staff', () => {
  const pages = ['/staff', '/staff/tickets']

  test.each(brands.map((brand) => brand.id))(
    'see their pages on %s once they have given the second factor, and for twelve hours',
    async (signsInOn) => {
      const person = await joins(app, {
        brand: 'adultcrush',
        username: `Eve${signsInOn}`,
        staff: true,
        signsInOn,
        steps: ['justRegistered'],
      })
      for (const path of pages) {
        expect(await outcome(person, path)).toBe(
          `-> /staff/verify?back=${encodeURIComponent(path)}`,
        )
      }
      expect(await outcome(person, '/staff/verify')).toBe('shown')
      await asStaff(app, person)
      for (const path of pages) expect(await outcome(person, path)).toBe('shown')
      expect(await outcome(person, '/staff/nothing')).toBe('missing')
    },
  )

  test('are asked again after twelve hours, not before', async () => {
    const shift = await startApp()
    const eve = await worksAs(shift, 'Eve')
    shift.clock.advance(12 * HOUR - 1)
    expect(await outcome(eve, '/staff')).toBe('shown')
    shift.clock.advance(1)
    expect(await outcome(eve, '/staff')).toBe('-> /staff/verify?back=%2Fstaff')
    await shift.close()
  })

  test('are led back to where they wanted to go', async () => {
    const eve = await joins(app, { brand: 'adultcrush', username: 'Eva', staff: true })
    const answer = await eve.visit('/staff/tickets?brand=xmeeting')
    expect(answer.headers.get('Location')).toBe(
      '/staff/verify?back=%2Fstaff%2Ftickets%3Fbrand%3Dxmeeting',
    )
  })

  test('find a page where nobody else does, whatever is sent to it', async () => {
    const { guest, member } = visitors.get('adultcrush') as Record<'guest' | 'member', Visitor>
    const eve = await worksAs(app, 'Evi')
    const post = async (visitor: Visitor) =>
      (
        await visitor.visit('/staff/tickets', {
          method: 'POST',
          headers: { Origin: `http://${visitor.host}` },
        })
      ).status
    expect([await post(guest), await post(member), await post(eve)]).toEqual([404, 404, 405])
  })
})

test('a sister site’s address shows that page in the sister’s layout, on any brand; any other in the brand’s own', async () => {
  for (const brand of ['adultcrush', 'xmeeting']) {
    const { member } = visitors.get(brand) as { member: Visitor }
    const shown = async (path: string) => {
      const headers = { Host: member.host, Cookie: `session=${member.cookies.get('session')}` }
      const render: Render = async (_, page, { layout, path: canonical }) =>
        new Response([page, layout, canonical].join(' '))
      return (
        await app.frontDoor(new Request(`http://${member.host}${path}`, { headers }), '', render)
      ).text()
    }
    expect(await shown('/wivesnow/search/3')).toBe('/search/3 wivesnow /search/3')
    expect(await shown('/wivesnow/search/3/index')).toBe('/search/3 wivesnow /search/3')
    expect(await shown('/search/3')).toBe(`/search/3 ${brand} /search/3`)
  }
})

test('a slash too many is one address too many: it moves to the page', async () => {
  const { guest } = visitors.get('wivesnow') as { guest: Visitor }
  const answer = await guest.visit('/help/?a=1')
  expect([answer.status, answer.headers.get('Location')]).toEqual([
    308,
    'http://www.wivesnow.localhost:4321/help?a=1',
  ])
})

describe('specification §6: the dashboard is forced onto the www host', () => {
  async function dashboardOn(tier: 'members' | 'staging'): Promise<Response> {
    const visitor = app.visitor('wivesnow', { tier })
    for (const [name, value] of visitors.get('wivesnow')?.member.cookies ?? [])
      visitor.cookies.set(name, value)
    return visitor.visit('/dashboard?x=1')
  }

  test('from members.', async () => {
    expect((await dashboardOn('members')).headers.get('Location')).toBe(
      'http://www.wivesnow.localhost:4321/dashboard?x=1',
    )
  })

  test('but not from staging., which would otherwise be a site without a first page', async () => {
    expect((await dashboardOn('staging')).status).toBe(200)
  })
})

test('another brand’s session is nobody’s session', async () => {
  const visitor = app.visitor('xmeeting')
  for (const [name, value] of visitors.get('wivesnow')?.member.cookies ?? [])
    visitor.cookies.set(name, value)
  expect(await outcome(visitor, '/dashboard')).toBe(LANDING)
})
