import { api, assertRefused } from '../../../api/client.ts'
import { filled } from './canned-texts.ts'
import type { takeTicket } from './ticket-queue.contract.ts'

/** A text goes to the cursor, and whoever begins to write an answer takes the ticket. */
const texts = JSON.parse(
  document.querySelector<HTMLElement>('[data-canned]')?.dataset['canned'] ?? '[]',
) as Array<{ id: number; body: string }>

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-insert]')) {
  form.addEventListener('submit', (event) => {
    const area = document.getElementById(form.dataset['insert'] ?? '')
    const chosen = Number(new FormData(form).get('text'))
    const text = texts.find(({ id }) => id === chosen)
    if (!(area instanceof HTMLTextAreaElement) || !text) return
    event.preventDefault()
    const words = filled(text.body, {
      name: form.dataset['name'] ?? '',
      brand: form.dataset['brand'] ?? '',
    })
    area.setRangeText(words, area.selectionStart, area.selectionEnd, 'end')
    area.focus()
    area.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

const RENEW = 2 * 60_000

for (const part of document.querySelectorAll<HTMLDetailsElement>('details[data-ticket]')) {
  let takenAt = -RENEW
  part.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLTextAreaElement)) return
    target.setCustomValidity('')
    if (performance.now() - takenAt < RENEW) return
    takenAt = performance.now()
    void take(Number(part.dataset['ticket']), target)
  })
}

/** Says that somebody else answers it while one writes, and not after. */
async function take(id: number, area: HTMLTextAreaElement): Promise<void> {
  try {
    await api.send<typeof takeTicket>('POST /staff/takeTicket', { body: { id } })
  } catch (error) {
    assertRefused(error)
    if (error.code !== 'conflict') return
    area.setCustomValidity(error.message)
    area.reportValidity()
  }
}
