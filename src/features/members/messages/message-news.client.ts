import { api, assertRefused } from '#api/client.ts'
import type { Hint } from '#core/live/member-events.ts'
import { $hint } from '#core/live/stream.store.ts'
import { chime } from '#core/notifications/chime.client.ts'
import { avatarOf } from '#core/people/pictures/avatar.ts'
import { showNews } from '#ui/toasts.store.ts'
import type { chatMessagesWidget, Conversation } from './inbox/inbox.contract.ts'
import { chatPath } from './writing/writing.store.ts'

/** Hints of one moment are answered by one look at what is unread. */
const DEBOUNCE = 200
const SHOWN_FOR = 8000
const MAX_WORDS = 80
/** More have not written in one moment. */
const MOST = 5

const writers = new Set<number>()
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Says who has written, with their first words, where the brand lets that pop up (specification §3,
 * showInteractionPopup; elsewhere the counters say that there is something), except where the page
 * shows it.
 */
export function showMessageNews(first: Hint, popsUp: boolean): void {
  const hear = (hint: Hint) => {
    if (hint.type !== 'message' || isShown(hint.otherId)) return
    writers.add(hint.otherId)
    timer ??= setTimeout(() => void readUnread(popsUp), DEBOUNCE)
  }
  hear(first)
  $hint.listen((hint) => hint && hear(hint))
}

/** In the list of the messages, or in the chat, which on a phone has the screen alone. */
function isShown(otherId: number): boolean {
  if (!location.pathname.startsWith('/messages')) return false
  const open = new URLSearchParams(location.search).get('with')
  return open === null || Number(open) === otherId || matchMedia('(width >= 900px)').matches
}

async function readUnread(popsUp: boolean): Promise<void> {
  const wanted = new Set(writers)
  timer = undefined
  writers.clear()
  const unread = await api
    .send<typeof chatMessagesWidget>('GET /widget/chatMessages', { query: { count: MOST } })
    .catch((error: unknown) => {
      // Whoever polls too often, or has signed out elsewhere, finds the message in the inbox.
      assertRefused(error)
      return null
    })
  const news =
    unread?.conversations.filter(
      ({ other, isMuted, snippet }) =>
        wanted.has(other.userId) && !isMuted && snippet?.isMine === false,
    ) ?? []
  for (const { other, snippet } of news) {
    if (!popsUp || !snippet) continue
    const { username, picture, userId } = other
    showNews(
      { username, picture: avatarOf(picture), href: chatPath(userId) },
      words(snippet),
      SHOWN_FOR,
    )
  }
  if (news.length > 0) chime()
}

/** Words that are masked in the chat are masked here. */
function words({ text, isMasked }: NonNullable<Conversation['snippet']>): string {
  const characters = [...text]
  if (isMasked) return ' wrote to you'
  return `: ${characters.length > MAX_WORDS ? `${characters.slice(0, MAX_WORDS).join('')}…` : text}`
}
