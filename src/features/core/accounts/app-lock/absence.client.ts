import { api, assertRefused } from '#api/client.ts'
import { localKept } from '#lib/browser.ts'
import { MINUTE, SECOND } from '#lib/clock.ts'
import { ACTIVE_AT } from '../stored-user.ts'
import type { lockNow, stillHere } from './app-lock.contract.ts'

const CHECK_INTERVAL = 5 * SECOND

let isLocking = false

/**
 * Locks the page here at once, and on the server; what the server has locked already it answers
 * with its lock.
 */
export function lock(): void {
  if (isLocking) return
  isLocking = true
  document.documentElement.hidden = true
  void api
    .send<typeof lockNow>('POST /profile/lockNow', { body: {} })
    .catch(assertRefused)
    .finally(() => location.reload())
}

/**
 * Locks the page after minutes without a hand on it, in any tab of the browser, and tells the
 * server while there is one: reading sends nothing by itself.
 */
export function watchAbsence(minutes: number): void {
  const limit = minutes * MINUTE
  /** Well under the shortest limit. */
  const tellInterval = Math.min(limit / 4, MINUTE)
  let toldAt = Date.now()

  const activeAt = () => Number(localKept.getItem(ACTIVE_AT))
  const isAway = () => Date.now() - activeAt() >= limit
  const lockIfAway = () => {
    if (isAway()) lock()
  }
  const noteHand = () => {
    // The first touch after a long absence comes too late.
    if (isAway()) return lock()
    const now = Date.now()
    if (now - activeAt() >= SECOND) localKept.setItem(ACTIVE_AT, String(now))
    if (now - toldAt < tellInterval) return
    toldAt = now
    api.send<typeof stillHere>('POST /profile/stillHere', { body: {} }).catch(assertRefused)
  }

  localKept.setItem(ACTIVE_AT, String(Date.now()))
  for (const hand of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'])
    addEventListener(hand, noteHand, { capture: true, passive: true })
  document.addEventListener('visibilitychange', lockIfAway)
  addEventListener('pageshow', lockIfAway)
  setInterval(lockIfAway, CHECK_INTERVAL)
}
