import { api, CallError } from '../../../api/client.ts'
import '@github/markdown-toolbar-element'
import { readKept, tabKept } from '../../../lib/browser.ts'
import { enhanceForm } from '../../../ui/enhance-form.client.ts'
import type { writeDraft } from './changes.contract.ts'
import { editorPage } from './pages.ts'

const form = document.querySelector<HTMLFormElement>('form[data-text-form]')
if (!form) throw new Error('an editor without a form')
const area = form.querySelector<HTMLTextAreaElement>('#body')
keepUnsaved(form)
validateLengths(form)
if (area) {
  addToolbar(form, area)
  addPlaceholderButtons(form, area)
  addShortcuts(form, area)
}

type Fields = Record<string, string | string[]>

function fieldsOf(form: HTMLFormElement): Fields {
  const data = new FormData(form)
  const value = (name: string): string | string[] => {
    const [first = '', ...more] = data.getAll(name).map(String)
    return more.length === 0 ? first : [first, ...more]
  }
  return Object.fromEntries([...new Set(data.keys())].map((name) => [name, value(name)]))
}

/** Those of the page as it came, whatever was typed since. */
function fieldsAtFirst(form: HTMLFormElement): Fields {
  const copy = form.cloneNode(true) as HTMLFormElement
  copy.reset()
  return fieldsOf(copy)
}

function hidden(form: HTMLFormElement, name: string): HTMLInputElement {
  return form.elements.namedItem(name) as HTMLInputElement
}

/** Keeps the revision on which the input is based as well, so that the server can report a colleague's newer save. */
function keepUnsaved(form: HTMLFormElement): void {
  const path = hidden(form, 'path').value
  const key = `text ${path}`
  const notice = form.querySelector<HTMLElement>('[data-unsaved]')
  // Nothing of a form that was refused without script is saved.
  let saved =
    form.querySelector('[data-problem]')?.textContent === ''
      ? JSON.stringify(fieldsAtFirst(form))
      : ''
  const isUnsaved = () => JSON.stringify(fieldsOf(form)) !== saved

  const text = tabKept.getItem(key)
  const kept = readKept(text) as Fields | null
  if (kept !== null && saved !== '' && text !== saved) {
    putIn(form, kept)
    if (notice) notice.hidden = false
  }
  notice?.querySelector('button')?.addEventListener('click', () => {
    tabKept.removeItem(key)
    saved = JSON.stringify(fieldsOf(form))
    location.reload()
  })

  const keep = () =>
    isUnsaved() ? tabKept.setItem(key, JSON.stringify(fieldsOf(form))) : tabKept.removeItem(key)
  form.addEventListener('input', () => {
    keep()
    // What was said to be saved is not what is there now.
    if (isUnsaved()) form.querySelector('[data-status]')?.replaceChildren()
  })
  addEventListener('beforeunload', (event) => {
    if (isUnsaved()) event.preventDefault()
  })
  // A page from the back/forward cache may be older than the text saved from it.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && !isUnsaved()) location.reload()
  })

  enhanceForm(form, async () => {
    const sent = fieldsOf(form)
    const { revision, path: at } = await api
      .send<typeof writeDraft>('POST /staff/content/text', {
        body: sent as Fields & { act: 'save'; path: string; basis: '' },
      })
      .catch((cause: unknown) => {
        showLine(cause)
        throw cause
      })
    hidden(form, 'basis').value = String(revision)
    hidden(form, 'path').value = at
    saved = JSON.stringify({ ...sent, path: at, basis: String(revision) })
    if (isUnsaved()) keep()
    else tabKept.removeItem(key)
    if (notice) notice.hidden = true
    // A new question has its own URL after the first save.
    if (at !== path) return { next: editorPage(at, revision ?? undefined), replaces: true }
    history.replaceState(null, '', editorPage(at))
    say(
      form,
      `Saved at ${new Date().toLocaleTimeString('en-GB', { timeStyle: 'short' })} as No. ${revision}. No guest sees it until it is published.`,
    )
    return { next: `#saved-${revision}`, replaces: true }
  })
}

function putIn(form: HTMLFormElement, fields: Fields): void {
  for (const control of form.elements) {
    const isControl =
      control instanceof HTMLInputElement ||
      control instanceof HTMLTextAreaElement ||
      control instanceof HTMLSelectElement
    if (!isControl || control.name === '') continue
    const values = [fields[control.name] ?? []].flat()
    if (control instanceof HTMLInputElement && control.type === 'checkbox')
      control.checked = values.includes(control.value)
    else control.value = values[0] ?? ''
  }
}

function say(form: HTMLFormElement, words: string): void {
  const status = form.querySelector('[data-status]')
  if (status) status.textContent = words
  const next = form.querySelector<HTMLElement>('[data-next-steps]')
  if (next) next.hidden = false
}

