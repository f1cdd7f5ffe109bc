import { suggestPlaces } from '../places/place-field.client.ts'
import { $refusal, $results, search } from './search.store.ts'

/** Keeps the server's form, so that input made before the script loaded stays and is searched at once. */
export function enhanceSearch(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-search]')
  if (form) enhance(form)
}

function enhance(form: HTMLFormElement): void {
  const path = form.getAttribute('action') ?? '/search'
  suggestPlaces(form)

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void apply()
  })
  form.addEventListener('change', () => {
    if (form.checkValidity()) void apply()
  })
  addEventListener('popstate', () => {
    const fields = new URLSearchParams(location.search)
    fillForm(form, fields)
    fields.set('page', pageOf(location.pathname))
    void search(fields)
  })
  $refusal.listen((refusal) => {
    for (const place of form.querySelectorAll<HTMLElement>('[data-error-for]')) {
      place.textContent = refusal?.errors.find(({ field }) => field.replace(/Id$/, '') === place.dataset['errorFor'])?.message ?? ''
    }
  })
  // Shows the radius that the search used if none was chosen.
  $results.listen((results) => {
    const radius = form.querySelector<HTMLSelectElement>('select[name=radius]')
    if (results && radius && document.activeElement !== radius) radius.value = String(results.filters.radius ?? 'any')
  })

  if (isTouched(form)) void apply()

  async function apply(): Promise<void> {
    const fields = fieldsOf(form)
    const address = `${path}?${fields.toString()}`
    if ((await search(fields)) && address !== location.pathname + location.search) history.pushState(null, '', address)
  }
}

function fieldsOf(form: HTMLFormElement): URLSearchParams {
  const fields = new URLSearchParams()
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string' && value !== '') fields.append(name, value)
  }
  return fields
}

function isTouched(form: HTMLFormElement): boolean {
  return [...form.elements].some((element) => {
    if (element instanceof HTMLInputElement && element.type === 'checkbox') return element.checked !== element.defaultChecked
    if (element instanceof HTMLInputElement) return element.value !== element.defaultValue
    if (element instanceof HTMLSelectElement) {
      const chosen = [...element.options].find((option) => option.defaultSelected) ?? element.options[0]
      return chosen !== undefined && element.value !== chosen.value
    }
    return false
  })
}

function fillForm(form: HTMLFormElement, fields: URLSearchParams): void {
  if (fields.size === 0) return form.reset()
  for (const element of form.elements) {
    if (element instanceof HTMLInputElement && element.type === 'checkbox') {
      element.checked = element.name === 'gender' ? fields.getAll('gender').includes(element.value) : fields.has(element.name)
    } else if ((element instanceof HTMLInputElement || element instanceof HTMLSelectElement) && element.name !== '') {
      element.value = fields.get(element.name) ?? ''
    }
  }
}

function pageOf(path: string): string {
  return /\/search\/(\d+)/.exec(path)?.[1] ?? '1'
}
