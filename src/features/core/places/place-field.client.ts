import { api } from '#api/client.ts'
import type { searchPlaces } from './places.contract.ts'

const PAUSE = 180
const LEAST = 2
const MOST = 8

/**
 * A choice sets `placeId`; further typing clears it, and the server then resolves the text (ARIA
 * combobox pattern).
 */
export function suggestPlaces(form: HTMLFormElement): void {
  const input = form.querySelector<HTMLInputElement>('input[name=place]')
  const placeId = form.querySelector<HTMLInputElement>('input[name=placeId]')
  const country = form.querySelector<HTMLSelectElement>('select[name=country]')
  const list = form.querySelector<HTMLUListElement>('[role=listbox]')
  if (!input || !placeId || !country || !list) return

  let timer: ReturnType<typeof setTimeout> | undefined
  let asking = new AbortController()
  let active = -1

  input.setAttribute('role', 'combobox')
  input.setAttribute('aria-autocomplete', 'list')
  input.setAttribute('aria-controls', list.id)
  input.autocomplete = 'off'
  close()

  input.addEventListener('input', () => {
    placeId.value = ''
    clearTimeout(timer)
    if (input.value.trim().length < LEAST) close()
    else timer = setTimeout(() => void ask(), PAUSE)
  })
  country.addEventListener('change', () => {
    input.value = ''
    placeId.value = ''
    close()
  })
  input.addEventListener('blur', close)
  input.addEventListener('keydown', (event) => {
    const options = [...list.children]
    if (list.hidden || options.length === 0) return
    if (event.key === 'ArrowDown') mark((active + 1) % options.length)
    else if (event.key === 'ArrowUp')
      mark((active + options.length - (active < 0 ? 0 : 1)) % options.length)
    else if (event.key === 'Enter' && active >= 0) choose(options[active])
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
  })
  list.addEventListener('mousedown', (event) => {
    // Prevents the blur that would close the list before the click.
    event.preventDefault()
    choose(event.target instanceof Element ? event.target.closest('li') : null)
  })

  async function ask(): Promise<void> {
    asking.abort()
    asking = new AbortController()
    const { signal } = asking
    const query = { country: country?.value ?? '', query: input?.value ?? '' }
    try {
      const { places } = await api.send<typeof searchPlaces>(
        'GET /location/places',
        { query },
        { signal },
      )
      if (!signal.aborted) show(places)
    } catch (error) {
      // Suggestions are optional: without them the server resolves the typed text.
      if (!signal.aborted) console.warn('no suggestions for places', error)
    }
  }

  function show(places: ReadonlyArray<{ id: number; name: string; region: string }>): void {
    if (!list || !input || document.activeElement !== input) return
    const marked = idOf(list.children[active])
    list.replaceChildren(
      ...places.slice(0, MOST).map((place, index) => {
        const option = document.createElement('li')
        option.id = `${list.id}-${index}`
        option.role = 'option'
        option.dataset['id'] = String(place.id)
        option.dataset['name'] = place.name
        option.textContent = `${place.name}, ${place.region}`
        return option
      }),
    )
    list.hidden = places.length === 0
    input.setAttribute('aria-expanded', String(!list.hidden))
    // Whoever marked a place of an earlier answer has it marked in the later one.
    mark(marked ? places.slice(0, MOST).findIndex(({ id }) => String(id) === marked) : -1)
  }

  function mark(index: number): void {
    active = index
    const options = [...(list?.children ?? [])]
    options.forEach((option, at) => option.setAttribute('aria-selected', String(at === index)))
    const marked = options[index]
    if (marked) input?.setAttribute('aria-activedescendant', marked.id)
    else input?.removeAttribute('aria-activedescendant')
    marked?.scrollIntoView({ block: 'nearest' })
  }

  function choose(option: Element | null | undefined): void {
    if (!(option instanceof HTMLElement) || !input || !placeId) return
    input.value = option.dataset['name'] ?? ''
    placeId.value = idOf(option) ?? ''
    close()
    // Setting a value by script fires no event; a form that submits itself on change needs one.
    placeId.dispatchEvent(new Event('change', { bubbles: true }))
  }

  /** No answer on its way opens the list again. */
  function close(): void {
    clearTimeout(timer)
    asking.abort()
    if (list) list.hidden = true
    input?.setAttribute('aria-expanded', 'false')
    mark(-1)
  }
}

function idOf(option: Element | undefined): string | undefined {
  return option instanceof HTMLElement ? option.dataset['id'] : undefined
}
