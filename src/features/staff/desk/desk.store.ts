import { atom } from 'nanostores'
import { api, assertRefused } from '#api/client.ts'
import type { Given } from '#api/contract.ts'
import type { Queue } from '#core/staff-accounts/queues.ts'
import type { actOnTask, undoDecided } from './task.contract.ts'

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

const act = (body: Given<typeof actOnTask>['body']) =>
  api.send<typeof actOnTask>('POST /staff/task', { body })

/** `again`: also what one has skipped. */
export function take(queues: readonly Queue[], again = false): Promise<void> {
  return once(() => act({ act: 'take', queues: [...queues], again: again ? 'yes' : 'no' }))
}

/** Gives a task back, and takes the next where it is skipped. */
export function release(queue: Queue, id: number, skips: boolean): Promise<void> {
  return once(() => act({ act: 'release', queue, id, skip: skips ? 'yes' : 'no' }))
}

/** What can be taken back: decisions about members, or another verdict. */
export type Undoable = { kind: 'decision' | 'verdict'; ids: readonly number[] }

export function undo({ kind, ids }: Undoable): Promise<void> {
  const body = kind === 'decision' ? { kind, id: [...ids] } : { kind, id: ids[0] ?? 0 }
  return once(() => api.send<typeof undoDecided>('POST /staff/undo', { body }))
}

/**
 * Shows the pictures sharp, which is noted; without a task, the page has noted it, or notes it.
 * False where they were sharp before, or are no more to be seen.
 */
export function sharpen(task: number | null): boolean {
  if ($sharp.get() || isLost) return false
  $sharp.set(true)
  if (task !== null) void kept({ act: 'reveal', id: task })
  return true
}

export function veil(): void {
  $sharp.set(false)
}

/** Keeps the task for five more minutes. */
export function renew(task: number): void {
  if (!isLost) void kept({ act: 'renew', id: task })
}

/** Says when the task is somebody else's by now; a lost connection is tried again. */
async function kept(body: Given<typeof actOnTask>['body']): Promise<void> {
  try {
    await act(body)
  } catch (error) {
    assertRefused(error)
    if (error.status < 400 || error.status >= 500) return
    isLost = true
    veil()
    $trouble.set(error.message)
  }
}
