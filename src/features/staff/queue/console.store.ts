import { atom } from 'nanostores'
import { api, assertRefused } from '../../../api/client.ts'
import type { Answer } from '../../../api/contract.ts'
import { $trouble, goOnBy, once } from '../../core/tasks/desk.store.ts'
import { isPictureQueue } from '../../core/tasks/tasks.ts'
import type { decideTask, getAdvice } from '../decisions/decide.contract.ts'
import type { PhotoVerdict } from '../decisions/refusal-reasons.ts'
import type { getQueue, judgeNewPhoto } from './console.contract.ts'
import type { Room } from './console.ts'

/** What somebody of staff sees of a queue. */
export type ConsoleView = {
  queue: Room
  room: Answer<typeof getQueue>
  /** Null where there is none, or while it is on its way. */
  advice: Answer<typeof getAdvice> | null
  /** What was done last, and the decision that can be taken back. */
  done: string | null
  undo: number | null
  /** Of the form of a decision. */
  formKey: string
  now: string
}

export const $shown = atom<ConsoleView | null>(null)

/** The next picture stands here at once; what other tasks rest on is a page each. */
export function seedConsole(shown: ConsoleView | null): void {
  $shown.set(shown)
  if (shown && isPictureQueue(shown.queue)) goOnBy((next) => showNext(shown.queue, next))
}

async function showNext(queue: Room, next: string): Promise<void> {
  const address = new URL(next, location.href)
  if (address.pathname !== location.pathname) return location.assign(next)
  const room = await api
    .send<typeof getQueue>('GET /staff/queue/{queue}', { params: { queue } })
    .catch((error: unknown) => {
      assertRefused(error)
      return null
    })
  // What was done is done: the page says it, and why there is no next one.
  if (room === null) return location.assign(next)
  history.replaceState(null, '', next)
  $shown.set({
    queue,
    room,
    advice: null,
    done: address.searchParams.get('done'),
    undo: Number(address.searchParams.get('undo')) || null,
    formKey: crypto.randomUUID(),
    now: new Date().toISOString(),
  })
}

export function judge(task: number, key: string, verdict: PhotoVerdict): Promise<void> {
  return once(() =>
    api.send<typeof judgeNewPhoto>('POST /staff/judgePhoto', {
      body: { id: task, key, verdict },
    }),
  )
}

/** Decides that nothing is wrong. */
export function close(taskId: number): Promise<void> {
  return once(() =>
    api.send<typeof decideTask>('POST /staff/decide', { body: { taskId, act: 'none' } }),
  )
}

/** What counts against whom the task is about, for the form of a decision. */
export async function advise(): Promise<void> {
  const before = $shown.get()
  const about = before?.room.held?.member?.id
  if (before?.advice !== null || about === undefined) return
  const advice = await api
    .send<typeof getAdvice>('GET /staff/advice', { query: { accountId: about } })
    .catch((error: unknown) => {
      assertRefused(error)
      $trouble.set(error.message)
      return null
    })
  if ($shown.get() === before) $shown.set({ ...before, advice })
}
