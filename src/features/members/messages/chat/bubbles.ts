import { noReactions } from '../acts/reactions.ts'
import type { Message } from '../messages.contract.ts'
import type { Unsent } from '../writing/unsent.ts'
import type { Bubble, Chat, Loaded } from './chats.ts'

export function chatOf({ messages, ...rest }: Loaded): Chat {
  return { ...rest, bubbles: messages.map(bubbleOf) }
}

export function bubbleOf(message: Message): Bubble {
  return { ...message, key: String(message.id), state: 'sent' }
}

export function bubbleOfUnsent({
  key,
  about = null,
  replyTo = null,
  body,
  seconds,
  sentAt,
  reason,
}: Unsent): Bubble {
  const voice = seconds ? { src: '', seconds } : null
  const bubble = {
    id: 0,
    key,
    isMine: true,
    kind: voice ? ('voice' as const) : ('text' as const),
    about,
    replyTo,
    reactions: noReactions,
    body,
    voice,
    viewOnce: null,
    isMasked: false,
    warning: null,
    sentAt,
  }
  return reason === null ? { ...bubble, state: 'sending' } : { ...bubble, state: 'failed', reason }
}

/** With the member's messages that the server does not have yet. */
export function withUnsent(chat: Chat, unsent: readonly Unsent[]): Chat {
  const own = unsent.filter(
    ({ otherId, key }) =>
      otherId === chat.other.userId && !chat.bubbles.some((bubble) => bubble.key === key),
  )
  return own.length === 0
    ? chat
    : { ...chat, bubbles: [...chat.bubbles, ...own.map(bubbleOfUnsent)] }
}

export function isSending({ state }: Bubble): boolean {
  return state === 'sending'
}

/**
 * Messages of before stay loaded if there is no gap, and those that were sent since this was asked
 * for, when `asked` was shown; unsent ones stay at the end, and each keeps its key.
 */
export function withNewest(chat: Chat, loaded: Loaded, asked: Chat | null): Chat {
  const known = chat.bubbles.filter(isSent)
  const keys = new Map(known.map(({ id, key }) => [id, key]))
  const fresh = loaded.messages.map((message) => ({
    ...bubbleOf(message),
    key: keys.get(message.id) ?? String(message.id),
  }))
  const firstId = fresh[0]?.id ?? 0
  const isJoined =
    !loaded.hasNewer &&
    (!loaded.hasOlder || keys.has(firstId) || known.some(({ id }) => id > firstId))
  const older = isJoined ? known.filter(({ id }) => id < firstId) : []
  const before = new Set([...fresh, ...(asked?.bubbles.filter(isSent) ?? [])].map(({ id }) => id))
  const since = loaded.hasNewer ? [] : known.filter(({ id }) => id > firstId && !before.has(id))
  const { messages: _, ...rest } = loaded
  return {
    ...rest,
    about: chat.about,
    replyTo: chat.replyTo,
    hasOlder: older.length > 0 ? chat.hasOlder : loaded.hasOlder,
    bubbles: [...older, ...fresh, ...since, ...chat.bubbles.filter((bubble) => !isSent(bubble))],
  }
}

function isSent({ state }: Bubble): boolean {
  return state === 'sent'
}
