import type { KeyboardEvent, MouseEvent } from 'react'
import { Avatar } from '../../ui/Avatar.tsx'
import { Count } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { avatarOf } from '../photos/avatar.ts'
import type { Conversation } from './inbox.contract.ts'
import { hide, type Inbox as Conversations, markAsUnread, loadOlderConversations } from './inbox.store.ts'
import { shortTime } from './times.ts'
import { useReader } from './use-reader.ts'
import styles from './Inbox.module.css'

type Props = {
  inbox: Conversations
  shown: number | null
  now: string
  /** The language of dates. */
  locale: string
  onOpen(otherId: number): void
  onHidden(): void
}

/** The list of conversations. Rows are links and actions are forms, so that it works before hydration. */
export function Inbox({ inbox: { conversations, older }, shown, now, locale, onOpen, onHidden }: Props) {
  return (
    <section className={styles['inbox']} aria-label="Conversations">
      <h1 className={styles['title']}>Messages</h1>
      {conversations.length === 0 ? (
        <EmptyState
          icon="message"
          title="No conversations yet"
          action={
            <a className="button button-soft" href="/search">
              Find somebody to write to
            </a>
          }
        >
          What you write and what you receive is kept here.
        </EmptyState>
      ) : (
        <ul className={styles['list']}>
          {conversations.map((one) => (
            <Row
              key={one.other.userId}
              conversation={one}
              isShown={one.other.userId === shown}
              now={now}
              locale={locale}
              onOpen={onOpen}
              onHidden={() => {
                void hide(one.other.userId)
                if (one.other.userId === shown) onHidden()
              }}
            />
          ))}
        </ul>
      )}
      {older === null ? null : (
        <form className={styles['older']} action="/messages" onSubmit={(event) => (event.preventDefault(), void loadOlderConversations())}>
          <input type="hidden" name="before" value={older} />
          <Button type="submit" variant="quiet" size="small">
            Show older conversations
          </Button>
        </form>
      )}
    </section>
  )
}

type RowProps = Pick<Props, 'now' | 'locale' | 'onOpen' | 'onHidden'> & { conversation: Conversation; isShown: boolean }

function Row({ conversation: { other, snippet, lastMessageAt, unread }, isShown, now, locale, onOpen, onHidden }: RowProps) {
  const reader = useReader(now, locale)
  const open = (event: MouseEvent) => {
    // The browser handles clicks that open a new tab or window.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onOpen(other.userId)
  }
  return (
    <li className={styles['row']} data-unread={unread > 0 || undefined}>
      <a className={styles['link']} href={`/messages?with=${other.userId}`} aria-current={isShown ? 'true' : undefined} onClick={open}>
        <span className={styles['face']}>
          <Avatar name={other.username} photo={avatarOf(other.picture)} decorative />
          {other.isOnline ? <span className={styles['online']} title="Online now" /> : null}
        </span>
        <span className={styles['words']}>
          <span className={styles['name']}>
            {other.username}, {other.age}
            {other.isOnline ? <span className="visually-hidden"> (online now)</span> : null}
          </span>
          <time className={styles['time']} dateTime={lastMessageAt}>
            {shortTime(lastMessageAt, reader)}
          </time>
          <span className={styles['said']}>
            <span className={styles['snippet']}>
              {snippet.isMine ? 'You: ' : null}
              {snippet.isMasked ? (
                <>
                  <span aria-hidden="true">{snippet.text}</span>
                  <span className="visually-hidden">A message you have not opened</span>
                </>
              ) : (
                snippet.text
              )}
            </span>
            <Count value={unread} label={`${unread} unread`} />
          </span>
        </span>
      </a>
      <details className={styles['more']} name="conversation" onKeyDown={closeOnEscape}>
        <summary aria-label={`More about the conversation with ${other.username}`}>
          <Icon name="more" />
        </summary>
        <div className={styles['acts']}>
          <Act action="/message/unread" id={other.userId} label="Mark as unread" onAct={() => void markAsUnread(other.userId)} />
          <Act action="/message/hide" id={other.userId} label="Hide" onAct={onHidden} />
        </div>
      </details>
    </li>
  )
}

function closeOnEscape(event: KeyboardEvent<HTMLDetailsElement>): void {
  if (event.key !== 'Escape' || !event.currentTarget.open) return
  event.currentTarget.open = false
  event.currentTarget.querySelector('summary')?.focus()
}

function Act({ action, id, label, onAct }: { action: string; id: number; label: string; onAct(): void }) {
  return (
    <form
      method="post"
      action={action}
      onSubmit={(event) => {
        event.preventDefault()
        event.currentTarget.closest('details')?.removeAttribute('open')
        onAct()
      }}
    >
      <input type="hidden" name="id" value={id} />
      <button type="submit">{label}</button>
    </form>
  )
}
