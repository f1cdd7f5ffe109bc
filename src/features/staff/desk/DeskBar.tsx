import { lazy, Suspense, useEffect, useState } from 'react'
import type { KeyList } from '#core/accounts/on-screen/KeysDialog.tsx'
import { useKeys } from '#core/accounts/on-screen/use-keys.ts'
import type { Queue } from '#core/staff-accounts/queues.ts'
import { UNDO_FOR } from '#core/tasks/verdicts.ts'
import { MINUTE } from '#lib/clock.ts'
import { withBoundary } from '#ui/Boundary.tsx'
import { Button } from '#ui/Button.tsx'
import { useLatest } from '#ui/use-latest.ts'
import { useIsAlive } from '#ui/use-seeded.ts'
import { useStore } from '#ui/use-store.ts'
import { $trouble, release, renew, take, undo, type Undoable } from './desk.store.ts'
import styles from './DeskBar.module.css'

const RENEWED_EVERY = 2 * MINUTE

export type DeskProps = {
  /** Null where nothing is taken or skipped. */
  queue: Queue | null
  /** From which the next one is taken. */
  takesFrom?: readonly Queue[]
  /** What is held. */
  task: number | null
  /** Whether pictures are approved or refused there by a key. */
  judgesPictures?: boolean
  /** Whether all that is left was skipped, and is taken again. */
  takesAgain?: boolean
  /** What was done last, and how it is taken back. */
  notice?: string | null
  undoable?: Undoable | null
}

const KeysDialog = lazy(async () => ({
  default: (await import('#core/accounts/on-screen/KeysDialog.tsx')).KeysDialog,
}))

/**
 * Above the task: what was done and its undo, what went wrong, and the keys; it keeps the task
 * while the page is seen.
 */
export const DeskBar = withBoundary(function DeskBar({
  queue,
  takesFrom = [],
  task,
  judgesPictures = false,
  takesAgain = false,
  notice = null,
  undoable = null,
}: DeskProps) {
  const trouble = useStore($trouble, { ssr: 'initial' })
  const isAlive = useIsAlive()
  const [isListed, setListed] = useState(false)
  const [over, setOver] = useState<number | null>(null)
  const first = undoable?.ids[0] ?? null
  const left = first !== over ? undoable : null
  useEffect(() => {
    if (first === null) return
    const timer = setTimeout(() => setOver(first), UNDO_FOR)
    return () => clearTimeout(timer)
  }, [first])
  useEffect(() => {
    if (task === null) return
    const keep = () => document.visibilityState === 'visible' && renew(task)
    const timer = setInterval(keep, RENEWED_EVERY)
    document.addEventListener('visibilitychange', keep)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', keep)
    }
  }, [task])
  useSentOnce()
  useKeys({
    '?': () => setListed(true),
    n: () => (queue !== null && task === null ? void take(takesFrom, takesAgain) : false),
    s: () => (queue !== null && task !== null ? void release(queue, task, true) : false),
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
            action="/staff/undo"
            onSubmit={(event) => {
              event.preventDefault()
              void undo(left)
            }}
          >
            <input type="hidden" name="queue" value={queue ?? ''} />
            <input type="hidden" name="kind" value={left.kind} />
            {left.ids.map((id) => (
              <input key={id} type="hidden" name="id" value={id} />
            ))}
            <Button type="submit" variant="quiet" size="small">
              {left.ids.length > 1 ? 'Undo all' : 'Undo'} <kbd>Z</kbd>
            </Button>
          </form>
        )}
      </div>
      <p className={`muted ${styles['keys']}`} data-on={isAlive || undefined}>
        Press <kbd>?</kbd> for the keys.
      </p>
      <Suspense>
        {useLatest(isListed || null) ? (
          <KeysDialog
            keys={keysOf(queue, judgesPictures, undoable !== null)}
            open={isListed}
            onClose={() => setListed(false)}
          />
        ) : null}
      </Suspense>
    </>
  )
})

function keysOf(queue: Queue | null, judgesPictures: boolean, undoes: boolean): KeyList {
  const see = ['V, held', 'See the pictures sharp'] as const
  const back = ['Z', 'Undo the last decision, within ten seconds'] as const
  if (queue === null) return [undoes ? back : see, ['?', 'This list']]
  return [
    ['N', 'Take the next'],
    ...(judgesPictures
      ? [
          ['A', 'Approve, and take the next'] as const,
          ['R, then 1 to 9', 'Refuse with that reason, and take the next'] as const,
        ]
      : []),
    ...(queue === 'reports' ? [['A', 'Close: no breach'] as const] : []),
    ...(queue === 'fraud' ? [['A', 'Close: nothing wrong'] as const] : []),
    ...(queue === 'appeals' || queue === 'poses'
      ? []
      : [['1 to 9', 'Choose what to do, where the form for a decision is open'] as const]),
    ...(queue === 'poses' ? [] : [['Ctrl and Enter', 'Decide, in that form'] as const]),
    back,
    ...(queue === 'poses' ? [] : [see]),
    ['S', 'Skip: somebody else decides'],
    ['?', 'This list'],
  ]
}

/**
 * A form that is posted without a verb goes out once; a page from the back/forward cache can send
 * again.
 */
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
