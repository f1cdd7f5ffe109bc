import { describe, expect, test } from 'vitest'
import { type PageRequest, decide, guardFor, guards, type Decision } from '#front-door/guards.ts'
import type { Tier } from '#sites/hosts.ts'
import { brands } from '#sites/registry.ts'
import { matchPage, pageRoutes } from '#sites/routes.ts'
import { staffRoles } from '#sites/staff-roles.ts'

/**
 * Every row of the guards by itself; the whole of them, over every brand and through the front
 * door, is guards.test.ts.
 */

const member: NonNullable<PageRequest['viewer']> = {
  hasFullAccess: true,
  terms: 'accepted',
  staff: 'no',
  roles: [],
  isLocked: false,
}
const viewers = {
  guest: null,
  member,
  newcomer: { ...member, hasFullAccess: false },
  'a member with new terms to accept': { ...member, terms: 'new' },
  'a member with outdated terms': { ...member, terms: 'outdated' },
  'a locked member': { ...member, isLocked: true },
  'locked staff': { ...member, staff: 'proven', roles: staffRoles, isLocked: true },
  'staff at the door': { ...member, staff: 'unproven', roles: staffRoles },
  staff: { ...member, staff: 'proven', roles: staffRoles },
  'an editor': { ...member, staff: 'proven', roles: ['editor'] },
  'staff without a role': { ...member, staff: 'proven' },
} as const satisfies Record<string, PageRequest['viewer']>

const sisters = brands.slice(1).map(({ id }) => id)

function asked(address: string, viewer: PageRequest['viewer'], tier: Tier): PageRequest {
  const url = new URL(address, 'http://any.invalid')
  return {
    route: matchPage(url.pathname, sisters)?.route ?? null,
    address,
    isPreview: url.searchParams.has('preview'),
    viewer,
    tier,
  }
}

const shown: Decision = { do: 'show' }
const hidden: Decision = { do: 'hide' }
const to = (path: string): Decision => ({ do: 'go', to: path })

