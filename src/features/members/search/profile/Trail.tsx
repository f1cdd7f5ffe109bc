import { useEffect, useRef, useState } from 'react'
import { useKeys } from '#core/accounts/on-screen/use-keys.ts'
import { TRAIL } from '#core/accounts/stored-user.ts'
import { tabKept } from '#lib/browser.ts'
import { withBoundary } from '#ui/Boundary.tsx'
import { Icon } from '#ui/Icon.tsx'
import { useIsAlive } from '#ui/use-seeded.ts'
import { placeIn, profileId, readTrail } from './trail.ts'
import styles from './Trail.module.css'

type Props = { back: { label: string; url: string } | null }

/**
 * The way back; the list that one came from, and who is before and after in it, only the tab knows.
 */
export const Trail = withBoundary(function Trail({ back }: Props) {
  const isAlive = useIsAlive()
  const id = isAlive ? profileId(location.pathname) : null
  const trail = id === null ? null : readTrail(tabKept.getItem(TRAIL))
  const place = trail && id !== null ? placeIn(trail, id) : null
  const before = useRef<HTMLAnchorElement>(null)
  const after = useRef<HTMLAnchorElement>(null)
  const goBefore = () => (before.current?.click(), before.current !== null)
  const goAfter = () => (after.current?.click(), after.current !== null)
  useKeys({ ArrowLeft: goBefore, k: goBefore, ArrowRight: goAfter, j: goAfter })
  const swiped = useSwipes({ right: goBefore, left: goAfter })
  const leads = { right: place?.before ?? null, left: place?.after ?? null }
  const to =
    trail && place
      ? {
          url: `${trail.back}#person-${id}`,
          words: trail.title === '' ? 'Back' : `Back to: ${trail.title}`,
        }
      : back && { url: back.url, words: `Back to: ${back.label}` }
  if (to === null) return null
  return (
    <nav
      className={styles['trail']}
      data-swiped={swiped && leads[swiped] !== null ? swiped : undefined}
      aria-label={place ? 'The list you came from' : 'Back'}
    >
      <a href={to.url}>
        <Icon name="back" />
        <span>{to.words}</span>
      </a>
      {place ? (
        <span className={styles['steps']}>
          {place.before === null ? null : (
            <a ref={before} rel="prev" href={`/profile/view/id/${place.before}`}>
              Previous
            </a>
          )}
          {place.after === null ? null : (
            <a ref={after} rel="next" href={`/profile/view/id/${place.after}`}>
              Next
            </a>
          )}
        </span>
      ) : null}
    </nav>
  )
})

type Side = 'left' | 'right'

/** Pixels that a finger moves, and may leave the line, for a swipe. */
const SWIPE = 80
const STRAY = 50

/**
 * A finger that goes sideways anywhere on the page, except where that scrolls something or moves
 * it.
 */
function useSwipes(does: Readonly<Record<Side, () => void>>): Side | null {
  const [swiped, setSwiped] = useState<Side | null>(null)
  const latest = useRef(does)
  useEffect(() => {
    latest.current = does
  })
  useEffect(() => {
    let start: { x: number; y: number } | null = null
    const touch = ({ touches, target }: TouchEvent) => {
      const [first] = touches
      start =
        first && touches.length === 1 && !isMoved(target)
          ? { x: first.clientX, y: first.clientY }
          : null
    }
    const sideOf = ({ changedTouches: [last] }: TouchEvent): Side | null => {
      if (!start || !last || Math.abs(last.clientY - start.y) > STRAY) return null
      const moved = last.clientX - start.x
      return moved > SWIPE ? 'right' : moved < -SWIPE ? 'left' : null
    }
    const move = (event: TouchEvent) => setSwiped(sideOf(event))
    const leave = (event: TouchEvent) => {
      const side = sideOf(event)
      setSwiped(null)
      if (side) latest.current[side]()
    }
    const ends = new AbortController()
    const options = { passive: true, signal: ends.signal }
    document.addEventListener('touchstart', touch, options)
    document.addEventListener('touchmove', move, options)
    document.addEventListener('touchend', leave, options)
    document.addEventListener('touchcancel', () => setSwiped(null), options)
    return () => ends.abort()
  }, [])
  return swiped
}

function isMoved(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      '[aria-roledescription=gallery], dialog, [popover], input, textarea, select, [contenteditable]',
    ) !== null
  )
}
