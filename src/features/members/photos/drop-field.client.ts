import { keepUploads, losesUploads } from './kept-uploads.client.ts'
import { PHOTO_RULES } from './photo-rules.ts'
import {
  $uploads,
  addFiles,
  confirmRules,
  dropUpload,
  type PhotoUpload,
  resumeUploads,
  retryUpload,
} from './uploads.store.ts'
import { allInWords, shownAs } from './uploads.ts'

/** What the page does with a photo that is taken from the list after it was added; without it the photo stays. */
let onDropDone: ((upload: PhotoUpload & { state: 'done' }) => void) | undefined

export function whenDoneIsDropped(act: typeof onDropDone): void {
  onDropDone = act
}

const field = document.querySelector<HTMLElement>('[data-drop]')
if (field) connect(field)

function connect(field: HTMLElement): void {
  const form = field.closest('form')
  const zone = field.querySelector<HTMLElement>('[data-zone]')
  const inputs = [...field.querySelectorAll<HTMLInputElement>('[data-choose], [data-camera]')]
  const [choose] = inputs
  const tick = letTick(field)

  const take = (files: Iterable<File>) => {
    const isPrivate = form?.querySelector<HTMLInputElement>('[name=isPrivate]')?.checked ?? false
    addFiles([...files], {
      isPrivate,
      rules: tick?.checked ? PHOTO_RULES : '',
      asksRules: tick?.disabled === false,
      room: Number(field.dataset['room']),
    })
    field.querySelectorAll('[data-error-for]').forEach((place) => (place.textContent = ''))
  }
  for (const input of inputs) {
    const read = () => {
      const chosen = [...(input.files ?? [])]
      // Else the form would send the photo once more, and the same file could not be chosen again.
      input.value = ''
      if (chosen.length > 0) take(chosen)
    }
    input.addEventListener('change', read)
    // A file chosen before this script.
    read()
  }
  if (choose) Object.assign(choose, { multiple: true, required: false })
  const camera = field.querySelector<HTMLElement>('label')
  if (camera) camera.hidden = false

  // Anywhere on the page: a file dropped beside the field would replace the page, and all that was typed.
  const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
  addEventListener('dragover', (event) => {
    if (!holdsFiles(event)) return
    event.preventDefault()
    if (zone) zone.dataset['over'] = ''
  })
  addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) delete zone?.dataset['over']
  })
  addEventListener('drop', (event) => {
    if (!holdsFiles(event)) return
    event.preventDefault()
    delete zone?.dataset['over']
    take(event.dataTransfer?.files ?? [])
  })
  addEventListener('paste', ({ clipboardData }) => {
    const pasted = [...(clipboardData?.files ?? [])]
    if (pasted.length > 0) take(pasted)
  })
  addEventListener('online', resumeUploads)
  addEventListener('beforeunload', (event) => {
    if (losesUploads()) event.preventDefault()
  })
  showQueue(field)
  const unkept = field.querySelector<HTMLElement>('[data-unkept]')
  const warn = (isRefused: boolean) => {
    const words = isRefused
      ? 'This browser cannot keep photos until they are sent. Please leave this page open until then.'
      : ''
    if (unkept && unkept.textContent !== words) unkept.textContent = words
  }
  void keepUploads({
    account: Number(field.dataset['account']),
    asksRules: tick?.disabled === false,
    warn,
  })
}

/** The tick of whom the photos show is there while it is asked: until one was stored, and again when the server asks. */
function letTick(field: HTMLElement): HTMLInputElement | null {
  const place = field.querySelector<HTMLElement>('[data-rules]')
  const tick = place?.querySelector<HTMLInputElement>('input')
  if (!place || !tick) return null
  const ask = (isAsked: boolean) => {
    if (tick.disabled !== isAsked) return
    place.hidden = tick.disabled = !isAsked
    tick.checked = false
  }
  tick.addEventListener('change', () => {
    if (tick.checked) confirmRules()
  })
  $uploads.subscribe((uploads) => {
    const waiting = uploads.filter(({ state }) => state === 'unconfirmed')
    if (waiting.length === 0)
      return void (uploads.some(({ state }) => state === 'done') && ask(false))
    ask(true)
    // Refused although it was ticked: the page is older than the rules.
    if (waiting.some(({ rules }) => rules !== '')) tick.checked = false
    // Ticked before a reload, of which the browser remembers it.
    else if (tick.checked) queueMicrotask(confirmRules)
  })
  return tick
}

type Item = { element: HTMLElement; preview: string }

function showQueue(field: HTMLElement): void {
  const queue = field.querySelector<HTMLElement>('[data-queue]')
  const overall = field.querySelector('[data-overall]')
  const template =
    field.querySelector<HTMLTemplateElement>('template[data-upload]')?.content.firstElementChild
  if (!queue || !overall || !template) return
  const items = new Map<string, Item>()

  $uploads.subscribe((uploads) => {
    for (const [key, { element, preview }] of items) {
      if (uploads.some((one) => one.key === key)) continue
      const hadFocus = element.contains(document.activeElement)
      URL.revokeObjectURL(preview)
      element.remove()
      items.delete(key)
      if (hadFocus) field.querySelector<HTMLElement>('[data-choose]')?.focus()
    }
    for (const upload of uploads) {
      const item = items.get(upload.key) ?? itemFor(upload, template)
      if (!items.has(upload.key)) {
        items.set(upload.key, item)
        queue.append(item.element)
      }
      fill(item.element, upload)
    }
    queue.hidden = uploads.length === 0
    const words = allInWords(uploads)
    if (overall.textContent !== words) overall.textContent = words
  })
}

function itemFor({ key, file }: PhotoUpload, template: Element): Item {
  const element = template.cloneNode(true) as HTMLElement
  const preview = URL.createObjectURL(file)
  const image = element.querySelector('img')
  if (image) {
    image.addEventListener('error', () => image.removeAttribute('src'))
    image.src = preview
  }
  const name = element.querySelector('[data-name]')
  if (name) name.textContent = file.name
  element.querySelector('progress')?.setAttribute('aria-label', file.name)
  element.querySelector('[data-retry]')?.addEventListener('click', () => retryUpload(key))
  element.querySelector('[data-cancel]')?.addEventListener('click', () => {
    const upload = $uploads.get().find((one) => one.key === key)
    dropUpload(key)
    if (upload?.state === 'done') onDropDone?.(upload)
  })
  return { element, preview }
}

function fill(element: HTMLElement, upload: PhotoUpload): void {
  const { share, said, wrong, canRetry, drop } = shownAs(upload)
  const bar = element.querySelector('progress')
  if (bar) {
    bar.hidden = share === undefined
    if (typeof share === 'number') bar.value = share
    else bar.removeAttribute('value')
  }
  const [saying, error] = [
    element.querySelector('[data-said]'),
    element.querySelector('[data-wrong]'),
  ]
  if (saying) saying.textContent = said
  if (error) error.textContent = wrong
  const retry = element.querySelector<HTMLElement>('[data-retry]')
  if (retry) retry.hidden = !canRetry
  name(retry, 'Try again', upload)
  name(element.querySelector('[data-cancel]'), drop, upload)
}

/** The name starts with what the button shows, and says which photo. */
function name(button: Element | null, words: string, { file }: PhotoUpload): void {
  if (!button || button.textContent === `${words} ${file.name}`) return
  const which = document.createElement('span')
  which.className = 'visually-hidden'
  which.textContent = ` ${file.name}`
  button.replaceChildren(words, which)
}
