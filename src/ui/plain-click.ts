type Click = {
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
  preventDefault(): void
}

/** What a link does on the page itself; in a new tab or window it is a link. */
export const onPlainClick =
  (act: () => void) =>
  (event: Click): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    act()
  }

/**
 * Of a button that takes back at a second click what it did: a double click, or a double tap, is
 * one. By the keyboard each counts.
 */
export function onlyFirstOfDouble(event: { detail: number; preventDefault(): void }): void {
  if (event.detail > 1) event.preventDefault()
}
