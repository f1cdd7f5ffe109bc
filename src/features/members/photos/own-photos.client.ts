import { assertRefused } from '../../../api/client.ts'
import { sourcesOf, srcOf } from '../../core/people/pictures.ts'
import './drop-field.client.ts'
import { letDrag } from './drag-order.client.ts'
import { tileOf } from './own-photo.ts'
import type { OwnPhoto } from './photos.contract.ts'
import {
  $leaving,
  $orderBefore,
  $photos,
  addPhoto,
  describe,
  finishRemovals,
  remove,
  reorder,
  seedPhotos,
  setPrimary,
  undoOrder,
  undoRemove,
} from './photos.store.ts'
import { $uploads, dropUpload } from './uploads.store.ts'

const section = document.querySelector<HTMLElement>('[data-own]')
if (section) connect(section)

function connect(section: HTMLElement): void {
  const list = section.querySelector<HTMLElement>('[data-own-list]')
  const template =
    section.querySelector<HTMLTemplateElement>('template[data-own-tile]')?.content.firstElementChild
  const said = section.querySelector('[data-own-said]')
  const undo = section.querySelector<HTMLElement>('[data-undo-order]')
  if (!list || !template || !said || !undo) return
  const tiles = new Map(
    [...list.querySelectorAll<HTMLElement>('[data-photo-id]')].map((tile) => [
      Number(tile.dataset['photoId']),
      tile,
    ]),
  )

  seedPhotos(JSON.parse(section.dataset['photos'] ?? '[]') as OwnPhoto[])
  $photos.subscribe(draw)
  $leaving.listen(() => draw($photos.get()))
  $orderBefore.subscribe((before) => (undo.hidden = before === null))
  undo.addEventListener('click', () => {
    void undoOrder().then(() => (said.textContent = 'The order is as before.'))
    focusHeading()
  })
  list.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-act]') : null
    const id = Number(button?.closest<HTMLElement>('[data-photo-id]')?.dataset['photoId'])
    if (button && id > 0) act(button, id)
  })
  // The dialogs are small, but their script is of no use before somebody is about to need it.
  const prepare = () => void import('./crop-photo.client.ts')
  list.addEventListener('pointerenter', prepare, { once: true })
  list.addEventListener('focusin', prepare, { once: true })
  letDrag(list, (ids) => place(ids, 'Moved.'))
  addEventListener('pagehide', () => void finishRemovals())

  // A photo that was added is a tile, and leaves the list of uploads.
  $uploads.subscribe((uploads) => {
    for (const upload of uploads) {
      if (upload.state !== 'done') continue
      addPhoto(upload.photo)
      queueMicrotask(() => dropUpload(upload.key))
      said.textContent =
        upload.photo.status === 'waiting' ? 'Added. We check it before others see it.' : 'Added.'
    }
  })

  function act(button: HTMLElement, id: number): void {
    const ids = $photos.get().map((photo) => photo.id)
    const at = ids.indexOf(id)
    switch (button.dataset['act']) {
      case 'earlier':
        return move(button, ids, at, at - 1)
      case 'later':
        return move(button, ids, at, at + 1)
      case 'first':
        void setPrimary(id)
        focusIn(id, 'crop')
        return
      case 'crop':
        return void import('./crop-photo.client.ts').then(({ cropPhoto }) => cropPhoto(id))
      case 'edit':
        return editPhoto(id)
      case 'delete':
        remove(id)
        return focusIn(id, 'undo')
      default:
        undoRemove(id)
        return focusIn(id, 'delete')
    }
  }

  function move(button: HTMLElement, ids: readonly number[], from: number, to: number): void {
    const id = ids[from]
    const other = ids[to]
    if (id === undefined || other === undefined) return
    place(
      ids.map((one, index) => (index === from ? other : index === to ? id : one)),
      `Moved to place ${to + 1} of ${ids.length}.`,
    )
    focusIn(
      id,
      (to === 0 ? 'later' : to === ids.length - 1 ? 'earlier' : button.dataset['act']) ?? 'crop',
    )
  }

  function place(ids: readonly number[], words: string): void {
    if (said) said.textContent = ''
    void reorder(ids).then(() => {
      if (said && $orderBefore.get() !== null) said.textContent = `${words} Saved.`
    })
  }

  function draw(photos: readonly OwnPhoto[]): void {
    let focusLost = false
    for (const [id, tile] of tiles) {
      if (photos.some((photo) => photo.id === id)) continue
      focusLost ||= tile.contains(document.activeElement)
      tile.remove()
      tiles.delete(id)
    }
    const focused = document.activeElement
    photos.forEach((photo, index) => {
      const tile = tiles.get(photo.id) ?? (template?.cloneNode(true) as HTMLElement)
      tiles.set(photo.id, tile)
      fill(tile, photo, index, photos.length)
      if (list?.children[index] !== tile) list?.insertBefore(tile, list.children[index] ?? null)
    })
    // A moved element loses the focus.
    if (
      focused instanceof HTMLElement &&
      focused !== document.activeElement &&
      list?.contains(focused)
    )
      focused.focus()
    if (focusLost) focusHeading()
    const most = Number(section.dataset['most'])
    const field = document.querySelector<HTMLElement>('[data-drop]')
    if (field) field.dataset['room'] = String(most - photos.length)
    show('[data-own-count]', String(photos.length))
    const [hint, empty] = [
      section.querySelector<HTMLElement>('[data-own-hint]'),
      section.querySelector<HTMLElement>('[data-own-empty]'),
    ]
    if (hint) hint.hidden = photos.length < 2
    if (empty) empty.hidden = photos.length > 0
  }

  function show(place: string, words: string): void {
    const element = section.querySelector(place)
    if (element) element.textContent = words
  }

  function focusIn(id: number, name: string): void {
    tiles.get(id)?.querySelector<HTMLElement>(`[data-act=${name}]`)?.focus()
  }

  function focusHeading(): void {
    section.querySelector<HTMLElement>('[data-own-heading]')?.focus()
  }
}

