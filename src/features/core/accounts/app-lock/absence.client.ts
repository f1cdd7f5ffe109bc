import { api, assertRefused } from '../../../../api/client.ts'
import { localKept } from '../../../../lib/browser.ts'
import { MINUTE, SECOND } from '../../../../lib/clock.ts'
import { ACTIVE_AT } from '../stored-user.ts'
import type { lockNow, stillHere } from './app-lock.contract.ts'

/**
 * Locks the page after minutes without a hand on it, in any tab of the browser, and tells the server while there is
 * one: reading sends nothing by itself. What the server has locked already it answers with its lock.
 */
const form = document.querySelector<HTMLFormElement>('form[data-lock-after]')
const limit = Number(form?.dataset['lockAfter']) * MINUTE
/** Well under the shortest limit. */
const TELL_INTERVAL = Math.min(limit / 4, MINUTE)
const CHECK_INTERVAL = 5 * SECOND

let toldAt = Date.now()
let isLocking = false

const activeAt = () => Number(localKept.getItem(ACTIVE_AT))
const isAway = () => Date.now() - activeAt() >= limit

function noteHand(): void {
  // The first touch after a long absence comes too late.
  if (isAway()) return lock()
  const now = Date.now()
  if (now - activeAt() >= SECOND) localKept.setItem(ACTIVE_AT, String(now))
  if (now - toldAt < TELL_INTERVAL) return
  toldAt = now
  api.send<typeof stillHere>('POST /profile/stillHere', { body: {} }).catch(assertRefused)
}

function lock(): void {
  if (isLocking) return
  isLocking = true
  document.documentElement.hidden = true
  void api
    .send<typeof lockNow>('POST /profile/lockNow', { body: {} })
    .catch(assertRefused)
    .finally(() => location.reload())
}

function lockIfAway(): void {
  if (isAway()) lock()
}

if (form) {
  localKept.setItem(ACTIVE_AT, String(Date.now()))
  // Stays at this address, to which the lock then opens.
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    lock()
  })
  for (const hand of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'])
    addEventListener(hand, noteHand, { capture: true, passive: true })
  document.addEventListener('visibilitychange', lockIfAway)
  addEventListener('pageshow', lockIfAway)
  setInterval(lockIfAway, CHECK_INTERVAL)
}
