import { atom } from 'nanostores'
import { api, assertRefused } from '#api/client.ts'
import { createSeed } from '#ui/seeds.store.ts'
import { showToast } from '#ui/toasts.store.ts'
import type { Edit } from '../crop/crops.ts'
import type {
  deletePhoto,
  describePhoto,
  editPhoto,
  listOwnPhotos,
  orderPhotos,
  OwnPhoto,
  setPrimaryPhoto,
} from './photos.contract.ts'

export const $photos = atom<readonly OwnPhoto[]>([])

export const $leaving = atom<ReadonlySet<number>>(new Set())

export const UNDO_TIME = 10_000

export const seedPhotos = createSeed(
  (photos: readonly OwnPhoto[]) => $photos.set(photos),
  () => $photos.set([]),
)

export function addPhoto(photo: OwnPhoto): void {
  $photos.set(withFirst([...$photos.get().filter(({ id }) => id !== photo.id), photo]))
}

/** The order before the last change, while it can be undone. */
export const $orderBefore = atom<readonly number[] | null>(null)

let saving: Promise<void> = Promise.resolve()
let changes = 0

/**
 * Shows and saves an order at once. Changes made while one is saved are saved after it, only the
 * last of them.
 */
export function reorder(ids: readonly number[]): Promise<void> {
  const before = $photos.get()
  if (ids.join() === before.map(({ id }) => id).join()) return saving
  $orderBefore.set(before.map(({ id }) => id))
  showInOrder(ids)
  changes += 1
  const change = changes
  saving = saving.then(async () => {
    if (change === changes) await saveOrder(ids, change)
  })
  return saving
}

export function undoOrder(): Promise<void> {
  const before = $orderBefore.get()
  return before === null ? saving : reorder(before).then(() => $orderBefore.set(null))
}

async function saveOrder(ids: readonly number[], change: number): Promise<void> {
  try {
    const { photos } = await api.send<typeof orderPhotos>('POST /image/order', {
      body: { ids: [...ids] },
    })
    if (change === changes) $photos.set(photos)
  } catch (error) {
    $orderBefore.set(null)
    showRefusal(error)
    await reload().catch(assertRefused)
  }
}

function showInOrder(ids: readonly number[]): void {
  const place = new Map(ids.map((id, index) => [id, index]))
  $photos.set(
    withFirst($photos.get().toSorted((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0))),
  )
}

/** As on the server: the first photo that everybody may see is primary. */
function withFirst(photos: readonly OwnPhoto[]): OwnPhoto[] {
  const first = photos.find(({ status, isPrivate }) => status === 'approved' && !isPrivate)
  return photos.map((photo) => ({ ...photo, isPrimary: photo === first }))
}

/** Crops and turns a photo. Throws CallError, for the dialog to show. */
export async function applyEdit(id: number, edit: Edit): Promise<void> {
  const { photo } = await api.send<typeof editPhoto>('POST /image/edit/id/{id}', {
    params: { id },
    body: edit,
  })
  $photos.set($photos.get().map((one) => (one.id === id ? photo : one)))
  // A photo that waits again hands its place on.
  if (photo.status !== 'approved') await reload()
}

/** Shows it first at once, and saves that after the moves that are being saved. */
export function setPrimary(id: number): Promise<void> {
  const change = changes
  const show = () =>
    showInOrder([id, ...$photos.get().flatMap((photo) => (photo.id === id ? [] : [photo.id]))])
  show()
  saving = saving.then(async () => {
    try {
      await api.send<typeof setPrimaryPhoto>('POST /image/setPrimary/id/{id}', { params: { id } })
      // An order that was saved meanwhile has drawn it where it was.
      if (change === changes) show()
    } catch (error) {
      showRefusal(error)
      await reload().catch(assertRefused)
    }
  })
  return saving
}

/** Says what a photo shows, and who sees it. Throws CallError, for the form to show. */
export async function describe(
  id: number,
  change: { description: string; isPrivate: boolean },
): Promise<void> {
  await api.send<typeof describePhoto>('POST /image/describe/id/{id}', {
    params: { id },
    body: change,
  })
  // Making the primary photo private selects another one on the server.
  await reload()
}

const timers = new Map<number, ReturnType<typeof setTimeout>>()

/** Hides a photo and deletes it after the undo time, or when the page is left. */
export function remove(id: number): void {
  $leaving.set(new Set([...$leaving.get(), id]))
  timers.set(
    id,
    setTimeout(() => void removeForGood(id), UNDO_TIME),
  )
}

export function undoRemove(id: number): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
  $leaving.set(new Set([...$leaving.get()].filter((leaving) => leaving !== id)))
}

export async function finishRemovals(): Promise<void> {
  await Promise.all([...timers.keys()].map((id) => removeForGood(id)))
}

/** Deletes a photo at once, without a time to undo it. */
export function removePhoto(id: number): void {
  void removeForGood(id)
}

async function removeForGood(id: number): Promise<void> {
  clearTimeout(timers.get(id))
  timers.delete(id)
  const wasPrimary = $photos.get().some((photo) => photo.id === id && photo.isPrimary)
  try {
    await api.send<typeof deletePhoto>('POST /image/delete/id/{id}', { params: { id } })
    $photos.set($photos.get().filter((photo) => photo.id !== id))
    if (wasPrimary) await reload()
  } catch (error) {
    showRefusal(error)
  } finally {
    undoRemove(id)
  }
}

/** Fetches the photos, as after a change elsewhere and for addresses that are valid again. */
export async function reload(): Promise<void> {
  const { photos } = await api.send<typeof listOwnPhotos>('GET /image/mine', {})
  $photos.set(photos)
}

function showRefusal(error: unknown): void {
  assertRefused(error)
  showToast(error.message)
}
