import { api, assertRefused } from '../../../api/client.ts'
import { showToast } from '../../../ui/toasts.store.ts'
import { hold, takeBackHeld } from './outbox.store.ts'
import type { notNow } from './waiting.contract.ts'
import { UNDO_FOR } from './waiting.ts'

/** Sends the ready answer of a form after the time to undo, or puts its member off. */
export function answerFrom(form: HTMLFormElement): void {
  const row = form.closest<HTMLElement>('[data-waiting-row]')
  if (!row) return
  const fields = new FormData(form)
  const otherId = Number(fields.get('id'))
  const [body, key] = [fields.get('body'), fields.get('key')]
  leave(row)
  if (typeof body === 'string' && typeof key === 'string') end(row, { otherId, body, key })
  else void putOff(row, otherId)
}

function end(row: HTMLElement, message: { otherId: number; body: string; key: string }): void {
  hold(message, UNDO_FOR)
  const undo = () => {
    if (takeBackHeld(message.key)) comeBack(row)
    else
      showToast('It has gone out already.', {
        label: 'See it',
        href: `/messages?with=${message.otherId}`,
      })
  }
  const text = `Your answer to ${row.dataset['name']} goes out in ${UNDO_FOR / 1000} seconds.`
  showToast(text, { label: 'Undo', href: `/messages?with=${message.otherId}`, act: undo }, UNDO_FOR)
}

async function putOff(row: HTMLElement, id: number): Promise<void> {
  try {
    await api.send<typeof notNow>('POST /message/notNow', { body: { id } })
    const undo = () => void again(row, id)
    showToast(`${row.dataset['name']} is back here in three days.`, {
      label: 'Undo',
      href: '/messages',
      act: undo,
    })
  } catch (error) {
    assertRefused(error)
    comeBack(row)
    showToast(error.message)
  }
}

async function again(row: HTMLElement, id: number): Promise<void> {
  try {
    await api.send<typeof notNow>('POST /message/notNow', { body: { id, later: 'no' } })
    comeBack(row)
  } catch (error) {
    assertRefused(error)
    showToast(error.message)
  }
}

/** Takes out the rows of those whose messages were answered in their chats. */
export function leaveAnswered(answered: ReadonlySet<number>): void {
  for (const row of document.querySelectorAll<HTMLElement>('[data-waiting-row]:not([hidden])')) {
    if (answered.has(Number(row.dataset['waitingRow']))) leave(row)
  }
}

/** A row that goes takes the focus with it: the next one gets it, or the tray's title. */
function leave(row: HTMLElement): void {
  const hadFocus = row.contains(document.activeElement)
  row.hidden = true
  row.querySelector('details')?.removeAttribute('open')
  const tray = count(row, -1)
  const next =
    tray?.querySelector<HTMLElement>('[data-waiting-row]:not([hidden]) a') ??
    tray?.querySelector<HTMLElement>('h2')
  if (hadFocus) next?.focus()
}

function comeBack(row: HTMLElement): void {
  row.hidden = false
  count(row, 1)
  row.querySelector('a')?.focus()
}

function count(row: HTMLElement, change: number): HTMLElement | null {
  const tray = row.closest<HTMLElement>('[data-waiting]')
  const shown = tray?.querySelector('[data-waiting-count]')
  const number = Number(shown?.textContent)
  // More than a hundred are not counted.
  if (shown && !Number.isNaN(number)) shown.textContent = String(Math.max(0, number + change))
  return tray
}
