import { $toasts, dismissToast, type Toast } from './toasts.store.ts'

/** Shows the toasts of the store in the layout's live region, each for its time and while somebody is at it. */
export function showToasts(): void {
  const region = document.querySelector('.toasts')
  const template =
    document.querySelector<HTMLTemplateElement>('template[data-toast]')?.content.firstElementChild
  if (!region || !template) return
  const shown = new Map<number, Element>()
  $toasts.subscribe((toasts) => {
    for (const [id, element] of shown) {
      if (toasts.some((toast) => toast.id === id)) continue
      element.remove()
      shown.delete(id)
    }
    for (const toast of toasts) {
      if (shown.has(toast.id)) continue
      const element = fill(template.cloneNode(true) as Element, toast)
      shown.set(toast.id, element)
      region.append(element)
      dismissLater(element, toast)
    }
  })
}

function dismissLater(element: Element, { id, shownFor }: Toast): void {
  const dismiss = () => dismissToast(id)
  let timer = setTimeout(dismiss, shownFor)
  // Counted by events: a phone takes what was touched last for pointed at.
  const holding = new Set<string>()
  for (const [arrival, departure] of [
    ['pointerenter', 'pointerleave'],
    ['focusin', 'focusout'],
  ] as const) {
    element.addEventListener(arrival, () => {
      holding.add(arrival)
      clearTimeout(timer)
    })
    element.addEventListener(departure, () => {
      holding.delete(arrival)
      clearTimeout(timer)
      if (holding.size === 0) timer = setTimeout(dismiss, shownFor)
    })
  }
}

function fill(element: Element, { id, text, action }: Toast): Element {
  element.querySelector('span')?.append(text)
  const link = element.querySelector('a')
  if (link && action) {
    const { label, href, act } = action
    Object.assign(link, { href, textContent: label, hidden: false })
    link.addEventListener('click', (event) => {
      if (!act) return
      event.preventDefault()
      dismissToast(id)
      act()
    })
  }
  element.querySelector('button')?.addEventListener('click', () => dismissToast(id))
  return element
}
