import { atom, onMount } from 'nanostores'
import { api, assertRefused } from '#api/client.ts'
import { $hint } from '#core/live/stream.store.ts'
import { SECOND } from '#lib/clock.ts'
import type { typing } from './typing.contract.ts'

const SENT_EVERY = 3 * SECOND
const SHOWN_FOR = 6 * SECOND
/** A signal may be overtaken by the message that it announces. */
const IGNORED_FOR = SECOND

export const $typing = atom<ReadonlySet<number>>(new Set())

const timers = new Map<number, ReturnType<typeof setTimeout>>()
const wroteAt = new Map<number, number>()
let last: { otherId: number; at: number } | null = null

onMount($typing, () => {
  const stop = $hint.listen((hint) => {
    if (hint?.type === 'typing' && Date.now() - (wroteAt.get(hint.otherId) ?? 0) >= IGNORED_FOR)
      begin(hint.otherId)
    else if (hint?.type === 'message') {
      wroteAt.set(hint.otherId, Date.now())
      end(hint.otherId)
    }
  })
  return () => {
    stop()
    for (const otherId of timers.keys()) end(otherId)
    wroteAt.clear()
    last = null
  }
})

function begin(otherId: number): void {
  clearTimeout(timers.get(otherId))
  timers.set(
    otherId,
    setTimeout(() => end(otherId), SHOWN_FOR),
  )
  $typing.set(new Set(timers.keys()))
}

function end(otherId: number): void {
  clearTimeout(timers.get(otherId))
  if (timers.delete(otherId)) $typing.set(new Set(timers.keys()))
}

/** Called with each change of a text to somebody; tells them now and then. */
export function noteTyping(otherId: number, body: string): void {
  const isRecent = last?.otherId === otherId && Date.now() - last.at < SENT_EVERY
  if (body.trim() === '' || isRecent) return
  last = { otherId, at: Date.now() }
  api
    .send<typeof typing>('POST /message/typing', { body: { id: otherId } })
    .catch((error: unknown) => {
      // Nothing depends on it: the message itself says what is wrong.
      assertRefused(error)
    })
}

/** The text was sent: the next one is announced at once. */
export function endTyping(): void {
  last = null
}
