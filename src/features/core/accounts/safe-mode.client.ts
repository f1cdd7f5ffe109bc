import { api, assertRefused } from '../../../api/client.ts'
import { showToast } from '../../../ui/toasts.store.ts'
import type { setSafeMode } from './settings.contract.ts'

/** Blurs pictures, or shows them again, at once on the page; the server remembers it. */
for (const form of document.querySelectorAll<HTMLFormElement>(
  'form[action="/profile/setSafeMode"]',
)) {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const on = document.documentElement.dataset['safeMode'] === undefined
    show(on)
    api
      .send<typeof setSafeMode>('POST /profile/setSafeMode', { body: { on } }, { keepalive: true })
      .catch((error: unknown) => {
        assertRefused(error)
        // What is seen stays what the server has stored.
        show(!on)
        showToast(error.message)
      })
  })
}

function show(on: boolean): void {
  const { documentElement: root } = document
  if (on) root.dataset['safeMode'] = ''
  else delete root.dataset['safeMode']
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-safe-mode-switch]')) {
    button.textContent = on ? 'Show pictures again' : 'Blur pictures'
    button.value = String(!on)
  }
  for (const place of document.querySelectorAll('[data-safe-mode-said]'))
    place.textContent = on ? 'Pictures are blurred.' : 'Pictures are shown.'
}
