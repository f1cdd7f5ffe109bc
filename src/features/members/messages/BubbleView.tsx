import { Icon } from '../../../ui/Icon.tsx'
import type { Bubble } from './chats.ts'
import type { Correspondent } from './messages.contract.ts'
import { Quote } from './Quote.tsx'
import { type Reader, timeOfDay } from './times.ts'
import { ViewOnceTile } from './ViewOnceTile.tsx'
import { Voice } from './Voice.tsx'
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
  /** Its warning is gone, and the focus with it. */
  onCalm(): void
}

const show = (row: HTMLElement | null) => row?.scrollIntoView({ block: 'nearest' })
const outbox = () => import('./outbox.store.ts')

export function BubbleView({ bubble, from, reader, isJoined, mark, isHit, onCalm }: Props) {
  const { id, key, isMine, state, isMasked, warning } = bubble
  const { userId, username } = from
  return (
    <div
      className={styles['row']}
      data-mine={isMine || undefined}
      data-joined={isJoined || undefined}
      data-hit={isHit || undefined}
      id={isHit ? 'hit' : undefined}
      ref={isHit ? show : undefined}
    >
      <div className={styles['bubble']} data-state={state} data-masked={isMasked || undefined}>
        <span className="visually-hidden">{isMine ? 'You' : username}: </span>
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
            <bdi className={styles['body']}>{bubble.body}</bdi>
          </>
        )}
        <span className={styles['time']}>
          {state === 'sending' ? (
            'Sending …'
          ) : (
            <time dateTime={bubble.sentAt}>{timeOfDay(bubble.sentAt, reader)}</time>
          )}
          {mark && (
            <>
              <Icon name={mark === 'read' ? 'checks' : 'check'} />
              <span className="visually-hidden">{mark === 'read' ? 'Read' : 'Delivered'}</span>
            </>
          )}
        </span>
      </div>
      {warning && (
        <Warning messageId={id} from={{ id: userId, username }} said={warning} onCalm={onCalm} />
      )}
      {bubble.state === 'failed' ? (
        <p className={styles['failed']} role="alert">
          <Icon name="warning" /> {bubble.reason}
          <button type="button" onClick={() => void outbox().then((store) => store.retry(key))}>
            Try again
          </button>
          <button type="button" onClick={() => void outbox().then((store) => store.discard(key))}>
            Edit
          </button>
        </p>
      ) : null}
    </div>
  )
}
