import { $toasts, dismissToast, type Toast } from './toasts.store.ts'

/** Shows the toasts of the store in the layout's live region, each for its time and while somebody is at it. */
export function showToasts(): void {
  const region = document.querySelector('.toasts')
  const template = document.querySelector<HTMLTemplateElement>('template[data-toast]')?.content.firstElementChild
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
  let timer: ReturnType<typeof setTimeout>
  const stay = (): void => clearTimeout(timer)
  const go = (): void => {
    stay()
    if (!element.matches(':hover, :focus-within')) timer = setTimeout(() => dismissToast(id), shownFor)
  }
  for (const arrival of ['pointerenter', 'focusin']) element.addEventListener(arrival, stay)
  for (const departure of ['pointerleave', 'focusout']) element.addEventListener(departure, go)
  go()
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
