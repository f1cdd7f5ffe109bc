import { KEYS_OFF } from '../features/core/accounts/stored-user.ts'
import { localKept } from '../lib/browser.ts'

const keys: ReadonlyArray<readonly [key: string, does: string]> = [
  ['J', 'The next person of a list; on a profile, the next profile'],
  ['K', 'The one before'],
  ['← ↑ → ↓', 'From person to person, once one of a list has the focus'],
  ['Enter', 'Open the profile'],
  ['L', 'Like, or take it back'],
  ['/', 'Search'],
  ['?', 'This list'],
]

let dialog: HTMLDialogElement | undefined

export function showKeys(): void {
  dialog ??= create()
  dialog.showModal()
}

function create(): HTMLDialogElement {
  const made = element('dialog', 'dialog')
  made.setAttribute('aria-labelledby', 'keys-title')
  const title = element('h2', 'dialog-title', 'Keys')
  title.id = 'keys-title'
  const close = element('button', 'dialog-close', '×')
  close.type = 'button'
  close.ariaLabel = 'Close'
  close.addEventListener('click', () => made.close())
  const head = element('div', 'dialog-head')
  head.append(title, close)

  const list = element('ul', 'keys')
  for (const [key, does] of keys) {
    const row = element('li')
    row.append(element('kbd', '', key), does)
    list.append(row)
  }
  const body = element('div', 'dialog-body stack')
  body.append(list, lettersSwitch())
  made.append(head, body)
  made.addEventListener('mousedown', ({ target }) => {
    if (target === made) made.close()
  })
  return document.body.appendChild(made)
}

/** Whoever speaks to the device, or presses keys by mistake, must be able to turn single letters off. */
function lettersSwitch(): HTMLLabelElement {
  const box = element('input')
  box.type = 'checkbox'
  box.checked = localKept.getItem(KEYS_OFF) === null
  box.addEventListener('change', () => {
    if (box.checked) localKept.removeItem(KEYS_OFF)
    else localKept.setItem(KEYS_OFF, 'yes')
  })
  const label = element('label', 'choice')
  label.append(box, ' Use single letters as keys in this browser')
  return label
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className = '',
  text = '',
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  made.className = className
  made.textContent = text
  return made
}
