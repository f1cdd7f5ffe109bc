import { atom } from 'nanostores'
import { assertRefused, type CallError } from '#api/client.ts'
import { type ConfirmedRules, PHOTO_RULES } from '../own/photo-rules.ts'
import type { OwnPhoto, uploadPhoto } from '../own/photos.contract.ts'
import { MAX_PHOTOS } from '../photos.ts'
import { problemInside, problemWithSize } from './file-choice.ts'
import { uploadClient } from './upload.client.ts'

/**
 * `key` is the Idempotency-Key of every try, so that an upload whose answer was lost is not added
 * twice. `share` is the uploaded fraction, 0 to 1; at 1 the server prepares the photo.
 * `interrupted` tries again by itself; `unconfirmed` waits for the tick of whom the photos show.
 */
export type PhotoUpload = ChosenPhoto & UploadState
export type ChosenPhoto = { key: string; file: File; isPrivate: boolean; rules: ConfirmedRules }
type UploadState =
  | { state: 'queued' }
  | { state: 'sending'; share: number }
  | { state: 'unconfirmed' }
  | { state: 'interrupted'; message: string }
  | { state: 'failed'; message: string; canRetry: boolean }
  | { state: 'done'; photo: OwnPhoto }

export const $uploads = atom<readonly PhotoUpload[]>([])

/** The server prepares two photos of a member at a time. */
const AT_ONCE = 2
const FIRST_PAUSE = 2000
const LONGEST_PAUSE = 30_000
/** A longer wait than this is shown to the member, who then decides when to try again. */
const LONGEST_WAIT = 60

const aborts = new Map<string, AbortController>()
const pauses = new Map<string, { timer: ReturnType<typeof setTimeout>; length: number }>()

type Choice = Pick<ChosenPhoto, 'isPrivate' | 'rules'> & {
  asksRules: boolean
  room: number
  /** Of the first; the others have one of their own. */
  key?: string | undefined
}

export function addFiles(
  files: readonly File[],
  { isPrivate, rules, asksRules, room, key }: Choice,
): void {
  let left =
    room - $uploads.get().filter(({ state }) => state !== 'failed' && state !== 'done').length
  const added = files.map((file, index): PhotoUpload => {
    const own = index === 0 ? key : undefined
    const upload = { key: own ?? crypto.randomUUID(), file, isPrivate, rules }
    const problem = problemWithSize(file.size)
    if (problem !== null) return { ...upload, state: 'failed', message: problem, canRetry: false }
    left -= 1
    if (left >= 0) return { ...upload, state: firstState(upload, asksRules) }
    return {
      ...upload,
      state: 'failed',
      message: `You can have ${MAX_PHOTOS} photos. Delete one, then try again.`,
      canRetry: true,
    }
  })
  $uploads.set([...$uploads.get(), ...added])
  sendNext()
}

function firstState({ rules }: ChosenPhoto, asksRules: boolean): 'unconfirmed' | 'queued' {
  return asksRules && rules === '' ? 'unconfirmed' : 'queued'
}

/** Goes on with uploads of an earlier page, with the keys that they had. */
export function restoreUploads(earlier: readonly ChosenPhoto[], asksRules: boolean): void {
  const known = new Set($uploads.get().map(({ key }) => key))
  const restored = earlier
    .filter(({ key }) => !known.has(key))
    .map((upload): PhotoUpload => ({ ...upload, state: firstState(upload, asksRules) }))
  $uploads.set([...restored, ...$uploads.get()])
  sendNext()
}

/** The member has ticked whom their photos show: what waited for that is sent. */
export function confirmRules(): void {
  $uploads.set(
    $uploads
      .get()
      .map((one) =>
        one.state === 'unconfirmed' ? { ...one, rules: PHOTO_RULES, state: 'queued' } : one,
      ),
  )
  sendNext()
}

/** Stops an upload, or removes one that failed or is done from the list. */
export function dropUpload(key: string): void {
  stopPause(key)
  $uploads.set($uploads.get().filter((one) => one.key !== key))
  aborts.get(key)?.abort()
  sendNext()
}

export function retryUpload(key: string): void {
  stopPause(key)
  change(key, { state: 'queued' })
  sendNext()
}