function fill(tile: HTMLElement, photo: OwnPhoto, index: number, count: number): void {
  const { name, badges, reason, statement, mayComeFirst, isFirst, isLast } = tileOf(
    photo,
    index,
    count,
  )
  tile.dataset['photoId'] = String(photo.id)
  const isLeaving = $leaving.get().has(photo.id)
  tile.toggleAttribute('data-leaving', isLeaving)
  const find = <E extends Element = HTMLElement>(selector: string) =>
    tile.querySelector<E>(selector)
  const [placeholder, image] = tile.querySelectorAll('img')
  if (placeholder && placeholder.src !== photo.placeholder) placeholder.src = photo.placeholder
  if (image && image.getAttribute('src')?.split('?')[0] !== srcOf(photo).split('?')[0]) {
    sourcesOf(photo).forEach(({ srcSet }, at) =>
      tile.querySelectorAll('source')[at]?.setAttribute('srcset', srcSet),
    )
    image.src = srcOf(photo)
  }
  if (image) image.alt = photo.description || `Your photo ${index + 1}`
  for (const [badge, isOn] of Object.entries(badges))
    find(`[data-badge=${badge}]`)?.toggleAttribute('hidden', !isOn)
  const saying = find('[data-reason]')
  if (saying) saying.textContent = reason
  const why = find('[data-statement]')
  const link = why?.querySelector('a')
  if (why && link) {
    why.hidden = statement === null
    if (statement !== null) link.href = statement
  }
  tile.querySelectorAll('[data-name]').forEach((place) => (place.textContent = name))
  find('[data-handle]')?.toggleAttribute('hidden', count < 2 || isLeaving)
  find('[data-grip]')?.toggleAttribute('data-ready', count > 1)
  find('[data-acts]')?.toggleAttribute('hidden', isLeaving)
  find('[data-deleted]')?.toggleAttribute('hidden', !isLeaving)
  find('[data-act=earlier]')?.toggleAttribute('disabled', isFirst)
  find('[data-act=later]')?.toggleAttribute('disabled', isLast)
  find('[data-act=first]')?.toggleAttribute('hidden', !mayComeFirst)
}

/** The photo that is being described. */
let edited = 0
const dialog = document.querySelector<HTMLDialogElement>('[data-edit-photo]')
const form = dialog?.querySelector('form')

function editPhoto(id: number): void {
  const photo = $photos.get().find((one) => one.id === id)
  if (!photo || !dialog || !form) return
  edited = id
  const fields = form.elements as typeof form.elements & {
    description: HTMLInputElement
    isPrivate: HTMLInputElement
  }
  fields.description.value = photo.description
  fields.isPrivate.checked = photo.isPrivate
  dialog.showModal()
}

form?.addEventListener('submit', (event) => {
  event.preventDefault()
  const fields = new FormData(form)
  const description = fields.get('description')
  const button = form.querySelector('[type=submit]')
  button?.setAttribute('aria-busy', 'true')
  void describe(edited, {
    description: typeof description === 'string' ? description : '',
    isPrivate: fields.has('isPrivate'),
  })
    .then((isSaved) => isSaved && dialog?.close(), assertRefused)
    .finally(() => button?.removeAttribute('aria-busy'))
})

for (const one of document.querySelectorAll<HTMLDialogElement>(
  '[data-edit-photo], [data-crop-photo]',
)) {
  one.addEventListener('click', ({ target }) => {
    if (target === one || (target instanceof Element && target.closest('[data-close]'))) one.close()
  })
}
