import { Icon } from '../../../ui/Icon.tsx'
import type { Bubble } from './chats.ts'
import { Quote } from './Quote.tsx'
import { type Reader, timeOfDay } from './times.ts'
import { ViewOnceTile } from './ViewOnceTile.tsx'
import { Warning } from './Warning.tsx'
import styles from './BubbleView.module.css'

type Props = {
  bubble: Bubble
  from: string
  fromId: number
  reader: Reader
  /** Whether it directly follows a message of the same sender. */
  isJoined: boolean
  isRead: boolean
}

export function BubbleView({ bubble, from, fromId, reader, isJoined, isRead }: Props) {
  const { id, isMine, state, isMasked, warning } = bubble
  return (
    <div
      className={styles['row']}
      data-mine={isMine || undefined}
      data-joined={isJoined || undefined}
    >
      <div className={styles['bubble']} data-state={state} data-masked={isMasked || undefined}>
        <span className="visually-hidden">{isMine ? 'You' : from}: </span>
        {bubble.about && <Quote part={bubble.about} whose={isMine ? `${from}’s` : 'Your'} />}
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
            {bubble.viewOnce && (
              <ViewOnceTile
                messageId={id}
                isMine={isMine}
                viewOnce={bubble.viewOnce}
                reader={reader}
              />
            )}
            <bdi className={styles['body']}>{bubble.body}</bdi>
          </>
        )}
        <span className={styles['time']}>
          {state === 'sending' ? (
            'Sending …'
          ) : (
            <time dateTime={bubble.sentAt}>{timeOfDay(bubble.sentAt, reader)}</time>
          )}
          {isRead ? (
            <>
              <Icon name="checks" />
              <span className="visually-hidden">Read</span>
            </>
          ) : null}
        </span>
      </div>
      {warning && <Warning messageId={id} fromId={fromId} said={warning} />}
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
