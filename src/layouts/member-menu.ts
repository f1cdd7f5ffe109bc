import type { Ticker } from '../features/core/live/tickers.ts'
import type { IslandIconName } from '../ui/island-icons.ts'

export type MenuPlace = 'home' | 'search' | 'messages' | 'likes' | 'profile'

/** The members' navigation: in the top bar on wide screens, as a tab bar on phones. */
export const menu: ReadonlyArray<{
  place: MenuPlace
  href: string
  label: string
  icon: IslandIconName
}> = [
  { place: 'home', href: '/dashboard', label: 'Home', icon: 'home' },
  { place: 'search', href: '/search', label: 'Search', icon: 'search' },
  { place: 'messages', href: '/messages', label: 'Messages', icon: 'message' },
  { place: 'likes', href: '/plist/likesyou/1', label: 'Likes', icon: 'heart' },
  { place: 'profile', href: '/profile/edit/profile', label: 'Profile', icon: 'person' },
]

export const photoRequestCount = {
  ticker: 'newPhotoRequests',
  words: ['new request to see photos', 'new requests to see photos'],
} as const

const partnerInvitationCount = {
  ticker: 'newPartnerInvitations',
  words: ['new invitation of a partner', 'new invitations of partners'],
} as const

/** Of all the pages behind Profile; what the present one shows is marked as seen by its own tab. */
const requestCount = {
  ticker: ['newPhotoRequests', 'newPartnerInvitations'],
  words: ['new request', 'new requests'],
} as const

type Counted = {
  ticker: Ticker | readonly Ticker[]
  words: readonly [one: string, several: string]
  isHere: boolean
}

const newInMenu: Partial<Record<MenuPlace, Omit<Counted, 'isHere'>>> = {
  home: {
    ticker: ['newMatches', 'newViews'],
    words: ['new match or visitor', 'new matches and visitors'],
  },
  messages: { ticker: 'newMessages', words: ['new message', 'new messages'] },
  likes: { ticker: 'newLikes', words: ['new like', 'new likes'] },
}

/**
 * The menu with what is counted beside its entries, except for what the page itself shows:
 * `current`, or `counts` where an entry leads to several pages.
 */
export function menuCounted(current: MenuPlace | undefined, counts: Ticker | undefined) {
  return menu.map((entry) => {
    if (entry.place === 'profile')
      return {
        ...entry,
        counted: {
          ...requestCount,
          ticker: requestCount.ticker.filter((ticker) => ticker !== counts),
          isHere: false,
        },
      }
    const counted = newInMenu[entry.place]
    return {
      ...entry,
      counted: counted && ({ ...counted, isHere: entry.place === current } satisfies Counted),
    }
  })
}

export const editPages: ReadonlyArray<{
  href: string
  label: string
  counted?: typeof photoRequestCount | typeof partnerInvitationCount
}> = [
  { href: '/profile/edit/profile', label: 'Profile', counted: partnerInvitationCount },
  { href: '/profile/edit/managePhotos', label: 'Photos', counted: photoRequestCount },
  { href: '/profile/edit/settings', label: 'Settings' },
]
