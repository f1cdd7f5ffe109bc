import { api } from '../api/client.ts'
import type { Endpoint } from '../api/contract.ts'
import { enhanceForm } from './enhance-form.client.ts'

/** Forms whose text was typed and not saved yet: the browser asks before it is lost. */
const unsaved = new Set<HTMLFormElement>()

/** Saves each form with `data-save` without a page load; the form says that it is saved. */
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-save]')) {
  if ('keeps' in form.dataset) form.addEventListener('input', () => unsaved.add(form))
  enhanceForm(form, async (fields) => {
    const path = form.getAttribute('action') as `/${string}`
    await api.send<Endpoint>(`POST ${path}`, { body: bodyOf(fields) })
    unsaved.delete(form)
    form
      .querySelectorAll<HTMLInputElement>('input[type=password]')
      .forEach((input) => (input.value = ''))
    form.dispatchEvent(new CustomEvent('saved', { bubbles: true }))
    return { said: form.querySelector<HTMLElement>('[data-said]')?.dataset['said'] ?? '' }
  })
}

addEventListener('beforeunload', (event) => {
  if (unsaved.size > 0) event.preventDefault()
})

/** The fields as the server reads them from a form that is posted without script. */
function bodyOf(fields: FormData): Record<string, FormDataEntryValue | FormDataEntryValue[]> {
  return Object.fromEntries(
    [...new Set(fields.keys())].map((name) => {
      const values = fields.getAll(name)
      return [name, values.length === 1 ? (values[0] as FormDataEntryValue) : values]
    }),
  )
}
