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
  if (link && action) Object.assign(link, { href: action.href, textContent: action.label, hidden: false })
  element.querySelector('button')?.addEventListener('click', () => dismissToast(id))
  return element
}
