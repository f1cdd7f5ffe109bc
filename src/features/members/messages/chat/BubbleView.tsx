import { Icon } from '#ui/Icon.tsx'
import { Reactions } from '../acts/Reactions.tsx'
import { later } from '../Later.tsx'
import type { Correspondent } from '../messages.contract.ts'
import { ViewOnceTile } from '../view-once/ViewOnceTile.tsx'
import { Voice } from '../voice/Voice.tsx'
import type { Bubble } from './chats.ts'
import { Answered, Quote } from './Quote.tsx'
import { type Reader, timeOfDay } from './times.ts'
import { Warning } from './Warning.tsx'
import styles from './BubbleView.module.css'

type Props = {
  bubble: Bubble
  from: Pick<Correspondent, 'userId' | 'username'>
  reader: Reader
  /** Whether it directly follows a message of the same sender. */
  isJoined: boolean
  mark: 'read' | 'delivered' | null
  /** It was searched for. */
  isHit: boolean
}

const show = (row: HTMLElement | null) => row?.scrollIntoView({ block: 'nearest' })
// Loaded with the page's later parts: without a network it could not be.
const Failed = later(() => import('./Failed.tsx').then((file) => file.Failed))

export function BubbleView({ bubble, from, reader, isJoined, mark, isHit }: Props) {
  const { id, key, isMine, kind, state, isMasked, warning, replyTo, photo } = bubble
  const { userId, username } = from
  const isGone = isMasked || kind === 'deleted'
  return (
    <div
      className={styles['row']}
      data-mine={isMine || undefined}
      data-joined={isJoined || undefined}
      data-hit={isHit || undefined}
      id={`message-${id}`}
      ref={isHit ? show : undefined}
    >
      <div
        className={styles['bubble']}
        id={isHit ? 'hit' : undefined}
        data-state={state}
        data-masked={isGone || undefined}
      >
        <span className="visually-hidden">{isMine ? 'You' : username}: </span>
        {replyTo && (
          <Answered
            quoted={replyTo}
            username={username}
            href={`/messages?with=${userId}&hit=${replyTo.id}#message-${replyTo.id}`}
          />
        )}
        {bubble.about && <Quote part={bubble.about} whose={isMine ? `${username}’s` : 'Your'} />}
        {isMasked ? (
          <>
            <span className={styles['mask']} aria-hidden="true">
              {bubble.body}
            </span>
            <span className="visually-hidden">This message is hidden.</span>
          </>
        ) : (
          <>
            {bubble.voice && (
              <Voice
                {...bubble.voice}
                className={styles['voice']}
                message={id === 0 ? null : { id, userId }}
              />
            )}
            {bubble.viewOnce && (
              <ViewOnceTile
                messageId={id}
                isMine={isMine}
                viewOnce={bubble.viewOnce}
                reader={reader}
              />
            )}
            {photo?.large && (
              <a href={photo.large}>
                <img {...photo.image} />
              </a>
            )}
            <bdi className={styles['body']}>{bubble.body}</bdi>
          </>
        )}
        <span className={styles['time']}>
          {state === 'sending' ? (
            <span>Sending …</span>
          ) : (
            <time dateTime={bubble.sentAt}>{timeOfDay(bubble.sentAt, reader)}</time>
          )}
          {mark && (
            <>
              <Icon name="check" />
              {mark === 'read' ? <Icon name="check" /> : null}
              <span className="visually-hidden">{mark === 'read' ? 'Read' : 'Delivered'}</span>
            </>
          )}
        </span>
        {id !== 0 && !isGone && (
          <a
            className={styles['more']}
            href={`/messages?with=${userId}&on=${id}`}
            aria-label="More about this message"
          >
            <Icon name="more" />
          </a>
        )}
      </div>
      <Reactions {...bubble.reactions} username={username} />
      {warning && <Warning messageId={id} from={userId} said={warning} />}
      {bubble.state === 'failed' ? <Failed id={key} reason={bubble.reason} /> : null}
    </div>
  )
}
