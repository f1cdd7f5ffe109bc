import { Fragment, useEffect, useRef } from 'react'
import { ActsMenu } from '../../../ui/ActsMenu.tsx'
import { Avatar } from '../../../ui/Avatar.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { avatarOf } from '../../core/people/avatar.ts'
import { BubbleView } from './BubbleView.tsx'
import type { Chat as OpenChat } from './chats.ts'
import { Composer, type Refused } from './Composer.tsx'
import { RevealOffer } from './RevealOffer.tsx'
import { dayInWords, dayOf } from './times.ts'
import { useReader } from './use-reader.ts'
import styles from './Chat.module.css'

type Props = {
  chat: OpenChat
  most: number
  upgrade: string
  now: string
  /** The language of dates. */
  locale: string
  /** What is said where nothing is said yet. */
  first: string
  formKey: string
  refused: Refused | null
  startActs(): Promise<void>
}

export function Chat({
  chat,
  most,
  upgrade,
  now,
  locale,
  first,
  formKey,
  refused,
  startActs,
}: Props) {
  const { other, bubbles, hasOlder, otherReadAt, revealsLeft } = chat
  const reader = useReader(now, locale)
  const masked = bubbles.filter(({ isMasked }) => isMasked)
  const lastRead =
    otherReadAt === null
      ? undefined
      : bubbles.findLast((one) => one.isMine && one.state === 'sent' && one.sentAt <= otherReadAt)

  return (
    <section className={styles['chat']} aria-label={`Conversation with ${other.username}`}>
      <header className={styles['head']}>
        <a
          className={styles['back']}
          href="/messages"
          aria-label="Back to all conversations"
          data-back
        >
          <Icon name="back" />
        </a>
        <a className={styles['who']} href={`/profile/view/id/${other.userId}`}>
          <Avatar name={other.username} photo={avatarOf(other.picture)} size="small" eager />
          <div>
            <h2 className={styles['name']}>
              {other.username}, {other.age}
            </h2>
            <span className={styles['presence']}>
              {other.isOnline ? 'Online now' : ''}
              {chat.isMuted ? ' Muted' : ''}
            </span>
          </div>
        </a>
        <Menu other={other} isMuted={chat.isMuted} />
      </header>

      {/* `column-reverse` shows the newest without script, and stays in place as more load. */}
      <div className={styles['log']} tabIndex={0} role="log" aria-label="Messages" aria-live="off">
        <div className={styles['messages']}>
          {hasOlder ? <Older otherId={other.userId} firstId={bubbles[0]?.id ?? 0} /> : null}
          {bubbles.length === 0 ? (
            <div className="empty">
              <p className="muted">{first}</p>
            </div>
          ) : null}
          {bubbles.map((bubble, index) => {
            const before = bubbles[index - 1]
            const isNewDay =
              before === undefined ||
              dayOf(before.sentAt, reader.zone) !== dayOf(bubble.sentAt, reader.zone)
            return (
              <Fragment key={bubble.key}>
                {isNewDay ? (
                  <p className={styles['day']}>{dayInWords(bubble.sentAt, reader)}</p>
                ) : null}
                <BubbleView
                  bubble={bubble}
                  from={other.username}
                  fromId={other.userId}
                  reader={reader}
                  isJoined={!isNewDay && before.isMine === bubble.isMine}
                  isRead={bubble === lastRead}
                />
              </Fragment>
            )
          })}
          <span id="newest" />
        </div>
      </div>
      {masked.length > 0 && (
        <RevealOffer
          masked={masked}
          from={other.username}
          revealsLeft={revealsLeft}
          upgrade={upgrade}
        />
      )}
      <Composer
        chat={chat}
        most={most}
        upgrade={upgrade}
        formKey={formKey}
        refused={refused}
        startActs={startActs}
      />
    </section>
  )
}

/** Without script the links lead to the dialogs of the profile. */
function Menu({ other: { userId, username }, isMuted }: Pick<OpenChat, 'other' | 'isMuted'>) {
  return (
    <ActsMenu className={styles['menu']} label={`More about ${username}`}>
      {isMuted === null ? null : (
        <form method="post" action="/message/mute">
          <input type="hidden" name="id" value={userId} />
          <input type="hidden" name="muted" value={isMuted ? 'no' : 'yes'} />
          <button type="submit">{isMuted ? `Unmute ${username}` : `Mute ${username}`}</button>
        </form>
      )}
      <a href={`/profile/view/id/${userId}?act=block#act`}>Block {username}</a>
      <a href={`/profile/view/id/${userId}?act=report#act`}>Report {username}</a>
      <a href={`/profile/view/id/${userId}#show-photos`}>Show private photos</a>
      <a href={`/profile/edit/dates?with=${userId}`}>Share a date</a>
      <a href="/site/safety">Meeting safely</a>
    </ActsMenu>
  )
}

/** Loads older messages when it scrolls into view; a plain link without script. */
function Older({ otherId, firstId }: { otherId: number; firstId: number }) {
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    const watch = new IntersectionObserver(
      ([entry]) =>
        entry?.isIntersecting &&
        void import('./chat-acts.store.ts').then(({ loadOlder }) => loadOlder()),
    )
    if (link.current) watch.observe(link.current)
    return () => watch.disconnect()
    // Observes again after each page: the link may still be in view and then fires no event.
  }, [firstId])
  return (
    <a
      ref={link}
      className={styles['older']}
      href={`/messages?with=${otherId}&before=${firstId}`}
      data-older
    >
      Older messages
    </a>
  )
}
