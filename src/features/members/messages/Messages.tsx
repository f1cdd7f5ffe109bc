import { type MouseEvent, type ReactNode, useEffect } from 'react'
import { withBoundary } from '../../../ui/Boundary.tsx'
import { useSeeded } from '../../../ui/use-seeded.ts'
import { acts } from './acts.ts'
import { $chat, $opening, addressWith, seedChat } from './chat.store.ts'
import { Chat } from './Chat.tsx'
import type { Chat as OpenChat } from './chats.ts'
import type { Refused } from './Composer.tsx'
import { $inbox, type Inbox as Conversations, seedInbox } from './inbox.store.ts'
import type { Empty, Show } from './inbox.ts'
import { Inbox } from './Inbox.tsx'
import type { WritingRules } from './rules.ts'
import { currentChat } from './while-shown.client.ts'
import styles from './Messages.module.css'

const openChat = async (id: number) => (await currentChat()).openChat(id)

type Props = {
  inbox: Conversations
  shows: Show
  q: string
  /** What the list says if it is empty. */
  empty: Empty
  chat: OpenChat | null
  rules: WritingRules
  most: number
  upgrade: string
  now: string
  /** The language of dates. */
  locale: string
  /** What a chat says where nothing is said yet. */
  first: string
  /** Idempotency key of the form when it is posted without script. */
  formKey: string
  /** The refused text, if the page answers a form posted without script. */
  refused: Refused | null
  /** The inbox's heading and search. */
  head?: ReactNode
}

export const Messages = withBoundary(function Messages({
  inbox: firstInbox,
  shows,
  q,
  empty,
  chat: firstChat,
  rules,
  most,
  upgrade,
  now,
  locale,
  first,
  formKey,
  refused,
  head,
}: Props) {
  const inbox = useSeeded($inbox, firstInbox, (first) => seedInbox(first, { show: shows, q }))
  const chat = useSeeded($chat, firstChat, seedChat)
  const opening = useSeeded($opening, null, () => undefined)
  const shown = opening ?? chat?.other.userId ?? null

  useEffect(() => {
    const follow = () => {
      const id = Number(new URLSearchParams(location.search).get('with'))
      if (id > 0) void openChat(id)
      else void acts().then(({ leave }) => leave())
    }
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [])

  const open = (otherId: number, event: MouseEvent) => {
    // The browser handles clicks that open a new tab or window.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return
    event.preventDefault()
    history.pushState({ isFromList: true }, '', addressWith(otherId))
    // On a phone the row is no longer shown, and its keyboard would cover the chat.
    const place = matchMedia('(hover: hover)').matches ? '[role=log] ~ form textarea' : '[role=log]'
    void openChat(otherId).then(() => document.querySelector<HTMLElement>(place)?.focus())
  }
  const startActs = () => acts().then(({ start }) => start({ rules, most, upgrade }))
  const startSoon = () => void startActs()

  return (
    <div
      className={styles['panes']}
      data-chat={shown === null ? undefined : ''}
      onFocus={startSoon}
      onPointerDown={startSoon}
    >
      <Inbox
        inbox={inbox}
        head={head}
        shows={shows}
        q={q}
        empty={empty}
        shown={shown}
        now={now}
        locale={locale}
        onOpen={open}
      />
      {chat && (opening === null || opening === chat.other.userId) ? (
        <Chat
          key={chat.other.userId}
          chat={chat}
          most={most}
          upgrade={upgrade}
          now={now}
          locale={locale}
          first={first}
          formKey={formKey}
          refused={refused}
          startActs={startActs}
        />
      ) : (
        <section className={styles['nobody']} aria-busy={opening !== null || undefined}>
          {opening !== null ? (
            <p className="muted">One moment …</p>
          ) : inbox.conversations.length > 0 ? (
            <p className="muted">Choose a conversation. It opens here.</p>
          ) : null}
        </section>
      )}
    </div>
  )
})
