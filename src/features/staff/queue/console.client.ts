import { api, assertRefused } from '../../../api/client.ts'
import { localKept } from '../../../lib/browser.ts'
import { MINUTE, SECOND } from '../../../lib/clock.ts'
import { KEYS_OFF } from '../../core/accounts/stored-user.ts'
import type { renewTask, revealPicture } from './console.contract.ts'

/** Keys of a queue, pictures that are sharp as long as they are held, and the lease, which lasts while the page is seen. */
const RENEWED_EVERY = 2 * MINUTE
const task = document.querySelector<HTMLElement>('[data-task]')
const id = Number(task?.dataset['task'])
const dialog = document.querySelector<HTMLDialogElement>('dialog[data-keys]')
const reasons = document.querySelector<HTMLFieldSetElement>('[data-armed-by]')
const veiled = [...document.querySelectorAll<HTMLElement>('[data-veiled]')]
let isSent = false
let isArmed = false

document.addEventListener('keydown', (event) => {
  if (
    event.defaultPrevented ||
    event.altKey ||
    event.ctrlKey ||
    event.metaKey ||
    isTaken(event.target)
  )
    return
  const key = event.key.toLowerCase()
  if (key === '?') dialog?.showModal()
  else if (localKept.getItem(KEYS_OFF) !== null || !act(key, event.repeat)) return
  event.preventDefault()
})
document.addEventListener('keyup', ({ key }) => {
  if (key.toLowerCase() === 'v') veil()
})
window.addEventListener('blur', veil)

/** Where something is typed or open, a key means that. */
function isTaken(target: EventTarget | null): boolean {
  return (
    (target instanceof Element &&
      target.closest(
        'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]',
      ) !== null) ||
    document.querySelector('dialog:modal, :popover-open') !== null
  )
}

/** Returns false for a key that means nothing here. */
function act(key: string, isRepeated: boolean): boolean {
  if (key === 'v') {
    if (!isRepeated) reveal()
    return veiled.length > 0
  }
  if (isRepeated) return false
  if (key === 'r' && reasons) {
    isArmed = true
    reasons.querySelector('button')?.focus()
    return true
  }
  const digit = isArmed
    ? reasons?.querySelector<HTMLButtonElement>(`[data-digit="${CSS.escape(key)}"]`)
    : null
  const button =
    digit ?? document.querySelector<HTMLButtonElement>(`[data-key="${CSS.escape(key)}"]`)
  if (!button || isSent) return false
  button.click()
  return true
}

document.addEventListener('submit', (event) => {
  if (event.target instanceof HTMLFormElement && event.target.method !== 'dialog') {
    if (isSent) event.preventDefault()
    isSent = true
  }
})
// A page from the back/forward cache can send again.
window.addEventListener('pageshow', () => (isSent = false))

function reveal(): void {
  if (veiled.some(({ dataset }) => 'revealed' in dataset)) return
  for (const one of veiled) one.dataset['revealed'] = ''
  // Where many are shown at once, the page has noted it.
  if (task)
    void kept(() => api.send<typeof revealPicture>('POST /staff/revealPicture', { body: { id } }))
}

function veil(): void {
  for (const one of veiled) delete one.dataset['revealed']
}

for (const button of document.querySelectorAll<HTMLElement>('[data-reveal]')) {
  button.addEventListener('pointerdown', reveal)
  for (const end of ['pointerup', 'pointerleave', 'pointercancel', 'blur', 'keyup'])
    button.addEventListener(end, veil)
  button.addEventListener('keydown', ({ key, repeat }) => {
    if ((key === ' ' || key === 'Enter') && !repeat) reveal()
  })
}

let isLost = false

/** Says when the task is somebody else's by now; a lost connection is tried again. */
async function kept(call: () => Promise<unknown>): Promise<void> {
  try {
    await call()
  } catch (error) {
    assertRefused(error)
    const place = document.querySelector<HTMLElement>('[data-lost]')
    if (error.status < 400 || error.status >= 500 || !place) return
    isLost = true
    veil()
    place.textContent = error.message
    place.hidden = false
  }
}

function renew(): void {
  if (task && !isLost && document.visibilityState === 'visible')
    void kept(() => api.send<typeof renewTask>('POST /staff/renewTask', { body: { id } }))
}
if (task) {
  setInterval(renew, RENEWED_EVERY)
  document.addEventListener('visibilitychange', renew)
}

const undo = document.querySelector<HTMLElement>('[data-undo-seconds]')
if (undo)
  setTimeout(
    () => undo.querySelector('form')?.remove(),
    Number(undo.dataset['undoSeconds']) * SECOND,
  )

for (const note of document.querySelectorAll<HTMLElement>('[data-with-keys]')) note.hidden = false

const letters = document.querySelector<HTMLInputElement>('[data-letters]')
if (letters) {
  letters.checked = localKept.getItem(KEYS_OFF) === null
  letters.addEventListener('change', () => {
    if (letters.checked) localKept.removeItem(KEYS_OFF)
    else localKept.setItem(KEYS_OFF, 'yes')
  })
}
