import { Fragment, useEffect, useRef } from 'react'
import { avatarOf } from '#core/people/pictures/avatar.ts'
import { ActsMenu } from '#ui/ActsMenu.tsx'
import { Avatar } from '#ui/Avatar.tsx'
import { Icon } from '#ui/Icon.tsx'
import { onPlainClick } from '#ui/plain-click.ts'
import { useFocus } from '#ui/use-focus.ts'
import { PinButton } from '../inbox/PinButton.tsx'
import { later } from '../Later.tsx'
import type { LaterParts } from '../MessagesLater.tsx'
import { chatActs } from '../while-shown.client.ts'
import { AskLink } from '../writing/AskLink.tsx'
import { Composer, type ComposerPage } from '../writing/Composer.tsx'
import { BubbleView } from './BubbleView.tsx'
import { leaveChat } from './chat.store.ts'
import type { Chat as OpenChat } from './chats.ts'
import { RevealOffer } from './RevealOffer.tsx'
import { dayInWords, dayOf } from './times.ts'
import { useReader } from './use-reader.ts'
import styles from './Chat.module.css'

export type ChatPage = ComposerPage & {
  now: string
  locale: string
  /** What is said where nothing is said yet. */
  first: string
}
type Props = ChatPage & {
  chat: OpenChat
  /** A message that was searched for. */
  hit: number | null
  /** Who was chosen in the list, once for each time. */
  focused: { id: number } | null
  /** The menus of messages, once they are loaded. */
  menus: Pick<LaterParts, 'MessageMenu' | 'logActs'> | null
}

const Typing = later(() => import('../typing/Typing.tsx').then((file) => file.Typing))

export function Chat({ chat, hit, focused, menus, now, locale, first, ...page }: Props) {
  const { other, bubbles, hasOlder, otherReadAt, revealsLeft } = chat
  const [log, toLog] = useFocus<HTMLDivElement>()
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (focused?.id !== other.userId) return
    // On a phone the row is no longer shown, and its keyboard would cover the chat.
    const place = matchMedia('(hover: hover)').matches ? field : log
    place.current?.focus()
  }, [focused, other.userId])
  const reader = useReader(now, locale)
  const masked = bubbles.filter(({ isMasked }) => isMasked)
  const sent = bubbles.filter(
    ({ isMine, state, photo }) => isMine && state === 'sent' && !photo?.isHeld,
  )
  const lastSent = sent.at(-1)
  const lastRead = sent.findLast(({ sentAt }) => otherReadAt !== null && sentAt <= otherReadAt)

  return (
    <section className={styles['chat']} aria-label={`Conversation with ${other.username}`}>
      <header className={styles['head']}>
        <a
          className={styles['back']}
          href="/messages"
          aria-label="Back to all conversations"
          onClick={onPlainClick(leaveChat)}
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
              {`${other.isOnline ? 'Online now' : ''}${chat.isMuted ? ' Muted' : ''}`}
            </span>
          </div>
        </a>
        <Menu {...chat} />
      </header>

      {/* `column-reverse` shows the newest without script, and stays in place as more load. */}
      <div
        ref={log}
        className={styles['log']}
        tabIndex={0}
        role="log"
        aria-label="Messages"
        aria-live="off"
        {...menus?.logActs}
      >
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
                  from={other}
                  reader={reader}
                  isJoined={!isNewDay && before.isMine === bubble.isMine}
                  mark={bubble === lastRead ? 'read' : bubble === lastSent ? 'delivered' : null}
                  isHit={bubble.id !== 0 && bubble.id === hit}
                />
              </Fragment>
            )
          })}
          {chat.hasNewer ? (
            <a className={styles['older']} href={`/messages?with=${other.userId}#newest`}>
              Newest messages
            </a>
          ) : null}
          <span id="newest" />
          <Typing other={other} />
        </div>
      </div>
      {masked.length > 0 && (
        <RevealOffer
          masked={masked}
          from={other.username}
          revealsLeft={revealsLeft}
          upgrade={page.upgrade}
          onRevealed={toLog}
        />
      )}
      <Composer chat={chat} fieldRef={field} {...page} />
      {menus && (
        <menus.MessageMenu chat={chat} rules={page.rules} fieldRef={field} onRemoved={toLog} />
      )}
    </section>
  )
}

/** Without script the links lead to the dialogs of the profile. */
function Menu({
  other: { userId, username },
  isMuted,
  isPinned,
}: Pick<OpenChat, 'other' | 'isMuted' | 'isPinned'>) {
  return (
    <ActsMenu className={styles['menu']} label={`More about ${username}`}>
      {isMuted === null ? null : (
        <form method="post" action="/message/mute">
          <a href={`/messages?with=${userId}&find=`}>Search this conversation</a>
          <input type="hidden" name="id" value={userId} />
          <input type="hidden" name="from" value="chat" />
          <PinButton isPinned={isPinned === true} />
          <button type="submit" name="muted" value={isMuted ? 'no' : 'yes'}>
            {isMuted ? `Unmute ${username}` : `Mute ${username}`}
          </button>
        </form>
      )}
      <AskLink act="block" id={userId}>
        Block {username}
      </AskLink>
      <AskLink act="report" id={userId}>
        Report {username}
      </AskLink>
      <a href={`/profile/view/id/${userId}#show-photos`}>Show private photos</a>
      <a href={`/profile/edit/dates?with=${userId}`}>Share a date</a>
      <a href="/site/safety">Meeting safely</a>
    </ActsMenu>
  )
}

const load = () => void chatActs().then((store) => store.loadOlder())

/** Loads older messages when it scrolls into view; a plain link without script. */
function Older({ otherId, firstId }: { otherId: number; firstId: number }) {
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && load())
    if (link.current) watch.observe(link.current)
    return () => watch.disconnect()
    // Observes again after each page: the link may still be in view and then fires no event.
  }, [firstId])
  return (
    <a
      ref={link}
      className={styles['older']}
      href={`/messages?with=${otherId}&before=${firstId}`}
      onClick={onPlainClick(load)}
    >
      Older messages
    </a>
  )
}
