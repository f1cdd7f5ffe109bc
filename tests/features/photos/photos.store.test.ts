import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useClient } from '../../../src/api/client.ts'
import { ApiError } from '../../../src/api/errors.ts'
import { problemWithFile } from '../../../src/features/photos/file-choice.ts'
import type { listOwnPhotos } from '../../../src/features/photos/photos.contract.ts'
import {
  $leaving,
  $photos,
  $upload,
  clearUpload,
  describe,
  finishRemovals,
  remove,
  seedPhotos,
  setPrimary,
  undoRemove,
  UNDO_TIME,
  upload,
} from '../../../src/features/photos/photos.store.ts'
import { $toasts } from '../../../src/ui/toasts.store.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { alice, type CastMember } from '../../support/cast.ts'
import { aPhoto, uploadForm } from '../../support/photos.ts'

let app: TestApp
let member: CastMember
beforeAll(async () => {
  app = await startApp()
  member = await alice(app)
  useClient(member)
  seedPhotos([])
})
beforeEach(async () => {
  await app.services.db.deleteFrom('photos').execute()
  $photos.set([])
  $leaving.set(new Set())
  $upload.set({ state: 'idle' })
  $toasts.set([])
})
afterAll(() => app.close())

const onServer = () => member.send<typeof listOwnPhotos>('GET /image/mine', {}).then(({ photos }) => photos.map(({ id }) => id))
const shown = () => $photos.get().map(({ id }) => id)
const add = async (fields: Record<string, string> = {}) => {
  expect(await upload(uploadForm(await aPhoto({ width: 200, height: 200 }), fields))).toBe(true)
  return $photos.get().at(-1)?.id ?? 0
}

test('what was uploaded is shown, the first one first', async () => {
  const first = await add({ description: 'Me' })
  const second = await add()
  expect(shown()).toEqual([first, second])
  expect($photos.get()[0]).toMatchObject({ isPrimary: true, description: 'Me' })
  expect($upload.get()).toEqual({ state: 'idle' })
})

test('says what is wrong with a file, until another is chosen', async () => {
  expect(await upload(uploadForm(new TextEncoder().encode('<svg/>')))).toBe(false)
  expect($upload.get()).toEqual({
    state: 'failed',
    message: 'This file is not a photo that we can read. Please choose a JPEG, PNG, WebP or AVIF.',
    canRetry: false,
  })
  clearUpload()
  expect($upload.get()).toEqual({ state: 'idle' })
})

test('offers to try again where the fault was not the file’s', async () => {
  vi.spyOn(app.services.photoFiles, 'write').mockRejectedValueOnce(new ApiError('storageFull'))
  const form = uploadForm(await aPhoto({ width: 200, height: 200 }))
  expect(await upload(form)).toBe(false)
  expect($upload.get()).toMatchObject({ state: 'failed', canRetry: true, message: expect.stringContaining('try again') })
  expect(await upload(form)).toBe(true)
})

test('an upload under way can be cancelled, and is not begun twice', async () => {
  useClient({
    ...member,
    send: (_route, _given, options) => new Promise((_, reject) => options?.signal?.addEventListener('abort', () => reject(new Error('cancelled')))),
  })
  const sending = upload(new FormData())
  expect(await upload(new FormData())).toBe(false)
  const state = $upload.get()
  if (state.state === 'sending') state.cancel()
  expect(await sending).toBe(false)
  expect($upload.get()).toEqual({ state: 'idle' })
  useClient(member)
})

test('another photo is shown first at once, and the former again if the server refuses', async () => {
  const [first, second] = [await add(), await add()]
  const done = setPrimary(second)
  expect(shown()).toEqual([second, first])
  await done
  expect(await onServer()).toEqual([second, first])

  await app.services.db.updateTable('photos').set({ is_private: true }).where('id', '=', first).execute()
  await setPrimary(first)
  expect(shown()).toEqual([second, first])
  expect($toasts.get()).toMatchObject([{ text: 'A private photo cannot be shown first.' }])
})

test('a photo made private hands its place on', async () => {
  const [first, second] = [await add(), await add()]
  expect(await describe(first, { description: 'For few', isPrivate: true })).toBe(true)
  expect($photos.get()).toMatchObject([
    { id: second, isPrimary: true },
    { id: first, isPrivate: true, description: 'For few' },
  ])
})

test('a deletion can be taken back; otherwise it is done, and the next photo comes first', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const [first, second] = [await add(), await add()]
  remove(first)
  expect($leaving.get()).toEqual(new Set([first]))
  undoRemove(first)
  vi.advanceTimersByTime(UNDO_TIME)
  expect($leaving.get()).toEqual(new Set())

  remove(first)
  vi.advanceTimersByTime(UNDO_TIME)
  vi.useRealTimers()
  await expect.poll(onServer).toEqual([second])
  await expect.poll(() => $photos.get()).toMatchObject([{ id: second, isPrimary: true }])
  expect($leaving.get()).toEqual(new Set())
})

test('a page that goes takes its deletions with it', async () => {
  const first = await add()
  remove(first)
  expect(await onServer()).toEqual([first])
  await finishRemovals()
  expect(await onServer()).toEqual([])
  expect(shown()).toEqual([])
})

test('a photo that could not be deleted stays, and it is said why', async () => {
  const first = await add()
  await app.services.db.deleteFrom('photos').execute()
  remove(first)
  await finishRemovals()
  expect(shown()).toEqual([first])
  expect($leaving.get()).toEqual(new Set())
  expect($toasts.get()).toHaveLength(1)
})

test.each([
  [{ name: 'me.jpg', type: 'image/jpeg', size: 1000 }, null],
  [{ name: 'me', type: '', size: 1000 }, null],
  [{ name: 'me.jpg', type: 'image/jpeg', size: 0 }, /empty/],
  [{ name: 'me.jpg', type: 'image/jpeg', size: 15 * 1024 * 1024 + 1 }, /has 15.0 MB.*up to 15 MB/],
  [{ name: 'IMG_1.HEIC', type: '', size: 1000 }, /HEIC/],
  [{ name: 'a.gif', type: 'image/gif', size: 1000 }, /stands still/],
  [{ name: 'a.svg', type: 'image/svg+xml', size: 1000 }, /not a photo/],
] as const)('of %j it says %s before anything is sent', (file, sentence) => {
  if (sentence === null) expect(problemWithFile(file)).toBeNull()
  else expect(problemWithFile(file)).toMatch(sentence)
})
