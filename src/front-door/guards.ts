import type { Member } from '../api/member.server.ts'
import type { Tier } from '../sites/hosts.ts'
import { type PageRoute, STAFF, STAFF_DOOR } from '../sites/routes.ts'
import { opens } from '../sites/staff-roles.ts'

export type PageRequest = {
  route: PageRoute | null
  address: string
  /** The request has the preview link of a draft. */
  isPreview: boolean
  viewer:
    | ({ hasFullAccess: boolean } & Pick<Member, 'terms' | 'staff' | 'roles' | 'isLocked'>)
    | null
  tier: Tier
}

/**
 * `lock` shows the lock in the page's place. `hide` is a 404, since a redirect would reveal that
 * the page exists. `on` redirects to another host of the brand.
 */
export type Decision =
  | { do: 'show' }
  | { do: 'hide' }
  | { do: 'lock' }
  | { do: 'go'; to: string; on?: 'api' | 'www'; remembersWay?: true }

/** `source` is the section of the specification or decisions. */
export type Guard = {
  name: string
  source: string
  when(asked: PageRequest): boolean
  then(asked: PageRequest): Decision
}

const show = (): Decision => ({ do: 'show' })
const hide = (): Decision => ({ do: 'hide' })
const goTo = (to: string) => (): Decision => ({ do: 'go', to })
const goToHost =
  (on: 'api' | 'www') =>
  ({ address }: PageRequest): Decision => ({ do: 'go', to: address, on })

/** The access rules of pages; the first matching row decides. */
export const guards: readonly Guard[] = [
  {
    name: 'what is no route is missing',
    source: 'specification §2, decisions §2',
    when: ({ route }) => route === null,
    then: hide,
  },
  {
    name: 'staff pages are missing to everybody else',
    source: 'decisions §1, assurance 8',
    when: ({ route, viewer }) =>
      (route?.access === 'staff' || route?.access === 'staffDoor') &&
      (viewer?.staff ?? 'no') === 'no',
    then: hide,
  },
  {
    name: 'a locked session shows its lock in the place of every page for members',
    source: 'not the specification’s: see src/features/core/accounts/app-lock',
    when: ({ route, viewer }) =>
      viewer?.isLocked === true &&
      route !== null &&
      ['member', 'staffDoor', 'staff'].includes(route.access),
    then: () => ({ do: 'lock' }),
  },
  {
    name: 'staff give their second factor before they see anything',
    source: 'decisions §1, assurance 8',
    when: ({ route, viewer }) => route?.access === 'staff' && viewer?.staff === 'unproven',
    then: ({ address }) => ({ do: 'go', to: `${STAFF_DOOR}?back=${encodeURIComponent(address)}` }),
  },
  {
    name: 'a staff page that none of their roles opens is missing to staff as well',
    source: 'decisions §1',
    when: ({ route, viewer }) =>
      route?.access === 'staff' && !opens(viewer?.roles ?? [], route.roles ?? []),
    then: hide,
  },
  {
    name: 'staff, who have no profile, are sent to their work from every page of members',
    source: 'decisions §1',
    when: ({ route, viewer }) =>
      (viewer?.staff ?? 'no') !== 'no' && (route?.access === 'member' || route?.access === 'guest'),
    then: goTo(STAFF),
  },
  {
    name: 'a draft is shown to whoever has its link',
    source: 'not the specification’s: see src/features/guests/texts',
    when: ({ route, isPreview }) => route?.prerendered === true && isPreview,
    then: show,
  },
  {
    name: 'old addresses of the landing lead to it',
    source: 'specification §2, decisions §2',
    when: ({ route }) => route?.redirect === '/',
    then: goTo('/'),
  },
  {
    name: 'the support view is on the API’s host',
    source: 'specification §6',
    when: ({ route }) => route?.only === 'api',
    then: goToHost('api'),
  },
  {
    name: 'a guest on a member page that nobody comes back to is sent to the landing',
    source: 'specification §6, decisions §2',
    when: ({ route, viewer }) =>
      viewer === null && route?.access === 'member' && route.forgetsWay === true,
    then: goTo('/'),
  },
  {
    name: 'a guest on a member page is sent to the landing, and on to the page after signing in',
    source: 'specification §6, decisions §2',
    when: ({ route, viewer }) => viewer === null && route?.access === 'member',
    then: () => ({ do: 'go', to: '/', remembersWay: true }),
  },
  {
    name: 'a member on a guest page is sent to the dashboard',
    source: 'specification §6',
    when: ({ route, viewer }) => viewer !== null && route?.access === 'guest',
    then: goTo('/dashboard'),
  },
  {
    name: 'a member with onboarding steps left takes them on the dashboard',
    source: 'specification §4, decisions §4',
    when: (asked) => isGated(asked) && asked.viewer?.hasFullAccess === false,
    then: goTo('/dashboard'),
  },
  {
    name: 'a member who has not accepted this brand’s terms does so on the dashboard',
    source: 'decisions §1',
    when: (asked) => isGated(asked) && asked.viewer?.terms !== 'accepted',
    then: goTo('/dashboard'),
  },
  {
    name: 'the dashboard is on www; staging keeps its own',
    source: 'specification §6, decisions §1',
    when: ({ route, tier }) => route?.only === 'www' && tier !== 'www' && tier !== 'staging',
    then: goToHost('www'),
  },
  {
    name: 'every other page is shown',
    source: 'specification §6',
    when: () => true,
    then: show,
  },
]

function isGated({ route, viewer }: PageRequest): boolean {
  return viewer !== null && route?.access === 'member' && route.beforeOnboarding !== true
}

export function guardFor(asked: PageRequest): Guard {
  const row = guards.find(({ when }) => when(asked))
  if (!row) throw new Error('the last row holds for everything')
  return row
}

export function decide(asked: PageRequest): Decision {
  return guardFor(asked).then(asked)
}
