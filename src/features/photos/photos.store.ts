import { atom } from 'nanostores'
import { api, assertRefused, CallError, type Client, createClient } from '../../api/client.ts'
import { createSeed } from '../../ui/seeds.store.ts'
import { showToast } from '../../ui/toasts.store.ts'
import type { deletePhoto, describePhoto, listOwnPhotos, OwnPhoto, setPrimaryPhoto, uploadPhoto } from './photos.contract.ts'
import { uploadTransport } from './upload.client.ts'

export const $photos = atom<readonly OwnPhoto[]>([])

export const $leaving = atom<ReadonlySet<number>>(new Set())

/** `share` is the uploaded fraction, 0 to 1; at 1 the server is processing the photo. */
export type Upload = { state: 'idle' } | { state: 'sending'; share: number; cancel(): void } | { state: 'failed'; message: string; canRetry: boolean }
export const $upload = atom<Upload>({ state: 'idle' })

export const UNDO_TIME = 10_000

export const seedPhotos = createSeed(
  (photos: readonly OwnPhoto[]) => $photos.set(photos),
  () => $photos.set([]),
)

/** Uploads a photo form. Returns true if it was accepted; otherwise `$upload` holds the error. */
export async function upload(form: FormData): Promise<boolean> {
  if ($upload.get().state === 'sending') return false
  const aborting = new AbortController()
  const progress = (share: number) => $upload.set({ state: 'sending', share, cancel: () => aborting.abort() })
  progress(0)
  try {
    const { photo } = await sender(progress).send<typeof uploadPhoto>('POST /image/upload', { form }, { signal: aborting.signal })
    $photos.set([...$photos.get(), photo])
    if (photo.isPrimary) showFirst(photo.id)
    $upload.set({ state: 'idle' })
    return true
  } catch (error) {
    if (aborting.signal.aborted) $upload.set({ state: 'idle' })
    else if (error instanceof CallError) $upload.set(failed(error))
    else {
      $upload.set({ state: 'failed', message: 'Something went wrong. Please try again.', canRetry: true })
      throw error
    }
    return false
  }
}

export function clearUpload(): void {
  if ($upload.get().state === 'failed') $upload.set({ state: 'idle' })
}

function sender(progress: (share: number) => void): Client {
  return typeof XMLHttpRequest === 'undefined' ? api : createClient(uploadTransport(progress))
}

function failed({ code, message, errors }: CallError): Upload {
  const [first] = errors
  const canRetry = code === 'offline' || code === 'busy' || code === 'storageFull' || code === 'internal'
  if (first) return { state: 'failed', message: first.message, canRetry }
  if (code === 'tooLarge') return { state: 'failed', message: 'Please choose a photo of up to 15 MB.', canRetry }
  return { state: 'failed', message, canRetry }
}

export async function setPrimary(id: number): Promise<void> {
  const before = $photos.get()
  showFirst(id)
  try {
    await api.send<typeof setPrimaryPhoto>('POST /image/setPrimary/id/{id}', { params: { id } })
  } catch (error) {
    $photos.set(before)
    showRefusal(error)
  }
}

function showFirst(id: number): void {
  const photos = $photos.get().map((photo) => ({ ...photo, isPrimary: photo.id === id }))
  $photos.set(photos.toSorted((a, b) => Number(b.isPrimary) - Number(a.isPrimary) || a.id - b.id))
}

export async function describe(id: number, change: { description: string; isPrivate: boolean }): Promise<boolean> {
  try {
    await api.send<typeof describePhoto>('POST /image/describe/id/{id}', { params: { id }, body: change })
    // Making the primary photo private selects another one on the server.
    await reload()
    return true
  } catch (error) {
    showRefusal(error)
    return false
  }
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

async function removeForGood(id: number): Promise<void> {
  clearTimeout(timers.get(id))
  timers.delete(id)
  const wasPrimary = $photos.get().some((photo) => photo.id === id && photo.isPrimary)
  try {
    await api.send<typeof deletePhoto>('POST /image/delete/id/{id}', { params: { id } }, { keepalive: true })
    $photos.set($photos.get().filter((photo) => photo.id !== id))
    if (wasPrimary) await reload()
  } catch (error) {
    showRefusal(error)
  } finally {
    undoRemove(id)
  }
}

async function reload(): Promise<void> {
  const { photos } = await api.send<typeof listOwnPhotos>('GET /image/mine', {})
  $photos.set(photos)
}

function showRefusal(error: unknown): void {
  assertRefused(error)
  showToast(error.message)
}