/** Tries again at once what waits for the line, as when the browser says that it is back. */
export function resumeUploads(): void {
  for (const { key, state } of $uploads.get()) if (state === 'interrupted') retryUpload(key)
}

export function isUnderWay({ state }: PhotoUpload): boolean {
  return state === 'queued' || state === 'sending' || state === 'interrupted'
}

/** What needs somebody, or the line, before it is added. */
export function isUnsentUpload({ state }: PhotoUpload): boolean {
  return state === 'failed' || state === 'unconfirmed' || state === 'interrupted'
}

/** Resolves as soon as nothing is being sent; what waits for the line is not waited for. */
export function uploadsSettled(): Promise<void> {
  return new Promise((resolve) => {
    const stop = $uploads.subscribe((uploads) => {
      if (uploads.some(({ state }) => state === 'queued' || state === 'sending')) return
      resolve()
      queueMicrotask(() => stop())
    })
  })
}

function sendNext(): void {
  const uploads = $uploads.get()
  let free = AT_ONCE - uploads.filter(({ state }) => state === 'sending').length
  for (const upload of uploads) {
    if (free <= 0) return
    if (upload.state !== 'queued') continue
    free -= 1
    void send(upload)
  }
}

async function send({ key, file, isPrivate, rules }: PhotoUpload): Promise<void> {
  const aborting = new AbortController()
  aborts.set(key, aborting)
  change(key, { state: 'sending', share: 0 })
  const form = new FormData()
  form.set('photo', file)
  form.set('isPrivate', String(isPrivate))
  form.set('rules', rules)
  const client = uploadClient((share) => change(key, { state: 'sending', share }))
  try {
    const problem = await problemInside(file)
    if (aborting.signal.aborted) return
    if (problem !== null) return change(key, { state: 'failed', message: problem, canRetry: false })
    const { photo } = await client.send<typeof uploadPhoto>(
      'POST /image/upload',
      { form },
      { signal: aborting.signal, idempotencyKey: key },
    )
    pauses.delete(key)
    change(key, { state: 'done', photo })
  } catch (error) {
    if (!aborting.signal.aborted) {
      assertRefused(error)
      fail(key, error)
    }
  } finally {
    aborts.delete(key)
    sendNext()
  }
}

function fail(key: string, error: CallError): void {
  const { code, status, retryAfter, errors, message } = error
  if (code === 'offline' || [502, 503, 504].includes(status)) {
    const said =
      code === 'offline'
        ? 'The connection broke. It goes on by itself when the line is back.'
        : 'It is busy here. It goes on by itself in a moment.'
    return pause(key, said, retryAfter)
  }
  if (code === 'tooMany' && retryAfter !== null && retryAfter <= LONGEST_WAIT)
    return pause(key, message, retryAfter)
  const [first] = errors
  if (first?.field === 'rules') return change(key, { state: 'unconfirmed' })
  if (first) return change(key, { state: 'failed', message: first.message, canRetry: false })
  if (code === 'tooLarge')
    return change(key, {
      state: 'failed',
      message: 'Please choose a photo of up to 15 MB.',
      canRetry: false,
    })
  const more =
    code === 'unauthenticated' ? ' You can sign in in another tab and then try again here.' : ''
  change(key, { state: 'failed', message: message + more, canRetry: true })
}

/** Waits twice as long as the time before, or as long as the server asks for. */
function pause(key: string, message: string, seconds: number | null): void {
  const length = Math.min(LONGEST_PAUSE, (pauses.get(key)?.length ?? FIRST_PAUSE / 2) * 2)
  const timer = setTimeout(() => retryUpload(key), Math.max(length, (seconds ?? 0) * 1000))
  pauses.set(key, { timer, length })
  change(key, { state: 'interrupted', message })
}

function stopPause(key: string): void {
  clearTimeout(pauses.get(key)?.timer)
}

function change(key: string, state: UploadState): void {
  $uploads.set(
    $uploads
      .get()
      .map((one) =>
        one.key === key
          ? { key, file: one.file, isPrivate: one.isPrivate, rules: one.rules, ...state }
          : one,
      ),
  )
}
