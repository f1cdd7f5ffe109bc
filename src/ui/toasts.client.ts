import { $toasts, dismissToast, type Toast } from './toasts.store.ts'

/** Shows the toasts of the store in the layout's live region. */
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
    }
  })
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
