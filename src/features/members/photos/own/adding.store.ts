import { atom } from 'nanostores'
import { createSeed } from '#ui/seeds.store.ts'
import { whileMounted } from '#ui/while-mounted.ts'
import { MAX_PHOTOS } from '../photos.ts'
import { keepUploads, losesUploads } from '../upload/kept-uploads.client.ts'
import {
  $uploads,
  addFiles,
  confirmRules,
  dropUpload,
  type PhotoUpload,
  resumeUploads,
} from '../upload/uploads.store.ts'
import { $said } from './arranging.store.ts'
import { PHOTO_RULES } from './photo-rules.ts'
import { $photos, addPhoto, finishRemovals } from './photos.store.ts'

/** How photos are added: who sees them, and whether it is asked, and ticked, whom they show. */
export type Adding = { isPrivate: boolean; asksRules: boolean; isTicked: boolean }

const NOTHING: Adding = { isPrivate: false, asksRules: false, isTicked: false }
export const $adding = atom<Adding>(NOTHING)

/** Whether files are held over the page. */
export const $isOver = atom(false)
/** Whether the browser cannot keep what was chosen until it is sent. */
export const $isUnkept = atom(false)

let account = 0

/** `of`: whose photos they are, for what the browser keeps. */
export const seedAdding = createSeed(
  (adding: Adding, of: number) => {
    $adding.set(adding)
    account = of
  },
  () => $adding.set(NOTHING),
)

export function choosePrivate(isPrivate: boolean): void {
  $adding.set({ ...$adding.get(), isPrivate })
}

export function tickRules(isTicked: boolean): void {
  $adding.set({ ...$adding.get(), isTicked })
  if (isTicked) confirmRules()
}

/** Adds files that were chosen, taken, dropped or pasted; `key` is the first one's. */
export function addChosen(files: readonly File[], key?: string): void {
  if (files.length === 0) return
  const { isPrivate, asksRules, isTicked } = $adding.get()
  addFiles(files, {
    isPrivate,
    asksRules,
    rules: isTicked ? PHOTO_RULES : '',
    room: MAX_PHOTOS - $photos.get().length,
    key,
  })
}

/** A photo that was added is a tile, and leaves the list of uploads. */
function takeDone(upload: PhotoUpload & { state: 'done' }): void {
  addPhoto(upload.photo)
  queueMicrotask(() => dropUpload(upload.key))
  $said.set(
    upload.photo.status === 'waiting' ? 'Added. We check it before others see it.' : 'Added.',
  )
}

/** The tick is asked for until one was stored, and again when the server asks. */
function ask(uploads: readonly PhotoUpload[]): void {
  const { asksRules, isTicked } = $adding.get()
  const waiting = uploads.filter(({ state }) => state === 'unconfirmed')
  const asks = (isAsked: boolean, staysTicked: boolean) => {
    if (asksRules !== isAsked || isTicked !== staysTicked)
      $adding.set({ ...$adding.get(), asksRules: isAsked, isTicked: staysTicked })
  }
  if (waiting.length === 0) {
    if (uploads.some(({ state }) => state === 'done')) asks(false, false)
    return
  }
  // Refused although it was ticked: the page is older than the rules.
  const isOlder = waiting.some(({ rules }) => rules !== '')
  asks(true, isTicked && asksRules && !isOlder)
  // Ticked before a reload, of which the browser remembers it.
  if ($adding.get().isTicked) queueMicrotask(confirmRules)
}

whileMounted($adding, async () => () => {
  const stops = [
    $uploads.subscribe((uploads) => {
      for (const upload of uploads) if (upload.state === 'done') takeDone(upload)
      ask(uploads)
    }),
    on('pagehide', () => void finishRemovals()),
    // Anywhere on the page: a file dropped beside the tile would replace the page, and all that was
    // typed.
    on('dragover', (event) => {
      if (!holdsFiles(event)) return
      event.preventDefault()
      $isOver.set(true)
    }),
    on('dragleave', ({ relatedTarget }) => {
      if (relatedTarget === null) $isOver.set(false)
    }),
    on('drop', (event) => {
      if (!holdsFiles(event)) return
      event.preventDefault()
      $isOver.set(false)
      addChosen([...(event.dataTransfer?.files ?? [])])
    }),
    on('paste', ({ clipboardData, target }) => {
      // Into a field, the words that came with the picture were meant.
      const isTyping = target instanceof Element && target.closest('input, textarea') !== null
      if (isTyping && clipboardData?.types.includes('text/plain')) return
      addChosen([...(clipboardData?.files ?? [])])
    }),
    on('online', resumeUploads),
    on('beforeunload', (event) => {
      if (losesUploads()) event.preventDefault()
    }),
  ]
  void keepUploads({
    account,
    asksRules: $adding.get().asksRules,
    warn: (isRefused) => $isUnkept.set(isRefused),
  })
  return () => stops.forEach((stop) => stop())
})

function on<Name extends keyof WindowEventMap>(
  name: Name,
  act: (event: WindowEventMap[Name]) => void,
): () => void {
  addEventListener(name, act)
  return () => removeEventListener(name, act)
}

function holdsFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false
}
