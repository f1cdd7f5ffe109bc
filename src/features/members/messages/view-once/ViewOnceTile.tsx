import { Icon } from '#ui/Icon.tsx'
import { dayInWords, type Reader, timeOfDay } from '../chat/times.ts'
import { type ViewOnce, viewOnceInWords } from './view-once.ts'
import styles from './ViewOnceTile.module.css'

type Props = { messageId: number; isMine: boolean; viewOnce: ViewOnce; reader: Reader }

/** A covered photo. What its form does with script is in `log-acts.ts`. */
export function ViewOnceTile({ messageId, isMine, viewOnce, reader }: Props) {
  const { state, at, until } = viewOnce
  const moment = at ?? until
  const waits = state === 'waiting'
  const mayWithdraw = isMine && (waits || state === 'checking' || state === 'refused')
  return (
    <form
      className={styles['once']}
      method="post"
      action={isMine ? '/message/withdrawViewOnce' : '/message/openViewOnce'}
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
