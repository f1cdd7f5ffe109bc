import { api, assertRefused, CallError } from '../../../api/client.ts'
import { enhanceForm } from '../../../ui/enhance-form.client.ts'
import { textIn } from '../../../ui/form-answer.ts'
import type { recordEvent } from '../../core/live/tickers.contract.ts'
import { setCredits } from './credits.store.ts'
import type { revealLocation } from './reveal-location.contract.ts'
import { showInsufficientCredits } from './shortage.store.ts'

/** Reveals a location without leaving the page. */
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-reveal-location]')) {
  enhanceForm(form, async (fields) => {
    const id = Number(textIn(fields, 'id'))
    // Not awaited: nothing depends on it.
    api
      .send<typeof recordEvent>('POST /event/{name}', { params: { name: 'clickRevealLocation' } })
      .catch(assertRefused)
    try {
      const { location, currentCredits } = await api.send<typeof revealLocation>(
        'POST /billing/revealLocation',
        { body: { id } },
        { idempotencyKey: textIn(fields, 'key') },
      )
      setCredits(currentCredits)
      show(form, location)
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'noCredits') throw error
      showInsufficientCredits({
        what: `The location of ${form.dataset['revealLocation'] ?? ''}`,
        price: Number(form.dataset['price']),
        source: 'reveal',
        other: id,
      })
    }
    return { said: '' }
  })
}

/** The words take the focus from the button that goes. */
function show(form: HTMLFormElement, location: string): void {
  const place = form.parentElement
  const words = place?.querySelector<HTMLElement>('[data-location-words]')
  if (!place || !words) return
  words.textContent = location
  words.hidden = false
  form.remove()
  place.focus()
}
