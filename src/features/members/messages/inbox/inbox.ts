/** What an inbox shows: everything but the hidden, or one of these alone. */
export const shows = ['all', 'unread', 'matches', 'hidden'] as const
export type Show = (typeof shows)[number]

/**
 * What the page shows: also who waits for an answer, whose rows have acts of their own
 * (waiting.contract.ts).
 */
export type Filter = Show | 'waiting'

export const INBOX_PAGE = 20

/** Characters of a search in the inbox. */
export const MAX_WORDS = 100

export type Empty = { title: string; text: string; label: string; href: string }

const emptyOf: Record<Show, Empty> = {
  all: {
    title: 'No conversations yet',
    text: 'What you write and what you receive is kept here.',
    label: 'Find somebody to write to',
    href: '/search',
  },
  unread: {
    title: 'Everything is read',
    text: 'New messages are here until you open them.',
    label: 'All conversations',
    href: '/messages',
  },
  matches: {
    title: 'No match waits for a word',
    text: 'When somebody you like likes you back, they are here until one of you writes.',
    label: 'Find people to like',
    href: '/search',
  },
  hidden: {
    title: 'Nothing is hidden',
    text: 'A conversation that you hide is here until one of you writes.',
    label: 'All conversations',
    href: '/messages',
  },
}

/** What an empty list says: why it is empty, and where to go on. */
export function whyEmpty(show: Show, q: string): Empty {
  if (q === '') return emptyOf[show]
  return {
    title: 'Nothing found',
    text: 'Names are searched, and messages that you wrote or can read.',
    label: show === 'all' ? 'All conversations' : 'Without these words',
    href: show === 'all' ? '/messages' : `/messages?show=${show}`,
  }
}

export function isFilter(text: string | null): text is Filter {
  return text === 'waiting' || shows.some((show) => show === text)
}
