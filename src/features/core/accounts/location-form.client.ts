import { suggestPlaces } from '../places/place-field.client.ts'

/** Suggests places, and shows the new one where the page names the present. */
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-place]')) {
  suggestPlaces(form)
  form.addEventListener('saved', () => {
    const typed = form.querySelector<HTMLInputElement>('input[name=place]')?.value ?? ''
    for (const place of document.querySelectorAll('[data-own-place]')) place.textContent = typed
  })
}
