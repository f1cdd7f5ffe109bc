/**
 * Opens dialogs by the URL's hash, so that links, Back and reload work; without script, CSS does
 * this by `:target`.
 */
const dialogs = new Map(
  [...document.querySelectorAll<HTMLDialogElement>('dialog[id]:not([data-gate])')].map((dialog) => [
    dialog.id,
    dialog,
  ]),
)

let mayGoBack = false

/**
 * The link that opened a dialog. The browser takes the focus from it before the dialog could
 * remember it.
 */
let openingLink: HTMLElement | null = null

addEventListener(
  'click',
  ({ target }) => {
    const link =
      target instanceof Element ? target.closest<HTMLAnchorElement>('a[href*="#"]') : null
    if (link && dialogs.has(link.hash.slice(1)) && !link.closest('dialog')) openingLink = link
  },
  { capture: true },
)

/**
 * What a dialog opens on: the browser itself would take its first button, which closes it. Null
 * where nothing is asked.
 */
function firstField(dialog: Element): HTMLElement | null {
  const fields = ':is(input:not([type=hidden]), select, textarea):enabled'
  return (
    dialog.querySelector<HTMLElement>('[autofocus]') ??
    dialog.querySelector<HTMLElement>(`input:checked[type=radio], ${fields}`)
  )
}

/**
 * Gives the focus back; where the link was in a menu that has closed since, to what opens the menu.
 */
function returnFocus(): void {
  openingLink?.focus()
  if (document.activeElement !== openingLink)
    openingLink?.closest('details')?.querySelector('summary')?.focus()
}

function followHash(): void {
  const wanted = dialogs.get(location.hash.slice(1))
  for (const dialog of dialogs.values()) {
    if (dialog !== wanted) dialog.close()
  }
  if (wanted && !wanted.open) {
    wanted.showModal()
    firstField(wanted)?.focus()
  }
  // Moves the focus to the hash's target, which a modal dialog made inert before.
  // This module may also be loaded late, when somebody is elsewhere.
  if (wanted || document.activeElement !== document.body) return
  const target = document.querySelector<HTMLElement>(':target')
  if (target) target.focus()
  else returnFocus()
}

function leaveHash(dialog: HTMLDialogElement): void {
  if (location.hash !== `#${dialog.id}`) return
  // Over the steps of a form in it (enhance-form.client.ts).
  const step = Number((history.state as { step?: number } | null)?.step ?? 0)
  if (mayGoBack) history.go(-1 - step)
  else history.replaceState(null, '', location.pathname + location.search)
}

for (const dialog of dialogs.values()) {
  // Disables the `:target` rule, which would show a closed dialog until the hash changes.
  dialog.dataset['enhanced'] = ''
  dialog.addEventListener('close', () => {
    leaveHash(dialog)
    if (document.activeElement === document.body) returnFocus()
  })
  // After loading a URL with a dialog's hash, the browser focuses the dialog itself.
  dialog.addEventListener('focus', () => firstField(dialog)?.focus(), { once: true })
  dialog.addEventListener('mousedown', (event) => {
    if (event.target === dialog) dialog.close()
  })
  dialog.addEventListener('click', (event) => {
    const link =
      event.target instanceof Element
        ? event.target.closest<HTMLAnchorElement>('a[data-close], a[data-swap]')
        : null
    if (!link) return
    event.preventDefault()
    // All dialogs share one history entry: Back from the second dialog leads to the page.
    if ('swap' in link.dataset) location.replace(link.hash)
    else dialog.close()
  })
}

addEventListener('hashchange', (event) => {
  if (!dialogs.has(new URL(event.oldURL).hash.slice(1))) mayGoBack = true
  followHash()
})
followHash()

// Loaded as a module where it need not be there first.
export {}
