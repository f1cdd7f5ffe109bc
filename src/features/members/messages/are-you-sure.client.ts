import { CallError } from '../../../api/client.ts'

/** Asks before a message goes out. False where the member wants to edit it, also by Escape or a click beside it. */
export function isSureOf(question: string): Promise<boolean> {
  const dialog = document.createElement('dialog')
  dialog.className = 'dialog dialog-small'
  dialog.dataset['enhanced'] = ''
  dialog.setAttribute('aria-labelledby', 'are-you-sure-title')
  dialog.setAttribute('aria-describedby', 'are-you-sure-question')
  const head = element('div', 'dialog-head', [
    element('h2', 'dialog-title', ['Are you sure?'], 'are-you-sure-title'),
  ])
  const [edit, send] = [button('Edit', 'button'), button('Send anyway', 'button button-quiet')]
  const words = element('p', '', [question], 'are-you-sure-question')
  dialog.append(
    head,
    element('div', 'dialog-body', [words, element('div', 'dialog-actions', [send, edit])]),
  )
  const before = document.activeElement
  return new Promise((resolve) => {
    let isSure = false
    send.addEventListener('click', () => {
      isSure = true
      dialog.close()
    })
    edit.addEventListener('click', () => dialog.close())
    // A click on the backdrop has the dialog itself as its target, since its padding is zero.
    dialog.addEventListener('mousedown', ({ target }) => target === dialog && dialog.close())
    dialog.addEventListener('close', () => {
      dialog.remove()
      if (before instanceof HTMLElement) before.focus()
      resolve(isSure)
    })
    document.body.append(dialog)
    dialog.showModal()
    edit.focus()
  })
}

function element(
  tag: string,
  className: string,
  children: ReadonlyArray<Node | string>,
  id = '',
): HTMLElement {
  const made = document.createElement(tag)
  made.className = className
  if (id !== '') made.id = id
  made.append(...children)
  return made
}

function button(label: string, className: string): HTMLButtonElement {
  const made = document.createElement('button')
  made.type = 'button'
  made.className = className
  made.textContent = label
  return made
}

/** Sends what the server may ask about; null where the member wants to edit it first. */
export async function sendWhenSure<T>(send: (isSure?: 'yes') => Promise<T>): Promise<T | null> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'areYouSure') throw error
    return (await isSureOf(error.message)) ? send('yes') : null
  }
}
