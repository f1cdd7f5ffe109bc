import { KEYS_OFF } from '../features/core/accounts/stored-user.ts'
import { toggleLike } from '../features/members/search/like-by-hand.client.ts'
import { localKept } from '../lib/browser.ts'

/** Keys for whoever browses at a desk, on each page where they mean something; `?` lists them, and can turn them off. */
document.addEventListener('keydown', (event) => {
  if (
    event.defaultPrevented ||
    event.altKey ||
    event.ctrlKey ||
    event.metaKey ||
    isTaken(event.target)
  )
    return
  // The list is how somebody turns the keys on again.
  if (event.key === '?') void import('./keys-dialog.client.ts').then(({ showKeys }) => showKeys())
  else if (event.shiftKey || !act(event.key)) return
  event.preventDefault()
})

/** Returns false for a key that means nothing here. */
function act(key: string): boolean {
  const step = steps[key]
  if (step) return inGrid() && focusOn(step(people(), current()))
  if (localKept.getItem(KEYS_OFF) !== null) return false
  if (key === 'j') return goOn('[data-after]', current() + 1)
  if (key === 'k') return goOn('[data-before]', current() - 1)
  if (key === 'l')
    return toggleLike(people()[current()] ?? document.querySelector('main #profile[data-person]'))
  return key === '/' && search()
}

/** Where something is typed, chosen or open, a key means that. */
function isTaken(target: EventTarget | null): boolean {
  return (
    (target instanceof Element &&
      target.closest(
        'input:not([type=checkbox]), textarea, select, [contenteditable], [data-gallery]',
      ) !== null) ||
    document.querySelector('dialog:modal, :popover-open') !== null
  )
}

const people = () => [...document.querySelectorAll<HTMLElement>('.people [data-person]')]
const current = () => people().findIndex((person) => person.contains(document.activeElement))
const inGrid = () => current() >= 0

/** The next one of the list that a profile was opened from; else the next one on the page. */
function goOn(link: string, index: number): boolean {
  const way = inGrid()
    ? null
    : document.querySelector<HTMLAnchorElement>(`[data-trail] ${link}[href]:not([hidden])`)
  if (way) way.click()
  return way !== null || focusOn(people()[Math.max(0, index)])
}

function focusOn(person: HTMLElement | undefined): boolean {
  person?.querySelector<HTMLElement>('h3 a')?.focus()
  return person !== undefined
}

type Step = (all: HTMLElement[], from: number) => HTMLElement | undefined

const steps: Readonly<Record<string, Step>> = {
  ArrowLeft: (all, from) => all[from - 1],
  ArrowRight: (all, from) => all[from + 1],
  ArrowDown: (all, from) =>
    closestIn(all.slice(from + 1), all[from], (box, start) => box.top >= start.bottom),
  ArrowUp: (all, from) =>
    closestIn(all.slice(0, from).toReversed(), all[from], (box, start) => box.bottom <= start.top),
}

/** Of the nearest row, the one that is least to the side. */
function closestIn(
  all: HTMLElement[],
  from: HTMLElement | undefined,
  isBeyond: (box: DOMRect, start: DOMRect) => boolean,
): HTMLElement | undefined {
  if (!from) return undefined
  const start = from.getBoundingClientRect()
  const beyond = all
    .map((person) => ({ person, box: person.getBoundingClientRect() }))
    .filter(({ box }) => isBeyond(box, start))
  const row = beyond.filter(({ box }) => box.top === beyond[0]?.box.top)
  const aside = ({ box }: { box: DOMRect }) => Math.abs(box.left - start.left)
  return row.toSorted((one, other) => aside(one) - aside(other))[0]?.person
}

/** The page's own field; a page without one leads to the search. */
function search(): boolean {
  const field = [
    ...document.querySelectorAll<HTMLInputElement>('main input[type=search], #search-place'),
  ].find((one) => one.checkVisibility())
  if (field) field.select()
  else location.assign('/search')
  field?.focus()
  return true
}