/** Selects the line that the error names, so that it is selected when the textarea gets the focus. */
function showLine(cause: unknown): void {
  const message =
    cause instanceof CallError
      ? cause.errors.find(({ field }) => field === 'body')?.message
      : undefined
  const [, number] = /^Line (\d+),/.exec(message ?? '') ?? []
  if (number === undefined || !area) return
  const before = area.value
    .split('\n')
    .slice(0, Number(number) - 1)
    .join('\n')
  const start = before === '' ? 0 : before.length + 1
  const end = area.value.indexOf('\n', start)
  area.setSelectionRange(start, end === -1 ? area.value.length : end)
}

/** Uses custom validity instead of `maxlength`, because `maxlength` silently truncates pasted text. */
function validateLengths(form: HTMLFormElement): void {
  for (const control of form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    '[data-most]',
  )) {
    const validate = () => {
      const [most, length] = [Number(control.dataset['most']), control.value.trim().length]
      control.setCustomValidity(
        length > most ? `Please use at most ${most} characters. There are ${length} now.` : '',
      )
    }
    control.addEventListener('input', validate)
    validate()
  }
}

function addToolbar(form: HTMLFormElement, area: HTMLTextAreaElement): void {
  const toolbar = form.querySelector<HTMLElement>('markdown-toolbar')
  if (!toolbar) return
  toolbar.hidden = false
  // Roving tabindex: the toolbar's buttons are one tab stop and the arrow keys move between them.
  toolbar.removeAttribute('tabindex')
  for (const [index, button] of [...toolbar.querySelectorAll('button')].entries())
    button.tabIndex = index === 0 ? 0 : -1
  // A heading applies to the whole line of the caret.
  const chooseLine = (event: Event) => {
    const isHeading =
      event.target instanceof Element && event.target.closest('[data-md-button^=header]')
    if (
      !isHeading ||
      (event instanceof KeyboardEvent && event.key !== 'Enter' && event.key !== ' ')
    )
      return
    const { start, end } = lineAt(area)
    area.setSelectionRange(start, end)
  }
  toolbar.addEventListener('click', chooseLine, { capture: true })
  toolbar.addEventListener('keydown', chooseLine, { capture: true })
}

function lineAt({ value, selectionStart }: HTMLTextAreaElement): { start: number; end: number } {
  const end = value.indexOf('\n', selectionStart)
  return {
    start: value.lastIndexOf('\n', selectionStart - 1) + 1,
    end: end === -1 ? value.length : end,
  }
}

function insert(area: HTMLTextAreaElement, words: string): void {
  area.focus()
  if (document.execCommand('insertText', false, words)) return
  area.setRangeText(words, area.selectionStart, area.selectionEnd, 'end')
  area.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

function addPlaceholderButtons(form: HTMLFormElement, area: HTMLTextAreaElement): void {
  for (const code of form.querySelectorAll<HTMLElement>('[data-insert], [data-wrap]')) {
    const button = document.createElement('button')
    button.type = 'button'
    code.replaceWith(button)
    button.append(code)
    const { insert: word, wrap } = code.dataset
    button.addEventListener('click', () => {
      const chosen = area.value.slice(area.selectionStart, area.selectionEnd)
      const isLineStart = area.selectionStart === 0 || area.value[area.selectionStart - 1] === '\n'
      insert(
        area,
        wrap === undefined ? (word ?? '') : `${isLineStart ? '' : '\n'}${wrap}\n${chosen}\n:::\n`,
      )
    })
  }
}

function addShortcuts(form: HTMLFormElement, area: HTMLTextAreaElement): void {
  const shapes: Partial<Record<string, string>> = { b: 'bold', i: 'italic', k: 'link' }
  form.addEventListener('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    const shape = event.target === area ? shapes[event.key] : undefined
    if (event.key !== 's' && shape === undefined) return
    event.preventDefault()
    if (event.key === 's') form.requestSubmit()
    else form.querySelector<HTMLElement>(`[data-md-button=${shape}]`)?.click()
  })
  area.addEventListener('keydown', (event) => {
    if (
      event.key !== 'Enter' ||
      event.isComposing ||
      event.shiftKey ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey
    )
      return
    const { start } = lineAt(area)
    const [, indent = '', mark, words] =
      /^(\s*)([-*]|\d+\.) (.*)$/.exec(area.value.slice(start, area.selectionStart)) ?? []
    if (mark === undefined || area.selectionStart !== area.selectionEnd) return
    event.preventDefault()
    // An empty list item ends the list.
    if (words === '') area.setSelectionRange(start, area.selectionStart)
    insert(
      area,
      words === ''
        ? '\n'
        : `\n${indent}${/\d/.test(mark) ? `${Number.parseInt(mark, 10) + 1}.` : mark} `,
    )
  })
}
