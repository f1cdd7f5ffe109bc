import type { IconName } from '../ui/icons.ts'

export type MenuPlace = 'home' | 'search' | 'messages' | 'likes' | 'profile'

/** The members' navigation: in the top bar on wide screens, as a tab bar on phones. */
export const menu: ReadonlyArray<{ place: MenuPlace; href: string; label: string; icon: IconName }> = [
  { place: 'home', href: '/dashboard', label: 'Home', icon: 'home' },
  { place: 'search', href: '/search', label: 'Search', icon: 'search' },
  { place: 'messages', href: '/messages', label: 'Messages', icon: 'message' },
  { place: 'likes', href: '/plist/likesyou/1', label: 'Likes', icon: 'heart' },
  { place: 'profile', href: '/profile/edit/profile', label: 'Profile', icon: 'person' },
]

export const photoRequestCount = { ticker: 'newPhotoRequests', words: ['new request to see photos', 'new requests to see photos'] } as const

/** The pages on which members edit what is theirs, as tabs. */
export const editPages: ReadonlyArray<{ href: string; label: string; counted?: typeof photoRequestCount }> = [
  { href: '/profile/edit/profile', label: 'Profile' },
  { href: '/profile/edit/managePhotos', label: 'Photos', counted: photoRequestCount },
  { href: '/profile/edit/settings', label: 'Settings' },
]
