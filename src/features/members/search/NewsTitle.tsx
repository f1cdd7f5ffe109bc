import { useStore } from '@nanostores/react'
import type { SubmitEvent } from 'react'
import { withBoundary } from '../../../ui/Boundary.tsx'
import { showToast } from '../../../ui/toasts.store.ts'
import { useFocus } from '../../../ui/use-focus.ts'
import { $tickers, markAllSeen } from '../../core/live/tickers.store.ts'
import type { Tickers } from '../../core/live/tickers.ts'
import styles from './NewsTitle.module.css'

type Props = { hasBefore: boolean; tickers: Tickers }

/** The title of what is new, with the button that clears all counters while one of them counts. */
export const NewsTitle = withBoundary(function NewsTitle({ hasBefore, tickers: first }: Props) {
  const tickers = useStore($tickers, { ssr: () => first })
  const [title, focusTitle] = useFocus<HTMLHeadingElement>()
  const isNeeded = Object.values(tickers).some((count) => count > 0)
  const seen = async (event: SubmitEvent) => {
    event.preventDefault()
    focusTitle()
    if (await markAllSeen()) showToast('Everything is marked as seen.')
  }
  return (
    <div className={styles['head']}>
      <h2 ref={title} id="news-title" tabIndex={-1}>
        {hasBefore ? 'Since your last visit' : 'What is new'}
      </h2>
      {/* Its place stays, so that nothing moves. */}
      <form
        method="post"
        action="/event/newNotifications"
        className={isNeeded ? undefined : styles['unneeded']}
        onSubmit={(event) => void seen(event)}
      >
        <button type="submit" className={styles['seen']}>
          Mark all as seen
        </button>
      </form>
    </div>
  )
})
