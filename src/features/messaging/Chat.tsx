import { Fragment, useEffect, useRef } from 'react'
import { ActsMenu } from '../../ui/ActsMenu.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { avatarOf } from '../photos/avatar.ts'
import { BubbleView } from './BubbleView.tsx'
import type { Bubble, Chat as OpenChat } from './chats.ts'
import { Composer, type Refused } from './Composer.tsx'
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
  formKey: string
  refused: Refused | null
}

export function Chat({ chat, most, upgrade, now, locale, formKey, refused }: Props) {
  const { other, bubbles, hasOlder, otherReadAt, revealsLeft } = chat
  const reader = useReader(now, locale)
  const lastRead = otherReadAt === null ? undefined : bubbles.findLast((one) => one.isMine && one.state === 'sent' && one.sentAt <= otherReadAt)

  return (
    <section className={styles['chat']} aria-label={`Conversation with ${other.username}`}>
      <header className={styles['head']}>
        <a className={styles['back']} href="/messages" aria-label="Back to all conversations" data-back>
          <Icon name="back" />
        </a>
        <a className={styles['who']} href={`/profile/view/id/${other.userId}`}>
          <Avatar name={other.username} photo={avatarOf(other.picture)} size="small" decorative eager />
          <div>
            <h2 className={styles['name']}>
              {other.username}, {other.age}
            </h2>
            <span className={styles['presence']}>{other.isSupport ? 'Support' : other.isOnline ? 'Online now' : ''}</span>
          </div>
        </a>
        {other.isSupport ? null : <Menu other={other} />}
      </header>

      {/* `column-reverse` shows the newest message without script and keeps the position when older ones load. */}
      <div className={styles['log']} tabIndex={0} role="log" aria-label="Messages" aria-live="off">
        <div className={styles['messages']}>
          {hasOlder ? <Older otherId={other.userId} firstId={bubbles[0]?.id ?? 0} /> : null}
          {bubbles.length === 0 ? <p className={styles['first']}>Nothing said yet. A question about their profile is a good beginning.</p> : null}
          {bubbles.map((bubble, index) => {
            const before = bubbles[index - 1]
            const isNewDay = before === undefined || dayOf(before.sentAt, reader.zone) !== dayOf(bubble.sentAt, reader.zone)
            return (
              <Fragment key={bubble.key}>
                {isNewDay ? <p className={styles['day']}>{dayInWords(bubble.sentAt, reader)}</p> : null}
                <BubbleView
                  bubble={bubble}
                  from={other.username}
                  zone={reader.zone}
                  locale={locale}
                  isJoined={!isNewDay && before.isMine === bubble.isMine}
                  isRead={bubble === lastRead}
                />
              </Fragment>
            )
          })}
          <span id="newest" />
        </div>
      </div>
      <Offer bubbles={bubbles} from={other.username} revealsLeft={revealsLeft} upgrade={upgrade} />
      <Composer chat={chat} most={most} upgrade={upgrade} formKey={formKey} refused={refused} />
    </section>
  )
}

/** Without script the links lead to the dialogs of the profile. */
function Menu({ other: { userId, username } }: Pick<OpenChat, 'other'>) {
  return (
    <ActsMenu className={styles['menu']} label={`More about ${username}`}>
      <a href={`/profile/view/id/${userId}#block`}>Block {username}</a>
      <a href={`/profile/view/id/${userId}#report`}>Report {username}</a>
    </ActsMenu>
  )
}

type OfferProps = { bubbles: readonly Bubble[]; from: string; revealsLeft: number | null; upgrade: string }

/** One offer for all masked messages: the newest can be revealed, or it says what opens them. */
function Offer({ bubbles, from, revealsLeft, upgrade }: OfferProps) {
  const masked = bubbles.filter(({ isMasked }) => isMasked)
  const newest = masked.at(-1)
  if (!newest) return null
  const mayReveal = revealsLeft !== null && revealsLeft > 0
  const count = masked.length === 1 ? 'A message' : `${masked.length} messages`
  return (
    <form className={styles['offer']} method="post" action="/profile/revealMessage">
      <p>
        {count} from {from} {masked.length === 1 ? 'is' : 'are'} hidden. {mayReveal ? 'You can read one a day.' : 'You have read your message of today.'}
      </p>
      <input type="hidden" name="messageId" value={newest.id} />
      {mayReveal ? (
        <button type="submit" className="button button-soft button-small">
          <Icon name="eye" /> {masked.length === 1 ? 'Reveal it' : 'Reveal the newest'}
        </button>
      ) : (
        <ButtonLink href="/billing/upgrade" size="small" variant="soft">
          <Icon name="lock" /> {upgrade} to read
        </ButtonLink>
      )}
    </form>
  )
}

/** Loads older messages when it scrolls into view; a plain link without script. */
function Older({ otherId, firstId }: { otherId: number; firstId: number }) {
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && void import('./chat-acts.store.ts').then(({ loadOlder }) => loadOlder()))
    if (link.current) watch.observe(link.current)
    return () => watch.disconnect()
    // Observes again after each page: the link may still be in view and then fires no event.
  }, [firstId])
  return (
    <a ref={link} className={styles['older']} href={`/messages?with=${otherId}&before=${firstId}`} data-older>
      Older messages
    </a>
  )
}
