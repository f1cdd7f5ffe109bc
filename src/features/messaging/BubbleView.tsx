import { useState } from 'react'
import { ButtonLink } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { reveal } from './chat.store.ts'
import type { Bubble } from './chats.ts'
import { discard, retry } from './outbox.store.ts'
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
  revealsLeft: number | null
  upgrade: string
}

export function BubbleView({ bubble, from, zone, locale, isJoined, isRead, revealsLeft, upgrade }: Props) {
  const { isMine, state, isMasked } = bubble
  return (
    <div className={styles['row']} data-mine={isMine || undefined} data-joined={isJoined || undefined}>
      <div className={styles['bubble']} data-state={state} data-masked={isMasked || undefined}>
        <span className="visually-hidden">{isMine ? 'You' : from}: </span>
        {isMasked ? <Masked bubble={bubble} revealsLeft={revealsLeft} upgrade={upgrade} /> : <span className={styles['body']}>{bubble.body}</span>}
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
          <button type="button" onClick={() => retry(bubble.key)}>
            Try again
          </button>
          <button type="button" onClick={() => discard(bubble.key)}>
            Edit
          </button>
        </p>
      ) : null}
    </div>
  )
}

function Masked({ bubble, revealsLeft, upgrade }: Pick<Props, 'bubble' | 'revealsLeft' | 'upgrade'>) {
  const [busy, setBusy] = useState(false)
  const mayReveal = revealsLeft !== null && revealsLeft > 0
  return (
    <>
      <span className={styles['mask']} aria-hidden="true">
        {bubble.body}
      </span>
      <span className="visually-hidden">This message is hidden.</span>
      {mayReveal ? (
        <form
          method="post"
          action="/profile/revealMessage"
          onSubmit={(event) => {
            event.preventDefault()
            setBusy(true)
            void reveal(bubble.id).finally(() => setBusy(false))
          }}
        >
          <input type="hidden" name="messageId" value={bubble.id} />
          <button type="submit" className="button button-soft button-small" aria-busy={busy || undefined}>
            <Icon name="eye" /> Reveal (1 a day)
          </button>
        </form>
      ) : (
        <ButtonLink href="/billing/upgrade" size="small" variant="soft">
          <Icon name="lock" /> {upgrade} to read
        </ButtonLink>
      )}
    </>
  )
}