type Example = [address: string, viewer: keyof typeof viewers, outcome: Decision, tier?: Tier]
const examples: Record<string, Example[]> = {
  'what is no route is missing': [
    ['/nothing', 'guest', hidden],
    ['/dashboard/index/index', 'staff', hidden],
    ['/wivesnow/messages', 'member', hidden],
  ],
  'staff pages are missing to everybody else': [
    ['/staff', 'guest', hidden],
    ['/staff/verify', 'member', hidden],
    ['/staff/tickets/index', 'newcomer', hidden],
  ],
  'a locked session shows its lock in the place of every page for members': [
    ['/dashboard', 'a locked member', { do: 'lock' }],
    ['/profile/view/id/7', 'a locked member', { do: 'lock' }],
    ['/messages', 'a locked member', { do: 'lock' }, 'members'],
    ['/staff/tickets', 'locked staff', { do: 'lock' }],
    ['/staff/verify', 'locked staff', { do: 'lock' }],
  ],
  'staff give their second factor before they see anything': [
    [
      '/staff/tickets?show=closed',
      'staff at the door',
      to('/staff/verify?back=%2Fstaff%2Ftickets%3Fshow%3Dclosed'),
    ],
  ],
  'a staff page that none of their roles opens is missing to staff as well': [
    ['/staff/tickets', 'an editor', hidden],
    ['/staff/preserved', 'an editor', hidden],
    ['/staff', 'staff without a role', hidden],
  ],
  'staff, who have no profile, are sent to their work from every page of members': [
    ['/', 'staff', to('/staff')],
    ['/dashboard', 'staff at the door', to('/staff')],
    ['/profile/view/id/7', 'an editor', to('/staff')],
    ['/deleted-account', 'staff at the door', to('/staff')],
  ],
  'a draft is shown to whoever has its link': [
    ['/site/terms?preview=key', 'guest', shown],
    ['/?preview=key', 'member', shown],
  ],
  'old addresses of the landing lead to it': [
    ['/home', 'guest', to('/')],
    ['/wivesnow', 'member', to('/')],
    ['/wivesnow/index', 'newcomer', to('/')],
  ],
  'the support view is on the API’s host': [
    [
      '/callback/cfpSupportAgent?a=1',
      'guest',
      { do: 'go', to: '/callback/cfpSupportAgent?a=1', on: 'api' },
    ],
  ],
  'a guest on a member page that nobody comes back to is sent to the landing': [
    ['/dashboard', 'guest', to('/')],
    ['/wivesnow/dashboard', 'guest', to('/')],
    ['/fullPageAd', 'guest', to('/')],
  ],
  'a guest on a member page is sent to the landing, and on to the page after signing in': [
    ['/messages', 'guest', { do: 'go', to: '/', remembersWay: true }],
    ['/wivesnow/search/3', 'guest', { do: 'go', to: '/', remembersWay: true }],
    ['/profile/edit/managePhotos', 'guest', { do: 'go', to: '/', remembersWay: true }],
    ['/emailOfferRedirect?key=a', 'guest', { do: 'go', to: '/', remembersWay: true }],
  ],
  'a member on a guest page is sent to the dashboard': [
    ['/index', 'member', to('/dashboard')],
    ['/site/tos', 'newcomer', to('/dashboard')],
  ],
  'a member with onboarding steps left takes them on the dashboard': [
    ['/messages', 'newcomer', to('/dashboard')],
  ],
  'a member who has not accepted this brand’s terms does so on the dashboard': [
    ['/search', 'a member with new terms to accept', to('/dashboard')],
    ['/search', 'a member with outdated terms', to('/dashboard')],
  ],
  'the dashboard is on www; staging keeps its own': [
    ['/dashboard?a=1', 'member', { do: 'go', to: '/dashboard?a=1', on: 'www' }, 'members'],
    [
      '/wivesnow/dashboard',
      'newcomer',
      { do: 'go', to: '/wivesnow/dashboard', on: 'www' },
      'members',
    ],
  ],
  'every other page is shown': [
    ['/dashboard', 'newcomer', shown],
    ['/dashboard/index', 'member', shown, 'staging'],
    ['/wivesnow/dashboard', 'member', shown],
    ['/profile/edit/settings', 'a member with new terms to accept', shown],
    ['/site/terms', 'guest', shown],
    ['/', 'guest', shown],
    ['/staff/verify', 'staff at the door', shown],
    ['/staff/tickets', 'staff', shown],
    ['/staff/content/edit?path=legal/all/terms.md', 'an editor', shown],
    ['/site/terms', 'staff', shown],
    // A draft is of a page that is made in advance; elsewhere the word means nothing.
    ['/messages?preview=key', 'member', shown],
  ],
}

describe.each(guards)('$name ($source)', ({ name }) => {
  test.each(examples[name] ?? [])(
    '%s, asked for by %s',
    (address, viewer, outcome, tier = 'www') => {
      const question = asked(address, viewers[viewer], tier)
      expect([guardFor(question).name, decide(question)]).toEqual([name, outcome])
    },
  )
})

test('every row has an example, and every example its row', () => {
  expect(Object.keys(examples)).toEqual(guards.map(({ name }) => name))
  expect(Object.values(examples).filter((rows) => rows.length === 0)).toEqual([])
})

test('every row is reached, and from the routes that there are', () => {
  const addresses = [
    ...pageRoutes.map(({ pattern }) => pattern.replaceAll(/:\w+\??/g, '1')),
    '/wivesnow',
    '/nothing',
  ]
  const reached = new Set<string>()
  for (const address of addresses) {
    for (const query of ['', '?preview=key']) {
      for (const viewer of Object.values(viewers)) {
        for (const tier of ['www', 'members', 'staging'] as const)
          reached.add(guardFor(asked(address + query, viewer, tier)).name)
      }
    }
  }
  expect(guards.map(({ name }) => name).filter((name) => !reached.has(name))).toEqual([])
})
