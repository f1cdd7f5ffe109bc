import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import { queryString } from '#api/client.ts'
import { avatarOf } from '#core/people/pictures/avatar.ts'
import { ActsMenu } from '#ui/ActsMenu.tsx'
import { Avatar } from '#ui/Avatar.tsx'
import { Count } from '#ui/Badge.tsx'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { onPlainClick } from '#ui/plain-click.ts'
import { leaveChat } from '../chat/chat.store.ts'
import { shortTime } from '../chat/times.ts'
import { useReader } from '../chat/use-reader.ts'
import type { Correspondent } from '../messages.contract.ts'
import type { Conversation } from './inbox.contract.ts'
import type { Inbox as Conversations } from './inbox.store.ts'
import type { Empty, Filter } from './inbox.ts'
import { PinButton } from './PinButton.tsx'
import styles from './Inbox.module.css'

type Props = {
  inbox: Conversations
  /** Above the filters. */
  head: ReactNode
  shows: Filter
  /** Who waits for an answer, in the place of the conversations. */
  waiting: ReactNode
  q: string
  empty: Empty
  shown: number | null
  now: string
  locale: string
  onOpen({ other, found }: Conversation): void
}

const acts = () => import('./inbox-acts.store.ts')

/** The list of conversations: rows are links, acts are forms. */
export function Inbox({
  inbox: { conversations, older, counts },
  head,
  shows,
  waiting,
  q,
  empty,
  shown,
  now,
  locale,
  onOpen,
}: Props) {
  const address = (show: Filter) =>
    `/messages${queryString({ show: show === 'all' ? null : show, q, with: shown })}`
  const links = useRef(new Map<number, HTMLAnchorElement>())
  const first = useRef<HTMLAnchorElement>(null)
  const [returned, setReturned] = useState<{ id: number } | null>(null)
  const before = useRef(shown)

  // The row of a chat that is closed gets the focus, and that of a conversation that is shown
  // again.
  useEffect(() => {
    const closed = shown === null ? before.current : null
    before.current = shown
    if (closed === null) return
    const row = links.current.get(closed)
    if (row) row.focus()
    else if (document.activeElement === document.body) first.current?.focus()
  }, [shown])
  useEffect(() => {
    if (returned) (links.current.get(returned.id) ?? first.current)?.focus()
  }, [returned])

  /** A row that goes takes the focus with it: the next one gets it, or the list's head. */
  const leave = (index: number) => {
    const next = conversations[index + 1] ?? conversations[index - 1]
    ;((next && links.current.get(next.other.userId)) ?? first.current)?.focus()
  }
  const hide = (index: number, { userId, username }: Correspondent) => {
    leave(index)
    void acts().then((inbox) => {
      if (shows === 'hidden') return void inbox.hide(userId, 'no')
      void inbox.hideUntilUndone({ id: userId, username }, () => setReturned({ id: userId }))
      if (userId === shown) leaveChat()
    })
  }
  return (
    <section className={styles['inbox']} aria-label="Conversations">
      {head}
      <nav className={styles['filters']} aria-label="Which conversations">
        {filters.map(([show, label]) => (
          <a
            key={show}
            ref={show === 'all' ? first : undefined}
            href={address(show)}
            aria-current={show === shows ? 'page' : undefined}
          >
            {label}
            {show === 'all' ? null : (
              <Count
                value={counts[show]}
                label={counts[show] > 99 ? 'more than 99' : String(counts[show])}
              />
            )}
          </a>
        ))}
      </nav>
      {shows === 'waiting' ? (
        waiting
      ) : conversations.length === 0 ? (
        <EmptyState
          icon="message"
          title={empty.title}
          action={
            <ButtonLink variant="soft" href={empty.href}>
              {empty.label}
            </ButtonLink>
          }
        >
          {empty.text}
        </EmptyState>
      ) : (
        <ul className={styles['list']}>
          {conversations.map((one, index) => (
            <Row
              key={one.other.userId}
              conversation={one}
              linkRef={(link) =>
                void (link
                  ? links.current.set(one.other.userId, link)
                  : links.current.delete(one.other.userId))
              }
              onHide={() => hide(index, one.other)}
              isShown={one.other.userId === shown}
              isHidden={shows === 'hidden'}
              now={now}
              locale={locale}
              onOpen={onOpen}
            />
          ))}
        </ul>
      )}
      {older === null || shows === 'waiting' ? null : (
        <form
          className={styles['older']}
          action="/messages"
          onSubmit={(event) => {
            event.preventDefault()
            void acts().then((store) => store.loadOlderConversations())
          }}
        >
          <input type="hidden" name="before" value={older} />
          {shows === 'all' ? null : <input type="hidden" name="show" value={shows} />}
          {q === '' ? null : <input type="hidden" name="q" value={q} />}
          <Button type="submit" variant="quiet" size="small">
            Show older conversations
          </Button>
        </form>
      )}
    </section>
  )
}

const filters: ReadonlyArray<[show: Filter, label: string]> = [
  ['all', 'All'],
  ['unread', 'Unread'],
  ['waiting', 'Waiting'],
  ['matches', 'Matches'],
  ['hidden', 'Hidden'],
]

type RowProps = Pick<Props, 'now' | 'locale' | 'onOpen'> & {
  conversation: Conversation
  linkRef: Ref<HTMLAnchorElement>
  onHide(): void
  isShown: boolean
  isHidden: boolean
}

function Row({ conversation, linkRef, onHide, isShown, isHidden, now, locale, onOpen }: RowProps) {
  const { other, snippet, found, lastMessageAt, unread, pinnedAt } = conversation
  const reader = useReader(now, locale)
  const id = other.userId
  return (
    <li className={styles['row']} data-unread={unread > 0 || undefined}>
      <a
        ref={linkRef}
        className={styles['link']}
        href={`/messages?with=${id}${found === null ? '' : `&hit=${found}#hit`}`}
        aria-current={isShown ? 'true' : undefined}
        onClick={onPlainClick(() => onOpen(conversation))}
      >
        <span className={styles['face']}>
          <Avatar name={other.username} photo={avatarOf(other.picture)} />
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
              {snippet?.isMine ? <span>You: </span> : null}
              {snippet?.isMasked ? (
                <>
                  <span aria-hidden="true">{snippet.text}</span>
                  <span className="visually-hidden">A message you have not opened</span>
                </>
              ) : (
                <bdi>{snippet?.text ?? 'You like each other. Who writes first?'}</bdi>
              )}
            </span>
            {pinnedAt && <span className={styles['pin']} role="img" aria-label="Pinned" />}
            <Count value={unread} label={`${unread} unread`} />
          </span>
        </span>
      </a>
      {snippet && (
        <ActsMenu
          className={styles['more']}
          name="conversation"
          label={`More about the conversation with ${other.username}`}
        >
          <form method="post" action="/message/hide">
            <input type="hidden" name="id" value={id} />
            {isHidden ? null : (
              <>
                <button type="submit" name="unread" formAction="/message/unread">
                  Mark as unread
                </button>
                <PinButton isPinned={pinnedAt !== null} />
              </>
            )}
            <button
              type="submit"
              name="hidden"
              value={isHidden ? 'no' : 'yes'}
              onClick={onPlainClick(onHide)}
            >
              {isHidden ? 'Show again' : 'Hide'}
            </button>
          </form>
        </ActsMenu>
      )}
    </li>
  )
}
