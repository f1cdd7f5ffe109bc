import { api, assertRefused } from '../../../api/client.ts'
import type { Hint } from '../../core/live/member-events.ts'
import { $hint } from '../../core/live/stream.store.ts'
import { chime } from '../../core/notifications/chime.client.ts'
import { addressOf } from '../../core/people/pictures.ts'
import type { Conversation, messageIndex } from './inbox.contract.ts'

/** Hints of one moment are answered by one look into the inbox. */
const DEBOUNCE = 200
const SHOWN_FOR = 8000
const MAX_WORDS = 80

const writers = new Set<number>()
let timer: ReturnType<typeof setTimeout> | undefined

/** Shows who has written, with their first words, where the brand lets that pop up, except on the page that shows the messages themselves. */
export function showMessageNews(first: Hint): void {
  hear(first)
  $hint.listen((hint) => hint && hear(hint))
}

function hear(hint: Hint): void {
  if (hint.type !== 'message' || location.pathname.startsWith('/messages')) return
  writers.add(hint.otherId)
  timer ??= setTimeout(() => void look(), DEBOUNCE)
}

async function look(): Promise<void> {
  const wanted = new Set(writers)
  timer = undefined
  writers.clear()
  const inbox = await api
    .send<typeof messageIndex>('GET /message/index', { query: {} })
    .catch((error: unknown) => {
      // Whoever polls too often, or has signed out elsewhere, finds the message in the inbox.
      assertRefused(error)
      return null
    })
  const news =
    inbox?.conversations.filter(
      ({ other, unread, isMuted, snippet }) =>
        wanted.has(other.userId) && unread > 0 && !isMuted && snippet?.isMine === false,
    ) ?? []
  // Specification §3, showInteractionPopup: elsewhere the counters say that there is something, and nothing names who.
  const popsUp = document.querySelector('.toasts[data-shows-news="true"]') !== null
  for (const { other, snippet } of news) if (popsUp && snippet) show(other, snippet)
  if (news.length > 0) chime()
}

type Snippet = NonNullable<Conversation['snippet']>

function show(other: Conversation['other'], snippet: Snippet): void {
  const region = document.querySelector('.toasts')
  const toast = document
    .querySelector<HTMLTemplateElement>('template[data-toast]')
    ?.content.firstElementChild?.cloneNode(true)
  if (!region || !(toast instanceof HTMLElement)) return
  const id = `news-${other.userId}`
  document.getElementById(id)?.remove()
  toast.id = id
  toast.querySelector('span')?.remove()
  const link = toast.querySelector('a')
  if (link) {
    Object.assign(link, {
      href: `/messages?with=${other.userId}`,
      hidden: false,
      className: 'news',
    })
    link.append(faceOf(other), words(other.username, snippet))
  }
  toast.querySelector('button')?.addEventListener('click', () => toast.remove())
  region.append(toast)
  setTimeout(() => end(toast), SHOWN_FOR)
}

/** Stays while somebody points at it or has it in focus. */
function end(toast: HTMLElement): void {
  if (toast.matches(':hover, :focus-within')) setTimeout(() => end(toast), SHOWN_FOR)
  else toast.remove()
}

function faceOf({ username, picture }: Conversation['other']): HTMLElement {
  const face = document.createElement('span')
  face.className = 'avatar avatar-small'
  face.ariaHidden = 'true'
  if (picture)
    face.append(Object.assign(new Image(), { src: addressOf(picture, 320, 'webp'), alt: '' }))
  else face.append([...username][0]?.toUpperCase() ?? '')
  return face
}

/** Words that are masked in the chat are masked here. */
function words(username: string, { text, isMasked }: Snippet): HTMLElement {
  const line = document.createElement('span')
  const name = document.createElement('strong')
  name.append(username)
  const characters = [...text]
  line.append(
    name,
    isMasked
      ? ' wrote to you'
      : `: ${characters.length > MAX_WORDS ? `${characters.slice(0, MAX_WORDS).join('')}…` : text}`,
  )
  return line
}
