import { assertRefused, CallError } from '../../../api/client.ts'
import { turned, type Turns } from './crops.ts'
import {
  editOf,
  type Frame,
  type Framing,
  framingOf,
  largestZoom,
  moved,
  partOf,
  settled,
  type Shape,
  type FrameTarget,
  turnedBy,
  wholeFrame,
  withFrame,
} from './framing.ts'
import { $photos, applyEdit, reload } from './photos.store.ts'

const dialog = document.querySelector<HTMLDialogElement>('[data-crop-photo]')
const form = dialog?.querySelector('form')
const stage = dialog?.querySelector<HTMLElement>('[data-stage]')
const image = dialog?.querySelector<HTMLImageElement>('[data-crop-image]')
const frame = dialog?.querySelector<HTMLElement>('[data-frame]')

let photoId = 0
let framing: Framing | null = null
let target: FrameTarget = 'photo'

/** Opens the dialog for a photo; its original's address is fetched, since it is valid for five minutes. */
export async function cropPhoto(id: number): Promise<void> {
  if (!dialog || !form || !image || !frame) return
  photoId = id
  framing = null
  form.reset()
  target = 'photo'
  image.hidden = frame.hidden = true
  say('[data-problem]', '')
  say('[data-loading]', 'Loading your photo…')
  dialog.showModal()
  try {
    await reload()
    const photo = $photos.get().find((one) => one.id === id)
    if (!photo) return say('[data-loading]', 'This photo was deleted meanwhile.')
    image.src = photo.original
    await image.decode()
    if (photoId !== id) return
    framing = framingOf({ width: image.naturalWidth, height: image.naturalHeight }, photo.edit)
    say('[data-loading]', '')
    image.hidden = frame.hidden = false
    show()
  } catch (error) {
    // `decode` rejects for a picture that did not arrive.
    if (!(error instanceof CallError) && !(error instanceof DOMException)) throw error
    say(
      '[data-loading]',
      error instanceof CallError
        ? error.message
        : 'The photo could not be loaded. Please close this and try again.',
    )
  }
}

function say(place: string, words: string): void {
  const element = dialog?.querySelector(place)
  if (element) element.textContent = words
}

function current(): Frame {
  return (framing && (target === 'photo' ? framing.photo : framing.card)) ?? wholeFrame
}

function set(next: Frame): void {
  if (!framing) return
  framing = settled(withFrame(framing, target, next))
  show()
}

const INSET = 12

/** How many pixels on the screen one pixel of the original has. */
let scale = 1

function show(): void {
  if (!framing || !stage || !image || !frame || !form) return
  const part = partOf(framing, target)
  const { width, height } = stage.getBoundingClientRect()
  scale = Math.min((width - 2 * INSET) / part.width, (height - 2 * INSET) / part.height)
  const [left, top] = [(width - part.width * scale) / 2, (height - part.height * scale) / 2]
  Object.assign(frame.style, {
    left: `${left}px`,
    top: `${top}px`,
    width: `${part.width * scale}px`,
    height: `${part.height * scale}px`,
  })
  frame.toggleAttribute('data-card', target === 'card')
  const shift: Record<Turns, string> = {
    0: '0, 0',
    1: `${framing.size.height}px, 0`,
    2: `${framing.size.width}px, ${framing.size.height}px`,
    3: `0, ${framing.size.width}px`,
  }
  image.style.transform = `translate(${left - part.x * scale}px, ${top - part.y * scale}px) scale(${scale}) translate(${shift[framing.turns]}) rotate(${framing.turns * 90}deg)`
  const { shape, across, down } = current()
  const most = largestZoom(framing, target)
  const fields = form.elements
  const range = (name: string) => fields.namedItem(name) as HTMLInputElement
  setRange(
    range('zoom'),
    most > 1 ? (Math.log(current().zoom) / Math.log(most)) * 100 : 0,
    most <= 1.01,
  )
  const seen = turned(framing.size, framing.turns)
  const hasRoom = part.width < seen.width - 1 || part.height < seen.height - 1
  setRange(range('across'), across * 100, !hasRoom)
  setRange(range('down'), down * 100, !hasRoom)
  for (const input of form.querySelectorAll<HTMLInputElement>('[name=shape]'))
    input.checked = input.value === shape
  const shapes = form.querySelector<HTMLElement>('[data-shapes]')
  const hint = form.querySelector<HTMLElement>('[data-card-hint]')
  if (shapes) shapes.hidden = target === 'card'
  if (hint) hint.hidden = target === 'photo'
}

