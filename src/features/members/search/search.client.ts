import { api, assertRefused } from '../../../api/client.ts'
import type { Answer } from '../../../api/contract.ts'
import { tabKept } from '../../../lib/browser.ts'
import { TRAIL } from '../../core/accounts/stored-user.ts'
import { suggestPlaces } from '../../core/places/place-field.client.ts'
import { countInWords, PART_HEADER, type SearchRefusal } from './search-part.ts'
import type { countUsers } from './search.contract.ts'
import { readTrail } from './trail.ts'

const form = document.querySelector<HTMLFormElement>('form[data-search]')
const results = document.querySelector<HTMLElement>('[data-results]')
if (form && results) enhance(form, results)

/** Keeps the server's form, so that input made before the script loaded stays and is searched at once. */
function enhance(form: HTMLFormElement, results: HTMLElement): void {
  const path = form.getAttribute('action') ?? '/search'
  const refusalPlace = find(results, '[data-refusal]')
  const said = find(results, '[data-said]')
  let latest: AbortController | undefined
  let shownAddress = location.pathname + location.search

  const sheet = openSheet(form)
  /** The changes made in one opened sheet are one step back. */
  let isOneStep = false

  suggestPlaces(form)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (sheet?.isOpen()) sheet.close()
    else void apply()
  })
  sheet?.onOpen(() => {
    isOneStep = false
    void count()
  })
  form.addEventListener('change', () => {
    if (form.checkValidity()) void apply()
  })
  document.addEventListener('click', (event) => {
    const link =
      event.target instanceof Element
        ? event.target.closest<HTMLAnchorElement>('a[rel=next], a[data-apply]')
        : null
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    if (link.rel === 'next') return void more(link)
    fillForm(form, new URL(link.href).searchParams)
    void apply()
  })
  addEventListener('popstate', () => {
    // A change of the hash alone, as by the skip link.
    if (shownAddress === location.pathname + location.search) return
    fillForm(form, new URLSearchParams(location.search))
    void show(location.pathname + location.search).then(restore)
  })
  addEventListener('pagehide', () =>
    history.replaceState({ ...(history.state as object | null), y: scrollY }, ''),
  )

  name()
  if (isTouched(form)) void apply()
  else void restore()

  async function apply(): Promise<void> {
    const address = `${path}?${fieldsOf(form).toString()}`
    if ((await show(address)) && address !== location.pathname + location.search) {
      if (isOneStep && sheet?.isOpen()) history.replaceState(null, '', address)
      else history.pushState(null, '', address)
      isOneStep = sheet?.isOpen() ?? false
    }
    shownAddress = location.pathname + location.search
  }

  /** Exchanges the results; false if another search began since, or this one was refused. */
  async function show(address: string): Promise<boolean> {
    const part = await load(address)
    if (!part) return false
    const old = find(results, '[data-swap]')
    const hadFocus = old.contains(document.activeElement)
    old.replaceWith(find(part, '[data-swap]'))
    // The chip that was pressed is gone.
    if (hadFocus)
      (results.querySelector<HTMLElement>('[data-chips] a') ?? results).focus({
        preventScroll: true,
      })
    results.dataset['radius'] = part.dataset['radius']
    const saved = document.querySelector<HTMLInputElement>('[data-query]')
    if (saved) saved.value = address.split('?')[1] ?? ''
    if (part.dataset['count'] !== undefined) sheet?.say(JSON.parse(part.dataset['count']) as Count)
    shownAddress = address
    // Shows the radius that the search used if none was chosen.
    const radius = form.querySelector<HTMLSelectElement>('select[name=radius]')
    if (radius && document.activeElement !== radius) radius.value = part.dataset['radius'] ?? 'any'
    say(part)
    return true
  }

  /** Adds the next page below. */
  async function more(link: HTMLAnchorElement, focusing = true): Promise<boolean> {
    link.setAttribute('aria-busy', 'true')
    const part = await load(link.href)
    link.removeAttribute('aria-busy')
    const added = [...(part?.querySelectorAll('.people > li') ?? [])]
    if (!part || added.length === 0) return false
    results.querySelector('.people')?.append(...added)
    results.querySelector('.pages')?.replaceWith(find(part, '.pages'))
    say(part)
    const state = history.state as { upTo?: number } | null
    history.replaceState({ ...state, upTo: pageOf(link.pathname) }, '')
    if (focusing) added[0]?.querySelector<HTMLElement>('h3 a')?.focus({ preventScroll: true })
    return true
  }

  /** After Back and a reload: the pages that had been added, and the place in them. */
  async function restore(): Promise<void> {
    const { upTo = pagesBefore(), y } = (history.state ?? {}) as { upTo?: number; y?: number }
    if (upTo <= pageOf(location.pathname)) return
    for (let next = nextLink(); next && pageOf(next.pathname) <= upTo; next = nextLink()) {
      if (!(await more(next, false))) return
    }
    if (y !== undefined) scrollTo({ top: y, behavior: 'instant' })
    else
      document
        .getElementById(location.hash.slice(1))
        ?.scrollIntoView({ block: 'center', behavior: 'instant' })
  }

  /** The part that answers a change brings its number along; an opened sheet asks for it. */
  async function count(): Promise<void> {
    const fields = fieldsOf(form)
    const query = Object.fromEntries(
      [...new Set(fields.keys())].map((name) => [
        name,
        name === 'gender' ? fields.getAll(name) : fields.get(name),
      ]),
    )
    try {
      sheet?.say(await api.send<typeof countUsers>('GET /search/count', { query }))
    } catch (error) {
      // The button then has no number, and the search itself says what is wrong.
      assertRefused(error)
    }
  }

  async function load(address: string): Promise<HTMLElement | null> {
    latest?.abort()
    const own = new AbortController()
    latest = own
    results.setAttribute('aria-busy', 'true')
    try {
      const response = await fetch(address, {
        cache: 'no-store',
        headers: { [PART_HEADER]: 'results' },
        redirect: 'manual',
        signal: own.signal,
      })
      const html = await response.text()
      if (response.type === 'opaqueredirect') {
        // The session is over, or the front door wants another page first.
        location.assign(address)
        return null
      }
      const answered = new DOMParser().parseFromString(html, 'text/html')
      const part = answered.querySelector<HTMLElement>('[data-results]')
      const refusal = answered.querySelector<HTMLElement>('[data-refused]')?.dataset['refused']
      sayRefusal(
        refusal === undefined
          ? part
            ? null
            : { message: 'Something went wrong. Please try again.', errors: [] }
          : (JSON.parse(refusal) as SearchRefusal),
      )
      return part
    } catch (error) {
      if (own.signal.aborted) return null
      if (!(error instanceof TypeError)) throw error
      sayRefusal({ message: 'No connection. Please check your network and try again.', errors: [] })
      return null
    } finally {
      if (latest === own) results.removeAttribute('aria-busy')
    }
  }

  function sayRefusal(refusal: SearchRefusal | null): void {
    refusalPlace.textContent = refusal?.message ?? ''
    for (const place of form.querySelectorAll<HTMLElement>('[data-error-for]')) {
      place.textContent =
        refusal?.errors.find(({ field }) => field.replace(/Id$/, '') === place.dataset['errorFor'])
          ?.message ?? ''
    }
  }

  function say(part: HTMLElement): void {
    said.textContent = find(part, '[data-said]').textContent
    name()
  }

  /** The link to the next page adds it here, which its name should say. */
  function name(): void {
    const next = nextLink()
    if (next) next.textContent = 'Show more'
  }

  function nextLink(): HTMLAnchorElement | null {
    return results.querySelector('a[rel=next]')
  }
}

