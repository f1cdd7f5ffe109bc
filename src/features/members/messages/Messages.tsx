import { type ReactNode, useEffect, useState } from 'react'
import { withBoundary } from '#ui/Boundary.tsx'
import { useSeeded } from '#ui/use-seeded.ts'
import { $chat, $opening, addressWith, closeChat, seedChat } from './chat/chat.store.ts'
import { Chat, type ChatPage } from './chat/Chat.tsx'
import type { Chat as OpenChat } from './chat/chats.ts'
import type { Conversation } from './inbox/inbox.contract.ts'
import { $inbox, type Inbox as Conversations, seedInbox } from './inbox/inbox.store.ts'
import type { Empty, Filter } from './inbox/inbox.ts'
import { Inbox } from './inbox/Inbox.tsx'
import { useLater } from './Later.tsx'
import { currentChat } from './while-shown.client.ts'
import styles from './Messages.module.css'

const openChat = async (id: number, hit: number | null = null) =>
  (await currentChat()).openChat(id, hit)
const loadLater = () => import('./MessagesLater.tsx').then((file) => file.laterParts)

type Props = ChatPage & {
  inbox: Conversations
  shows: Filter
  q: string
  empty: Empty
  chat: OpenChat | null
  /** What it takes to write to members. */
  takes: string
  /** The A/B test of the side: A has the list on the left. */
  side: 'A' | 'B'
  hit: number | null
  /** With whom the chat is open on a wide screen where the address names nobody. */
  last: number | null
  /** The inbox's heading and search. */
  head?: ReactNode
  /** Who waits for an answer, where that is shown. */
  waiting?: ReactNode
}

export const Messages = withBoundary(function Messages({
  inbox: firstInbox,
  shows,
  q,
  empty,
  chat: firstChat,
  side,
  hit: firstHit,
  last,
  head,
  waiting,
  ...page
}: Props) {
  const inbox = useSeeded($inbox, firstInbox, (first) =>
    seedInbox(first, { show: shows === 'waiting' ? 'all' : shows, q }),
  )
  const chat = useSeeded($chat, firstChat, seedChat)
  const opening = useSeeded($opening, null, () => undefined)
  const later = useLater(loadLater)
  const shown = opening ?? chat?.other.userId ?? null
  const [hit, setHit] = useState(firstHit)
  /** Whose chat takes the focus, once for each time that it is asked to. */
  const [focused, focusOn] = useState<{ id: number } | null>(null)

  useEffect(() => {
    const follow = () => {
      const id = Number(new URLSearchParams(location.search).get('with'))
      // A place within the page is no other chat. What is shown by now may not be rendered yet.
      if (id === ($opening.get() ?? $chat.get()?.other.userId)) return
      if (id > 0) void openChat(id)
      else closeChat()
    }
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [])

  useEffect(() => {
    if (last !== null && matchMedia('(width >= 1200px)').matches) void openChat(last)
  }, [])

  const open = ({ other: { userId: id }, found }: Conversation) => {
    history.pushState({ isFromList: true }, '', addressWith(id))
    setHit(found)
    // Taken as it is shown, and not from what is touched in it after that.
    focusOn({ id })
    void openChat(id, found)
  }

  return (
    <>
      <div
        className={styles['panes']}
        data-chat={shown === null ? undefined : ''}
        data-chat-list={side}
        {...later?.pageActs}
      >
        <Inbox
          inbox={inbox}
          head={head}
          shows={shows}
          waiting={waiting}
          q={q}
          empty={empty}
          shown={shown}
          now={page.now}
          locale={page.locale}
          onOpen={open}
        />
        {chat && (opening === null || opening === chat.other.userId) ? (
          <Chat
            key={chat.other.userId}
            chat={chat}
            hit={hit}
            focused={focused}
            menus={later}
            {...page}
          />
        ) : (
          <section className={styles['nobody']} aria-busy={opening !== null || undefined}>
            {opening !== null ? (
              <p className="muted">One moment …</p>
            ) : inbox.conversations.length > 0 ? (
              <p className="muted">Choose a conversation.</p>
            ) : null}
          </section>
        )}
      </div>
      {later && <later.MessagesLater {...page} />}
    </>
  )
})
