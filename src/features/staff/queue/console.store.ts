import { atom } from 'nanostores'
import { api, assertRefused } from '#api/client.ts'
import type { Answer } from '#api/contract.ts'
import type { Queue } from '#core/staff-accounts/queues.ts'
import type { decideTask, getAdvice } from '../decisions/deciding/decide.contract.ts'
import { $trouble, goOnBy, once, type Undoable } from '../desk/desk.store.ts'
import type { getQueue, judgeNewPhoto } from './console.contract.ts'

/** What somebody of staff sees of a queue. */
export type ConsoleView = {
  queue: Queue
  /** What staff call it, and what waits in it. */
  words: { title: string; one: string; many: string }
  /** Of pictures, the next one stands in the place of the one before. */
  isInPlace: boolean
  room: Answer<typeof getQueue>
  /** Null where there is none, or while it is on its way. */
  advice: Answer<typeof getAdvice> | null
  /** What was done last, and how it is taken back. */
  done: string | null
  undoable: Undoable | null
  /** Of the form of a decision. */
  formKey: string
  now: string
}

export const $shown = atom<ConsoleView | null>(null)

/** The next picture stands here at once; what other tasks rest on is a page each. */
export function seedConsole(shown: ConsoleView | null): void {
  $shown.set(shown)
  if (shown?.isInPlace === true) goOnBy((next) => showNext(shown, next))
}

/** What the address of a page says can be taken back. */
export function undoableIn(query: URLSearchParams): Undoable | null {
  for (const [name, kind] of [
    ['undo', 'decision'],
    ['verdict', 'verdict'],
  ] as const) {
    const ids = /^[1-9]\d{0,15}(\.[1-9]\d{0,15})*$/.exec(query.get(name) ?? '')
    if (ids) return { kind, ids: ids[0].split('.').map(Number) }
  }
  return null
}

async function showNext(before: ConsoleView, next: string): Promise<void> {
  const { queue } = before
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
    ...before,
    room,
    advice: null,
    done: address.searchParams.get('done'),
    undoable: undoableIn(address.searchParams),
    formKey: crypto.randomUUID(),
    now: new Date().toISOString(),
  })
}

export function judge(task: number, key: string, verdict: string): Promise<void> {
  return once(() =>
    api.send<typeof judgeNewPhoto>('POST /staff/judgePhoto', {
      body: { id: task, key, verdict } as never,
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
