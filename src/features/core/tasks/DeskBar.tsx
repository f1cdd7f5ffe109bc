import { useStore } from '@nanostores/react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { MINUTE } from '../../../lib/clock.ts'
import { withBoundary } from '../../../ui/Boundary.tsx'
import { Button } from '../../../ui/Button.tsx'
import { useLatest } from '../../../ui/use-latest.ts'
import { useIsAlive } from '../../../ui/use-seeded.ts'
import type { KeyList } from '../accounts/KeysDialog.tsx'
import { useKeys } from '../accounts/use-keys.ts'
import { $trouble, type Desk, release, renew, take, undo, type Undoable } from './desk.store.ts'
import { isPictureQueue } from './tasks.ts'
import { UNDO_FOR } from './verdicts.ts'
import styles from './DeskBar.module.css'

const RENEWED_EVERY = 2 * MINUTE

export type DeskProps = {
  /** Null where nothing is taken, skipped or undone. */
  desk: Desk | null
  /** What is held. */
  task: number | null
  /** Whether all that is left was skipped, and is taken again. */
  takesAgain?: boolean
  /** What was done last, and how it is taken back. */
  notice?: string | null
  undoable?: Undoable | null
}

const KeysDialog = lazy(async () => ({
  default: (await import('../accounts/KeysDialog.tsx')).KeysDialog,
}))

/** Above the task: what was done and its undo, what went wrong, and the keys; it keeps the task while the page is seen. */
export const DeskBar = withBoundary(function DeskBar({
  desk,
  task,
  takesAgain = false,
  notice = null,
  undoable = null,
}: DeskProps) {
  const trouble = useStore($trouble, { ssr: 'initial' })
  const isAlive = useIsAlive()
  const [isListed, setListed] = useState(false)
  const [over, setOver] = useState<number | null>(null)
  const left = undoable !== null && undoable.id !== over ? undoable : null
  useEffect(() => {
    if (undoable === null) return
    const timer = setTimeout(() => setOver(undoable.id), UNDO_FOR)
    return () => clearTimeout(timer)
  }, [undoable?.id])
  useEffect(() => {
    if (task === null || desk === 'poses') return
    const keep = () => document.visibilityState === 'visible' && renew(task)
    const timer = setInterval(keep, RENEWED_EVERY)
    document.addEventListener('visibilitychange', keep)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', keep)
    }
  }, [task, desk])
  useSentOnce()
  useKeys({
    '?': () => setListed(true),
    n: () => (desk !== null && task === null ? void take(desk, takesAgain) : false),
    s: () =>
      desk !== null && desk !== 'poses' && task !== null ? void release(desk, task, true) : false,
    z: () => (left === null ? false : void undo(left)),
  })
  return (
    <>
      <p className="notice notice-danger" role="alert">
        {trouble}
      </p>
      <div className={notice === null ? '' : `notice notice-success ${styles['undo']}`}>
        <p role="status">{notice}</p>
        {left === null ? null : (
          <form
            method="post"
            action={left.kind === 'decision' ? '/staff/undoDecision' : '/staff/undoVerdict'}
            onSubmit={(event) => {
              event.preventDefault()
              void undo(left)
            }}
          >
            <input type="hidden" name="queue" value={desk ?? ''} />
            <input type="hidden" name="id" value={left.id} />
            <Button type="submit" variant="quiet" size="small">
              Undo <kbd>Z</kbd>
            </Button>
          </form>
        )}
      </div>
      <p className={`muted ${styles['keys']}`} data-on={isAlive || undefined}>
        Press <kbd>?</kbd> for the keys.
      </p>
      <Suspense>
        {useLatest(isListed || null) ? (
          <KeysDialog keys={keysOf(desk)} open={isListed} onClose={() => setListed(false)} />
        ) : null}
      </Suspense>
    </>
  )
})

function keysOf(desk: Desk | null): KeyList {
  const isOfPictures = desk !== null && isPictureQueue(desk)
  return [
    ...(desk === null ? [] : [['N', 'Take the next'] as const]),
    ...(isOfPictures
      ? [
          ['A', 'Approve, and take the next'] as const,
          ['R, then 1 to 9', 'Refuse with that reason, and take the next'] as const,
        ]
      : []),
    ...(desk === 'reports' ? [['A', 'Close: no breach'] as const] : []),
    ...(desk === 'fraud' ? [['A', 'Close: nothing wrong'] as const] : []),
    ...(desk === null || desk === 'appeals' || desk === 'poses'
      ? []
      : [
          ['1 to 9', 'Choose what to do, where the form for a decision is open'] as const,
          ['Ctrl and Enter', 'Decide, in that form'] as const,
        ]),
    ...(desk === null ? [] : [['Z', 'Undo the last decision, within ten seconds'] as const]),
    ...(desk === 'poses' ? [] : [['V, held', 'See the pictures sharp'] as const]),
    ...(desk === null || desk === 'poses' ? [] : [['S', 'Skip: somebody else decides'] as const]),
    ['?', 'This list'],
  ]
}

/** A form that is posted without a verb goes out once; a page from the back/forward cache can send again. */
function useSentOnce(): void {
  useEffect(() => {
    let isSent = false
    const submit = (event: SubmitEvent) => {
      if (event.defaultPrevented) return
      if (isSent) event.preventDefault()
      isSent = true
    }
    const show = () => (isSent = false)
    document.addEventListener('submit', submit)
    window.addEventListener('pageshow', show)
    return () => {
      document.removeEventListener('submit', submit)
      window.removeEventListener('pageshow', show)
    }
  }, [])
}
