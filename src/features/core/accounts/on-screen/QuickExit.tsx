import { type MouseEvent, useEffect, useRef } from 'react'
import { withBoundary } from '#ui/Boundary.tsx'
import { useStore } from '#ui/use-store.ts'
import { $discretion } from './discretion.store.ts'
import { signOutOnTheWay } from './quick-exit.store.ts'
import { DOUBLE_PRESS, HARMLESS_PAGE } from './quick-exit.ts'
import styles from './QuickExit.module.css'

/**
 * The quick way out of each page, for members who want it. Without script it is a link, which
 * leaves the session open.
 */
export const QuickExit = withBoundary(function QuickExit(first: { signsOut: boolean }) {
  const { showsExit = true, exitSignsOut: signsOut = first.signsOut } = useStore($discretion, {
    ssr: 'initial',
  })
  const pressedAt = useRef(-Infinity)
  useEffect(() => {
    const press = ({ key, repeat, timeStamp }: KeyboardEvent) => {
      if (!showsExit || key !== 'Escape' || repeat) return
      if (timeStamp - pressedAt.current < DOUBLE_PRESS) exit(signsOut)
      pressedAt.current = timeStamp
    }
    // Before dialogs and menus, which stop the key.
    addEventListener('keydown', press, { capture: true })
    return () => removeEventListener('keydown', press, { capture: true })
  }, [showsExit, signsOut])
  const leave = (event: MouseEvent) => {
    event.preventDefault()
    exit(signsOut)
  }
  if (!showsExit) return null
  return (
    <aside className={styles['exit']} aria-label="Quick way out">
      <a
        href={HARMLESS_PAGE}
        rel="noreferrer"
        title="Leave quickly: press Escape twice"
        onClick={leave}
      >
        Leave
      </a>
    </aside>
  )
})

/**
 * The page is hidden at once: the other one may be slow. It takes this one's place in the tab's
 * history.
 */
function exit(signsOut: boolean): void {
  document.documentElement.hidden = true
  document.title = 'Home'
  if (signsOut) signOutOnTheWay(HARMLESS_PAGE)
  location.replace(HARMLESS_PAGE)
}
