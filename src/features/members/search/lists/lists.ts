export const listNames = [
  'onlineNow',
  'nearYou',
  'newMembers',
  'viewedYou',
  'likesYou',
  'matches',
  'youLike',
  'youViewed',
] as const
export type ListName = (typeof listNames)[number]

type ListPage = {
  list: ListName
  /** Path segment: `/plist/online/1` (specification §2). */
  slug: string
  title: string
  /**
   * The search that shows the same people, and can narrow them: such a list has no tab beside the
   * others.
   */
  search?: { label: string; href: string }
  empty: { title: string; text: string; action: { label: string; href: string } }
}

const search = { label: 'Search', href: '/search' }

export const listPages: readonly ListPage[] = [
  {
    list: 'onlineNow',
    slug: 'online',
    title: 'Online now',
    search: { label: 'Search among those online', href: '/search?online=on&radius=any' },
    empty: {
      title: 'Nobody is online just now',
      text: 'Evenings are busier. Meanwhile, see who was here today.',
      action: search,
    },
  },
  {
    list: 'newMembers',
    slug: 'new',
    title: 'New members',
    search: { label: 'Search, the newest first', href: '/search?sort=newest&radius=any' },
    empty: {
      title: 'Nobody new yet',
      text: 'As soon as somebody joins whom you might like, they are here.',
      action: search,
    },
  },
  {
    list: 'matches',
    slug: 'matches',
    title: 'Matches',
    empty: {
      title: 'No match yet',
      text: 'When somebody you like likes you back, you meet them here.',
      action: { label: 'Find people to like', href: '/search' },
    },
  },
  {
    list: 'likesYou',
    slug: 'likesyou',
    title: 'Likes you',
    empty: {
      title: 'No likes yet',
      text: 'A photo and a few words about yourself bring most of them.',
      action: { label: 'Add a photo', href: '/profile/edit/managePhotos' },
    },
  },
  {
    list: 'youLike',
    slug: 'youlike',
    title: 'You like',
    empty: {
      title: 'You like nobody yet',
      text: 'Tick the heart on somebody’s picture, and you find them again here.',
      action: search,
    },
  },
  {
    list: 'viewedYou',
    slug: 'viewedyou',
    title: 'Viewed you',
    empty: {
      title: 'Nobody has looked at your profile yet',
      text: 'Who looks around is looked at: people see that you visited.',
      action: search,
    },
  },
  {
    list: 'youViewed',
    slug: 'youviewed',
    title: 'You viewed',
    empty: {
      title: 'You have not looked at anybody yet',
      text: 'Whoever you visit can be found again here.',
      action: search,
    },
  },
]

export const NEAR = 50

export const MAX_CARDS = 48
