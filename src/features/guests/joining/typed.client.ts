import { readKept, tabKept } from '#lib/browser.ts'

/** What is typed in a form to join, for as long as the tab is open. */
const JOINING = 'joining'

/**
 * Keeps what is typed over a reload: no password, and nothing that one agrees to. Returns what
 * forgets it.
 */
export function keepTyped(form: HTMLFormElement): () => void {
  const controls = [...form.elements].filter(
    (one): one is HTMLInputElement | HTMLSelectElement =>
      (one instanceof HTMLSelectElement || one instanceof HTMLInputElement) &&
      one.type !== 'password' &&
      one.name !== '' &&
      !one.name.startsWith('accept') &&
      one.dataset['fromAddress'] === undefined,
  )
  const kept = readKept(tabKept.getItem(JOINING))
  if (Array.isArray(kept)) {
    for (const control of controls) {
      const values = kept.flatMap(([name, value]) => (name === control.name ? [value] : []))
      if (/^(radio|checkbox)$/.test(control.type))
        (control as HTMLInputElement).checked = values.includes(control.value)
      else control.value = values[0] ?? control.value
    }
  }
  // Also what is chosen by script, which changes a field without typing.
  for (const kind of ['input', 'change'])
    form.addEventListener(kind, () => {
      const names = new Set(controls.map(({ name }) => name))
      const typed = [...new FormData(form)].filter(([name]) => names.has(name))
      tabKept.setItem(JOINING, JSON.stringify(typed))
    })
  return () => tabKept.removeItem(JOINING)
}
