import { copyText } from '../../../lib/browser.ts'

/** What the clock shows where the browser is, on the day of the date. */
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-date-form]')) {
  form.addEventListener('submit', () => {
    const chosen = new Date(form.querySelector<HTMLInputElement>('[name=meetsAt]')?.value ?? '')
    const offset = form.querySelector<HTMLInputElement>('[name=utcOffset]')
    if (offset && !Number.isNaN(chosen.getTime()))
      offset.value = String(-chosen.getTimezoneOffset())
  })
}

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
  button.hidden = false
  button.addEventListener('click', () => void copy(button))
}

async function copy(button: HTMLButtonElement): Promise<void> {
  const field = document.getElementById(button.dataset['copy'] ?? '')
  if (!(field instanceof HTMLInputElement)) return
  field.select()
  // Without the permission the address is selected, to be copied by hand.
  button.textContent = (await copyText(field.value)) ? 'Copied' : 'Selected'
}
