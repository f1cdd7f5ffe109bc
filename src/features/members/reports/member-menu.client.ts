/** Closes an open menu on Escape, on a click outside, and after a choice. */
for (const menu of document.querySelectorAll<HTMLDetailsElement>('[data-member-menu]')) {
  const summary = menu.querySelector('summary')
  document.addEventListener('click', (event) => {
    if (!(event.target instanceof Element)) return
    if (event.target.closest('a') || !menu.contains(event.target)) menu.open = false
  })
  menu.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !menu.open) return
    menu.open = false
    summary?.focus()
  })
  menu.addEventListener('focusout', (event) => {
    if (event.relatedTarget instanceof Node && !menu.contains(event.relatedTarget))
      menu.open = false
  })
}
