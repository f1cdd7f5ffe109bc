import type { SubmitEvent } from 'react'
import { $tickers, markAllSeen } from '#core/live/tickers.store.ts'
import type { Tickers } from '#core/live/tickers.ts'
import { withBoundary } from '#ui/Boundary.tsx'
import { showToast } from '#ui/toasts.store.ts'
import { useFocus } from '#ui/use-focus.ts'
import { useSeeded } from '#ui/use-seeded.ts'
import { useStore } from '#ui/use-store.ts'
import { $arrived, seedArrived } from './arrived.store.ts'
import { ALL_SEEN, justNow } from './home.ts'
import styles from './NewsTitle.module.css'

type Props = {
  hasBefore: boolean
  /** Since when, in words; or what was just done. */
  when: string | null
  tickers: Tickers
  /** When they were current, in milliseconds of the server’s clock. */
  countedAt: number
}

/**
 * The title of what is new, with the button that clears all counters while one of them counts, and
 * what happens while home is open: in a line that has its place, so that nothing moves.
 */
export const NewsTitle = withBoundary(function NewsTitle({
  hasBefore,
  when,
  tickers: first,
  countedAt,
}: Props) {
  const tickers = useStore($tickers, { ssr: () => first })
  const [title, focusTitle] = useFocus<HTMLHeadingElement>()
  const [latest, ...earlier] = useSeeded($arrived, [], () => seedArrived(countedAt))
  const isNeeded = Object.values(tickers).some((count) => count > 0)
  const seen = async (event: SubmitEvent) => {
    event.preventDefault()
    focusTitle()
    if (await markAllSeen()) showToast(ALL_SEEN)
  }
  return (
    <>
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
      <p className={`muted ${styles['since']}`} aria-live="polite">
        {latest ? <Latest {...latest} more={earlier.length} /> : when}
      </p>
    </>
  )
})

type LatestProps = Parameters<typeof justNow>[0] & { more: number }

function Latest({ more, ...latest }: LatestProps) {
  const { words, href } = justNow(latest)
  return (
    <span>
      Just now: <a href={href}>{words}</a>
      {more === 0 ? null : (
        <span>{` and ${more === 1 ? 'one more thing' : `${more} more things`}`}</span>
      )}
    </span>
  )
}