function setRange(input: HTMLInputElement, value: number, isOff: boolean): void {
  input.valueAsNumber = Math.round(value)
  input.disabled = isOff
}

form?.addEventListener('input', ({ target: input }) => {
  if (!(input instanceof HTMLInputElement) || !framing) return
  const value = input.valueAsNumber / 100
  if (input.name === 'target') {
    target = input.value as FrameTarget
    show()
  } else if (input.name === 'shape') set({ ...wholeFrame, shape: input.value as Shape })
  else if (input.name === 'zoom') set({ ...current(), zoom: largestZoom(framing, target) ** value })
  else set({ ...current(), [input.name]: value })
})

form?.addEventListener('click', (event) => {
  const button =
    event.target instanceof Element ? event.target.closest<HTMLElement>('button') : null
  if (!button || !framing) return
  if (button.dataset['turn'] !== undefined) {
    framing = turnedBy(framing, button.dataset['turn'] === '1' ? 1 : -1)
    show()
  } else if ('whole' in button.dataset) {
    framing =
      target === 'photo' ? settled({ ...framing, photo: wholeFrame }) : { ...framing, card: null }
    show()
  }
})

form?.addEventListener('submit', (event) => {
  event.preventDefault()
  void save()
})

let isSaving = false

async function save(): Promise<void> {
  const button = form?.querySelector('[data-save]')
  if (!framing || isSaving || !button) return
  isSaving = true
  button.setAttribute('aria-busy', 'true')
  say('[data-problem]', '')
  try {
    await applyEdit(photoId, editOf(framing))
    dialog?.close()
  } catch (error) {
    assertRefused(error)
    say(
      '[data-problem]',
      error.code === 'notFound'
        ? 'This photo was deleted meanwhile.'
        : (error.errors[0]?.message ?? error.message),
    )
  } finally {
    isSaving = false
    button.removeAttribute('aria-busy')
  }
}

/** One finger or the mouse moves the photo below the frame, two fingers or the wheel zoom. */
const fingers = new Map<number, { x: number; y: number }>()

stage?.addEventListener('pointerdown', (event) => {
  stage.setPointerCapture(event.pointerId)
  fingers.set(event.pointerId, { x: event.clientX, y: event.clientY })
})
stage?.addEventListener('pointermove', (event) => {
  const before = fingers.get(event.pointerId)
  if (!before || !framing) return
  const now = { x: event.clientX, y: event.clientY }
  const [other] = [...fingers].filter(([id]) => id !== event.pointerId).map(([, finger]) => finger)
  fingers.set(event.pointerId, now)
  if (other)
    set({
      ...current(),
      zoom: current().zoom * (distance(now, other) / Math.max(1, distance(before, other))),
    })
  else set(moved(framing, target, (before.x - now.x) / scale, (before.y - now.y) / scale))
})
for (const end of ['pointerup', 'pointercancel'] as const)
  stage?.addEventListener(end, ({ pointerId }) => fingers.delete(pointerId))
stage?.addEventListener(
  'wheel',
  (event) => {
    event.preventDefault()
    set({ ...current(), zoom: current().zoom * Math.exp(-event.deltaY / 400) })
  },
  { passive: false },
)
addEventListener('resize', show)

function distance(a: { x: number; y: number }, b: { x: number; y: number }): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}