type Count = Answer<typeof countUsers>
type Sheet = {
  isOpen(): boolean
  close(): void
  onOpen(react: () => void): void
  say(count: Count): void
}

/** The filters as a sheet over the page, on phones; its button says how many it leads to. */
function openSheet(form: HTMLFormElement): Sheet | null {
  const element = form.closest<HTMLElement>('[data-filters]')
  const button = form.querySelector<HTMLElement>('[data-show]')
  const said = element?.querySelector('[data-count-said]')
  if (!element || !button || !said || typeof element.showPopover !== 'function') return null
  const isOpen = () => element.matches(':popover-open')
  const name = button.textContent

  element.addEventListener('toggle', () => {
    const open = isOpen()
    if (open) element.role = 'dialog'
    else element.removeAttribute('role')
    for (const [attribute, value] of [
      ['aria-modal', 'true'],
      ['aria-labelledby', 'filters-title'],
    ] as const) {
      if (open) element.setAttribute(attribute, value)
      else element.removeAttribute(attribute)
    }
    if (open) for (const other of around(element)) other.inert = true
    if (open) form.querySelector<HTMLElement>('input, select')?.focus()
    else button.textContent = name
  })
  // Before it closes, since the browser then gives the focus back to the button that opened it.
  element.addEventListener('beforetoggle', (event) => {
    if (event.newState === 'closed') for (const other of around(element)) other.inert = false
  })
  matchMedia('(width >= 900px)').addEventListener('change', () => isOpen() && element.hidePopover())

  return {
    isOpen,
    close: () => element.hidePopover(),
    onOpen: (react) => element.addEventListener('toggle', () => isOpen() && react()),
    say(count) {
      if (!isOpen()) return
      button.textContent =
        count.count === 0 ? 'Nobody fits all of that' : `Show ${countInWords(count).toLowerCase()}`
      said.textContent = count.count === 0 ? 'Nobody fits all of that' : countInWords(count)
    },
  }
}

