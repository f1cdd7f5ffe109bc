import type { FormEvent } from 'react'
import { Icon } from '../../../ui/Icon.tsx'
import { dayInWords, type Reader, timeOfDay } from './times.ts'
import { type ViewOnce, viewOnceInWords } from './view-once.ts'
import styles from './ViewOnceTile.module.css'

type Props = { messageId: number; isMine: boolean; viewOnce: ViewOnce; reader: Reader }

/** A covered photo. Without script its form opens or withdraws it. */
export function ViewOnceTile({ messageId, isMine, viewOnce, reader }: Props) {
  const { state, at, until } = viewOnce
  const moment = at ?? until
  const waits = state === 'waiting'
  const mayWithdraw = isMine && (waits || state === 'checking' || state === 'refused')
  const submitted = (event: FormEvent) => {
    event.preventDefault()
    void import('./view-once.store.ts').then((store) =>
      isMine ? store.withdrawPhoto(messageId) : store.$viewing.set(messageId),
    )
  }
  return (
    <form
      className={styles['once']}
      method="post"
      action={isMine ? '/message/withdrawViewOnce' : '/message/openViewOnce'}
      onSubmit={submitted}
    >
      <input type="hidden" name="messageId" value={messageId} />
      <p className={styles['cover']} data-waits={waits || undefined}>
        <Icon name={state === 'seen' ? 'eye' : 'camera'} /> Photo for one view
      </p>
      <p>
        {viewOnceInWords(
          state,
          isMine,
          `${dayInWords(moment, reader)}, ${timeOfDay(moment, reader)}`,
        )}
      </p>
      {mayWithdraw || (waits && !isMine) ? (
        <button type="submit" className="button button-soft button-small">
          {isMine ? 'Withdraw' : 'Open it once'}
        </button>
      ) : null}
    </form>
  )
}
