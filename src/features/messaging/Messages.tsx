import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { loadedLater } from '../../ui/loaded-later.ts'
import { useSeeded } from '../../ui/use-seeded.ts'
import { $chat, $opening, $refusal, closeChat, openChat, seedChat } from './chat.store.ts'
import { Chat } from './Chat.tsx'
import type { Chat as OpenChat } from './chats.ts'
import type { Refused } from './Composer.tsx'
import { $inbox, type Inbox as Conversations, seedInbox } from './inbox.store.ts'
import { Inbox } from './Inbox.tsx'
import type { WritingRules } from './rules.ts'
import styles from './Messages.module.css'

type Props = {
  inbox: Conversations
  chat: OpenChat | null
  rules: WritingRules
  most: number
  upgrade: string
  now: string
  /** The language of dates. */
  locale: string
  /** Idempotency key of the form when it is posted without script. */
  formKey: string
  /** The refused text, if the page answers a form posted without script. */
  refused: Refused | null
}

const loadRefusalDialog = () => import('./RefusalDialog.tsx').then(({ RefusalDialog }) => RefusalDialog)
const RefusalDialog = loadedLater(loadRefusalDialog, ({ refusal }) => refusal !== null)

export function Messages({ inbox: firstInbox, chat: firstChat, rules, most, upgrade, now, locale, formKey, refused }: Props) {
  const inbox = useSeeded($inbox, firstInbox, seedInbox)
  const chat = useSeeded($chat, firstChat, seedChat)
  const opening = useSeeded($opening, null, () => undefined)
  const refusal = useStore($refusal, { ssr: 'initial' })
  const shown = opening ?? chat?.other.userId ?? null

  useEffect(() => {
    const follow = () => {
      const id = Number(new URLSearchParams(location.search).get('with'))
      if (id > 0) void openChat(id)
      else closeChat()
    }
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [])

  const open = (otherId: number) => {
    history.pushState(null, '', `/messages?with=${otherId}`)
    void openChat(otherId)
  }
  const close = () => {
    history.pushState(null, '', '/messages')
    closeChat()
  }

  return (
    <div className={styles['panes']} data-chat={shown === null ? undefined : ''} onFocus={() => void loadRefusalDialog()}>
      <Inbox inbox={inbox} shown={shown} now={now} locale={locale} onOpen={open} onHidden={close} />
      {chat && (opening === null || opening === chat.other.userId) ? (
        <Chat
          key={chat.other.userId}
          chat={chat}
          rules={rules}
          most={most}
          upgrade={upgrade}
          now={now}
          locale={locale}
          formKey={formKey}
          refused={refused}
          onClose={close}
        />
      ) : (
        <section className={styles['nobody']} aria-busy={opening !== null || undefined}>
          {opening === null ? (
            <EmptyState icon="message" title={inbox.conversations.length > 0 ? 'Choose a conversation' : 'Nobody has written yet'}>
              {inbox.conversations.length > 0 ? 'It opens here.' : 'Somebody has to write first. It may as well be you.'}
            </EmptyState>
          ) : (
            <p className="muted">One moment …</p>
          )}
        </section>
      )}
      <RefusalDialog refusal={refusal} rules={rules} upgrade={upgrade} onClose={() => $refusal.set(null)} />
    </div>
  )
}