/** All of the page beside an element and what holds it. */
function around(element: HTMLElement): HTMLElement[] {
  const others: HTMLElement[] = []
  for (
    let inner = element;
    inner.parentElement && inner !== document.body;
    inner = inner.parentElement
  ) {
    for (const other of inner.parentElement.children)
      if (other !== inner && other instanceof HTMLElement) others.push(other)
  }
  return others
}

function find(element: HTMLElement, selector: string): HTMLElement {
  const found = element.querySelector<HTMLElement>(selector)
  if (!found) throw new Error(`no ${selector} on the page`)
  return found
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
    if (element instanceof HTMLInputElement && element.type === 'checkbox')
      return element.checked !== element.defaultChecked
    if (element instanceof HTMLInputElement) return element.value !== element.defaultValue
    if (element instanceof HTMLSelectElement) {
      const chosen =
        [...element.options].find((option) => option.defaultSelected) ?? element.options[0]
      return chosen !== undefined && element.value !== chosen.value
    }
    return false
  })
}

function fillForm(form: HTMLFormElement, fields: URLSearchParams): void {
  if (fields.size === 0) return form.reset()
  for (const element of form.elements) {
    if (element instanceof HTMLInputElement && element.type === 'checkbox') {
      element.checked =
        element.name === 'gender'
          ? fields.getAll('gender').includes(element.value)
          : fields.has(element.name)
    } else if (
      (element instanceof HTMLInputElement || element instanceof HTMLSelectElement) &&
      element.name !== ''
    ) {
      element.value = fields.get(element.name) ?? ''
    }
  }
}

/** The pages that had been added when a profile was opened, which now leads back to this place in them. */
function pagesBefore(): number {
  if (!location.hash.startsWith('#person-')) return 0
  const trail = readTrail(tabKept.getItem(TRAIL))
  return trail?.back === location.pathname + location.search ? trail.upTo : 0
}

function pageOf(path: string): number {
  return Number(/\/search\/(\d+)/.exec(path)?.[1] ?? '1')
}
