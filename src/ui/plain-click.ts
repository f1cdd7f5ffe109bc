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
