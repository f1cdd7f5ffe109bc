import { atom } from 'nanostores'
import { api, assertRefused } from '../../../api/client.ts'
import type { takeAppeal } from '../../staff/decisions/appeals.contract.ts'
import type { undoDecision } from '../../staff/decisions/decide.contract.ts'
import type { takePose } from '../../staff/poses/pose-queue.contract.ts'
import type {
  releaseTask,
  renewTask,
  revealPicture,
  takeTask,
} from '../../staff/queue/console.contract.ts'
import type { takeRemoval } from '../../staff/removals/removals.contract.ts'
import type { Queue, QueueWithDesk } from '../staff-accounts/queues.ts'
import type { undoVerdict } from './verdicts.contract.ts'

/** Where somebody of staff works on one task at a time. */
export type Desk = Queue | 'poses'

/** Why something was not done, or that the task is somebody else's by now. */
export const $trouble = atom('')
/** Whether the pictures of the task are held, and so sharp. */
export const $sharp = atom(false)

let isLost = false
let isSent = false
let onward = (next: string): Promise<void> | void => location.assign(next)
let isInPlace = false

/** For a desk that shows the next task in the place of the one before. */
export function goOnBy(show: (next: string) => Promise<void> | void): void {
  onward = show
  isInPlace = true
}

export async function goOn(next: string): Promise<void> {
  isLost = false
  // Of the next one it is noted anew.
  veil()
  $trouble.set('')
  await onward(next)
}

/** One act at a time: a key that is pressed again while the first is under way does nothing. */
export async function once(act: () => Promise<{ next: string }>): Promise<void> {
  if (isSent) return
  isSent = true
  try {
    const { next } = await act()
    await goOn(next)
  } catch (error) {
    assertRefused(error)
    // What is no longer held is not shown on.
    if (error.code === 'conflict' && isInPlace) await goOn(location.pathname)
    $trouble.set(error.message)
  } finally {
    isSent = false
  }
}

const takes = {
  appeals: () => api.send<typeof takeAppeal>('POST /staff/takeAppeal', {}),
  removals: () => api.send<typeof takeRemoval>('POST /staff/takeRemoval', {}),
  poses: () => api.send<typeof takePose>('POST /staff/takePose', {}),
} as const satisfies Record<QueueWithDesk | 'poses', () => Promise<{ next: string }>>

/** `again`: also what one has skipped. */
export function take(desk: Desk, again = false): Promise<void> {
  return once(() =>
    desk === 'appeals' || desk === 'removals' || desk === 'poses'
      ? takes[desk]()
      : api.send<typeof takeTask>('POST /staff/takeTask', {
          body: { queue: desk, again: again ? 'yes' : 'no' },
        }),
  )
}

/** Gives a task back, and takes the next where it is skipped. */
export function release(queue: Queue, id: number, skips: boolean): Promise<void> {
  return once(() =>
    api.send<typeof releaseTask>('POST /staff/releaseTask', {
      body: { queue, id, skip: skips ? 'yes' : 'no' },
    }),
  )
}

/** What can be taken back: a decision about a member, or another verdict. */
export type Undoable = { kind: 'decision' | 'verdict'; id: number }

export function undo({ kind, id }: Undoable): Promise<void> {
  return once(() =>
    kind === 'decision'
      ? api.send<typeof undoDecision>('POST /staff/undoDecision', { body: { id } })
      : api.send<typeof undoVerdict>('POST /staff/undoVerdict', { body: { id } }),
  )
}

/** Shows the pictures sharp, which is noted; without a task, the page has noted it. */
export function sharpen(task: number | null): void {
  if ($sharp.get() || isLost) return
  $sharp.set(true)
  if (task !== null)
    void kept(() =>
      api.send<typeof revealPicture>('POST /staff/revealPicture', { body: { id: task } }),
    )
}

export function veil(): void {
  $sharp.set(false)
}

/** Keeps the task for five more minutes. */
export function renew(task: number): void {
  if (!isLost)
    void kept(() => api.send<typeof renewTask>('POST /staff/renewTask', { body: { id: task } }))
}

/** Says when the task is somebody else's by now; a lost connection is tried again. */
async function kept(call: () => Promise<unknown>): Promise<void> {
  try {
    await call()
  } catch (error) {
    assertRefused(error)
    if (error.status < 400 || error.status >= 500) return
    isLost = true
    veil()
    $trouble.set(error.message)
  }
}
