import type { MouseEvent, ReactNode } from 'react'
import { queryString } from '../../../api/client.ts'
import { ActsMenu } from '../../../ui/ActsMenu.tsx'
import { Avatar } from '../../../ui/Avatar.tsx'
import { Count } from '../../../ui/Badge.tsx'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { avatarOf } from '../../core/people/avatar.ts'
import type { Conversation } from './inbox.contract.ts'
import type { Inbox as Conversations } from './inbox.store.ts'
import type { Empty, Show } from './inbox.ts'
import { shortTime } from './times.ts'
import { useReader } from './use-reader.ts'
import styles from './Inbox.module.css'

type Props = {
  inbox: Conversations
  /** Above the filters. */
  head: ReactNode
  shows: Show
  q: string
  empty: Empty
  shown: number | null
  now: string
  /** The language of dates. */
  locale: string
  onOpen(otherId: number, event: MouseEvent): void
}

/** The list of conversations. Rows are links, acts are forms, which acts.client.ts improves. */
export function Inbox({
  inbox: { conversations, older, counts },
  head,
  shows,
  q,
  empty,
  shown,
  now,
  locale,
  onOpen,
}: Props) {
  const address = (show: Show) =>
    `/messages${queryString({ show: show === 'all' ? null : show, q, with: shown })}`
  return (
    <section className={styles['inbox']} aria-label="Conversations">
      {head}
      <nav className={styles['filters']} aria-label="Which conversations">
        {filters.map(([show, label]) => (
          <a key={show} href={address(show)} aria-current={show === shows ? 'page' : undefined}>
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
      {conversations.length === 0 ? (
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
          {conversations.map((one) => (
            <Row
              key={one.other.userId}
              conversation={one}
              isShown={one.other.userId === shown}
              isHidden={shows === 'hidden'}
              now={now}
              locale={locale}
              onOpen={onOpen}
            />
          ))}
        </ul>
      )}
      {older === null ? null : (
        <form className={styles['older']} action="/messages" data-older>
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

const filters: ReadonlyArray<[show: Show, label: string]> = [
  ['all', 'All'],
  ['unread', 'Unread'],
  ['matches', 'Matches'],
  ['hidden', 'Hidden'],
]

type RowProps = Pick<Props, 'now' | 'locale' | 'onOpen'> & {
  conversation: Conversation
  isShown: boolean
  isHidden: boolean
}

function Row({
  conversation: { other, snippet, lastMessageAt, unread },
  isShown,
  isHidden,
  now,
  locale,
  onOpen,
}: RowProps) {
  const reader = useReader(now, locale)
  const id = other.userId
  return (
    <li className={styles['row']} data-unread={unread > 0 || undefined}>
      <a
        className={styles['link']}
        href={`/messages?with=${id}`}
        aria-current={isShown ? 'true' : undefined}
        onClick={(event) => onOpen(id, event)}
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
              {snippet?.isMine ? 'You: ' : null}
              {snippet?.isMasked ? (
                <>
                  <span aria-hidden="true">{snippet.text}</span>
                  <span className="visually-hidden">A message you have not opened</span>
                </>
              ) : (
                <bdi>{snippet?.text ?? 'You like each other. Who writes first?'}</bdi>
              )}
            </span>
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
          {isHidden ? null : <Act action="/message/unread" id={id} label="Mark as unread" />}
          <Act
            action="/message/hide"
            id={id}
            hidden={isHidden ? 'no' : 'yes'}
            label={isHidden ? 'Show again' : 'Hide'}
          />
        </ActsMenu>
      )}
    </li>
  )
}

function Act({
  action,
  id,
  hidden,
  label,
}: {
  action: string
  id: number
  hidden?: 'yes' | 'no'
  label: string
}) {
  return (
    <form method="post" action={action}>
      <input type="hidden" name="id" value={id} />
      {hidden && <input type="hidden" name="hidden" value={hidden} />}
      <button type="submit">{label}</button>
    </form>
  )
}
