import { Icon } from '../../ui/Icon.tsx'
import type { Bubble } from './chats.ts'
import { timeOfDay } from './times.ts'
import styles from './BubbleView.module.css'

type Props = {
  bubble: Bubble
  from: string
  zone: string
  locale: string
  /** Whether it directly follows a message of the same sender. */
  isJoined: boolean
  isRead: boolean
}

export function BubbleView({ bubble, from, zone, locale, isJoined, isRead }: Props) {
  const { isMine, state, isMasked } = bubble
  return (
    <div className={styles['row']} data-mine={isMine || undefined} data-joined={isJoined || undefined}>
      <div className={styles['bubble']} data-state={state} data-masked={isMasked || undefined}>
        <span className="visually-hidden">{isMine ? 'You' : from}: </span>
        {isMasked ? (
          <>
            <span className={styles['mask']} aria-hidden="true">
              {bubble.body}
            </span>
            <span className="visually-hidden">This message is hidden.</span>
          </>
        ) : (
          <>
            {bubble.voice && <voice-message {...bubble.voice} />}
            <bdi className={styles['body']}>{bubble.body}</bdi>
          </>
        )}
        <span className={styles['time']}>
          {state === 'sending' ? 'Sending …' : <time dateTime={bubble.sentAt}>{timeOfDay(bubble.sentAt, { zone, locale })}</time>}
          {isRead ? (
            <>
              <Icon name="checks" />
              <span className="visually-hidden">Read</span>
            </>
          ) : null}
        </span>
      </div>
      {bubble.state === 'failed' ? (
        <p className={styles['failed']} role="alert">
          <Icon name="warning" /> {bubble.reason}
          <button type="button" data-retry={bubble.key}>
            Try again
          </button>
          <button type="button" data-edit={bubble.key}>
            Edit
          </button>
        </p>
      ) : null}
    </div>
  )
}
