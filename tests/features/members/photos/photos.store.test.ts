import sharp from 'sharp'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useClient } from '#api/client.ts'
import { listOwnPhotos } from '#members/photos/own/photos.contract.ts'
import {
  $leaving,
  $photos,
  $orderBefore,
  addPhoto,
  describe,
  finishRemovals,
  remove,
  seedPhotos,
  setPrimary,
  undoOrder,
  undoRemove,
  UNDO_TIME,
  applyEdit,
  reorder,
} from '#members/photos/own/photos.store.ts'
import { problemInside, problemWithSize } from '#members/photos/upload/file-choice.ts'
import { app, withApp } from '#tests/support/app.ts'
import { alice, type CastMember } from '#tests/support/cast.ts'
import { aPhoto, upload } from '#tests/support/photos.ts'
import { $toasts } from '#ui/toasts.store.ts'

withApp()
let member: CastMember
beforeAll(async () => {
  member = await alice(app)
  useClient(member)
  seedPhotos([])
})
beforeEach(async () => {
  await app.db.deleteFrom('photos').execute()
  $photos.set([])
  $leaving.set(new Set())
  $orderBefore.set(null)
  $toasts.set([])
})

const onServer = () => member.calls(listOwnPhotos).then(({ photos }) => photos.map(({ id }) => id))
const shown = () => $photos.get().map(({ id }) => id)
const add = async (fields: Record<string, string> = {}) => {
  const photo = await upload(member, await aPhoto({ width: 200, height: 240 }), fields)
  addPhoto(photo)
  return photo.id
}

test('what was uploaded is shown, the first one first', async () => {
  const first = await add({ description: 'Me' })
  const second = await add()
  expect(shown()).toEqual([first, second])
  expect($photos.get()[0]).toMatchObject({ isPrimary: true, description: 'Me' })
})

test('an order is shown and saved at once, and can be undone', async () => {
  const [first, second, third] = [await add(), await add(), await add()]
  const saved = reorder([third, first, second])
  expect(shown()).toEqual([third, first, second])
  expect($photos.get().map(({ isPrimary }) => isPrimary)).toEqual([true, false, false])
  await saved
  expect(await onServer()).toEqual([third, first, second])
  expect($orderBefore.get()).toEqual([first, second, third])

  await undoOrder()
  expect(shown()).toEqual([first, second, third])
  expect(await onServer()).toEqual([first, second, third])
  expect($orderBefore.get()).toBeNull()
})

test('of many moves in a row, the last is saved', async () => {
  const [first, second, third] = [await add(), await add(), await add()]
  const { send } = member
  const sent: string[] = []
  useClient({
    ...member,
    send: (route, given, options) => {
      sent.push(route)
      return send(route, given, options)
    },
  })
  void reorder([second, first, third])
  void reorder([second, third, first])
  await reorder([third, second, first])
  useClient(member)
  expect(await onServer()).toEqual([third, second, first])
  expect(shown()).toEqual([third, second, first])
  expect(sent.length).toBeLessThan(3)
})

test('an order of photos that changed in another tab is refused, and what there is now is shown', async () => {
  const [first, second] = [await add(), await add()]
  const elsewhere = await upload(member, await aPhoto({ width: 200, height: 240 }))
  await reorder([second, first])
  expect(shown()).toEqual([first, second, elsewhere.id])
  expect($toasts.get()).toMatchObject([{ text: expect.stringContaining('changed meanwhile') }])
  expect($orderBefore.get()).toBeNull()
})

test('an edited photo is shown; one that is gone says so', async () => {
  const [first, second] = [await add(), await add()]
  await applyEdit(first, { turns: 1, crop: null, card: null })
  expect($photos.get()).toMatchObject([
    { id: first, width: 240, height: 200, edit: { turns: 1 } },
    { id: second },
  ])
  await app.db.deleteFrom('photos').where('id', '=', first).execute()
  await expect(applyEdit(first, { turns: 2, crop: null, card: null })).rejects.toMatchObject({
    code: 'notFound',
  })
})

test('another photo is shown first at once, and the former again if the server refuses', async () => {
  const [first, second] = [await add(), await add()]
  const done = setPrimary(second)
  expect(shown()).toEqual([second, first])
  await done
  expect(await onServer()).toEqual([second, first])

  await app.db.updateTable('photos').set({ is_private: true }).where('id', '=', first).execute()
  await setPrimary(first)
  expect(shown()).toEqual([second, first])
  expect($toasts.get()).toMatchObject([{ text: 'A private photo cannot be shown first.' }])
})

test('a photo that is shown first while moves are being saved stays first', async () => {
  const [first, second, third] = [await add(), await add(), await add()]
  useClient({
    ...member,
    send: async (route, given, options) => {
      // A slow line.
      if (String(route) === 'POST /image/order')
        for (let turn = 0; turn < 3; turn += 1) await onServer()
      return member.send(route, given, options)
    },
  })
  const moved = reorder([second, third, first])
  await Promise.all([setPrimary(first), moved])
  useClient(member)
  expect(shown()).toEqual([first, second, third])
  expect(await onServer()).toEqual([first, second, third])
})

test('a photo made private hands its place on', async () => {
  const [first, second] = [await add(), await add()]
  await describe(first, { description: 'For few', isPrivate: true })
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
  await app.db.deleteFrom('photos').execute()
  remove(first)
  await finishRemovals()
  expect(shown()).toEqual([first])
  expect($leaving.get()).toEqual(new Set())
  expect($toasts.get()).toHaveLength(1)
})

test.each([
  [1000, null],
  [0, /empty/],
  [15 * 1024 * 1024 + 1, /has 15.0 MB.*up to 15 MB/],
] as const)('of a file of %i bytes it says %s before anything is sent', (size, sentence) => {
  if (sentence === null) expect(problemWithSize(size)).toBeNull()
  else expect(problemWithSize(size)).toMatch(sentence)
})

test('the first bytes decide what a file is, whatever the system calls it', async () => {
  const gif = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#c33' } })
    .gif()
    .toBuffer()
  const said = async (bytes: BlobPart, name: string, type: string) =>
    problemInside(new File([bytes], name, { type }))
  const photo = await aPhoto({ width: 200, height: 240 })
  for (const type of [
    'image/jpeg',
    'image/jpg',
    'application/octet-stream',
    'image/heic',
    'text/plain',
    '',
  ]) {
    expect(await said(photo, 'IMG_1.HEIC', type)).toBeNull()
  }
  expect(await said(new Uint8Array(gif), 'a.gif', 'image/gif')).toBeNull()
  expect(
    await said(
      new Uint8Array([
        ...gif.subarray(0, -1),
        ...gif.subarray(13 + 3 * 2 ** (((gif[10] ?? 0) & 7) + 1)),
      ]),
      'me.jpg',
      'image/jpeg',
    ),
  ).toMatch(/stands still/)
  expect(
    await said(
      new Uint8Array(Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')),
      'me.jpg',
      'image/jpeg',
    ),
  ).toMatch(/HEIC/)
  expect(await said('<svg xmlns="http://www.w3.org/2000/svg"/>', 'me.jpg', 'image/jpeg')).toMatch(
    /not a photo/,
  )
  const gone = Object.assign(new File(['x'], 'me.jpg'), {
    slice: () => ({ arrayBuffer: () => Promise.reject(new Error('NotReadableError')) }),
  })
  expect(await problemInside(gone)).toMatch(/choose it again/)
})
