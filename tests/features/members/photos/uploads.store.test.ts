import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { CallError, type Client, useClient } from '#api/client.ts'
import { ApiError } from '#api/errors.ts'
import { PHOTO_RULES } from '#members/photos/own/photo-rules.ts'
import { listOwnPhotos } from '#members/photos/own/photos.contract.ts'
import {
  $uploads,
  addFiles,
  confirmRules,
  dropUpload,
  resumeUploads,
  retryUpload,
  uploadsSettled,
} from '#members/photos/upload/uploads.store.ts'
import { allInWords, shownAs } from '#members/photos/upload/uploads.ts'
import { app, withApp } from '#tests/support/app.ts'
import { alice, type CastMember } from '#tests/support/cast.ts'
import { aPhoto } from '#tests/support/photos.ts'

withApp()
let member: CastMember
let bytes: Uint8Array<ArrayBuffer>
beforeAll(async () => {
  member = await alice(app)
  bytes = new Uint8Array(await aPhoto({ width: 200, height: 240 }))
})
beforeEach(async () => {
  vi.restoreAllMocks()
  useClient(member)
  $uploads.set([])
  await app.db.deleteFrom('photos').execute()
  await app.db.deleteFrom('rate_limits').execute()
})

const file = (name = 'me.jpg', content: BlobPart = bytes, type = 'image/jpeg') =>
  new File([content], name, { type })
const add = (files: File[], more: Partial<Parameters<typeof addFiles>[1]> = {}) =>
  addFiles(files, { isPrivate: false, rules: PHOTO_RULES, asksRules: true, room: 20, ...more })
const onServer = () => member.calls(listOwnPhotos).then(({ photos }) => photos)
const states = () => $uploads.get().map(({ state }) => state)
const offline = () => new CallError({ code: 'offline', status: 0, detail: 'No connection' })

/** A line that does `first` with the next call, and from then on works. */
function lineThat(first: (send: () => Promise<unknown>) => Promise<unknown>): void {
  let isFirst = true
  const send = ((route: never, given: never, options: never) => {
    if (!isFirst) return member.send(route, given, options)
    isFirst = false
    return first(() => member.send(route, given, options))
  }) as Client['send']
  useClient({ ...member, send })
}

test('several photos are added one after the other, private ones as such', async () => {
  add([file('a.jpg'), file('b.jpg'), file('c.jpg')], { isPrivate: true })
  expect(states()).toEqual(['sending', 'sending', 'queued'])
  expect(allInWords($uploads.get())).toBe('3 photos on the way.')
  await uploadsSettled()
  expect(states()).toEqual(['done', 'done', 'done'])
  expect((await onServer()).map(({ isPrivate }) => isPrivate)).toEqual([true, true, true])
  expect(allInWords($uploads.get())).toBe('3 photos added.')
})

test.each([
  ['a file that is no photo', () => file('a.pdf', 'x', 'application/pdf'), /not a photo/],
  [
    'a HEIC',
    () => file('me.jpg', '\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'image/jpeg'),
    /HEIC.*JPEG.*Most Compatible/,
  ],
  ['an empty file', () => file('a.jpg', ''), /empty/],
  ['a file of over 15 MB', () => file('a.jpg', new Uint8Array(15 * 1024 * 1024 + 1)), /15\.0 MB/],
  ['a file that only calls itself a photo', () => file('a.jpg', 'not a photo'), /not a photo/],
] as const)('%s is said to be one, and the others are added', async (_, wrong, sentence) => {
  add([wrong(), file()])
  await uploadsSettled()
  const [first] = $uploads.get()
  expect(first).toMatchObject({
    state: 'failed',
    canRetry: false,
    message: expect.stringMatching(sentence),
  })
  expect(states()).toEqual(['failed', 'done'])
  expect(await onServer()).toHaveLength(1)
})

test('more photos than there is room for are not sent, and may be once there is', async () => {
  add([file('a.jpg'), file('b.jpg')], { room: 1 })
  await uploadsSettled()
  expect($uploads.get()).toMatchObject([
    { state: 'done' },
    { state: 'failed', canRetry: true, message: expect.stringContaining('20 photos') },
  ])
  retryUpload($uploads.get()[1]?.key ?? '')
  await uploadsSettled()
  expect(await onServer()).toHaveLength(2)
})

test('without the tick of whom they show, photos wait for it, and are then sent', async () => {
  add([file('a.jpg'), file('b.jpg')], { rules: '' })
  expect(states()).toEqual(['unconfirmed', 'unconfirmed'])
  await uploadsSettled()
  expect(allInWords($uploads.get())).toBe('2 photos waiting for your tick.')
  expect($uploads.get().map((one) => shownAs(one).wrong)).toEqual(
    Array(2).fill('Not sent yet: please tick whom your photos show.'),
  )
  expect(await onServer()).toEqual([])
  confirmRules()
  await uploadsSettled()
  expect(states()).toEqual(['done', 'done'])
})

test('where the page did not ask and the server does, the photo waits too', async () => {
  add([file()], { rules: '', asksRules: false })
  await expect.poll(states).toEqual(['unconfirmed'])
  const key = $uploads.get()[0]?.key
  confirmRules()
  await uploadsSettled()
  expect($uploads.get()).toMatchObject([{ key, state: 'done' }])
  add([file('b.jpg')], { rules: '', asksRules: false })
  await uploadsSettled()
  expect(states()).toEqual(['done', 'done'])
})

test('an upload on a line that breaks goes on when the line is back', async () => {
  lineThat(() => Promise.reject(offline()))
  add([file()])
  await expect.poll(states).toEqual(['interrupted'])
  const [broken] = $uploads.get()
  expect(broken && shownAs(broken)).toMatchObject({
    canRetry: true,
    drop: 'Cancel',
    wrong: expect.stringContaining('goes on by itself'),
  })
  expect(allInWords($uploads.get())).toBe('1 photo waiting for the connection.')
  resumeUploads()
  await uploadsSettled()
  expect(states()).toEqual(['done'])
  expect(await onServer()).toHaveLength(1)
})

test('ten photos at once on a line that breaks under the first are all there, each once', async () => {
  lineThat(() => Promise.reject(offline()))
  add(Array.from({ length: 10 }, (_, index) => file(`${index}.jpg`)))
  await expect.poll(states).toContain('interrupted')
  resumeUploads()
  await uploadsSettled()
  expect(states()).toEqual(Array.from({ length: 10 }, () => 'done'))
  expect(await onServer()).toHaveLength(10)
  expect(allInWords($uploads.get())).toBe('10 photos added.')
})

test('a photo whose answer was lost is not added twice', async () => {
  lineThat(async (send) => {
    await send()
    throw offline()
  })
  add([file()])
  await expect.poll(states).toEqual(['interrupted'])
  expect(await onServer()).toHaveLength(1)
  resumeUploads()
  await uploadsSettled()
  expect(states()).toEqual(['done'])
  expect(await onServer()).toHaveLength(1)
})

test('without any word of the browser it tries again by itself, later each time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let tries = 0
  useClient({
    ...member,
    send: () => {
      tries += 1
      return Promise.reject(offline())
    },
  })
  add([file()])
  await vi.advanceTimersByTimeAsync(2000)
  expect(tries).toBe(2)
  await vi.advanceTimersByTimeAsync(2000)
  expect(tries).toBe(2)
  await vi.advanceTimersByTimeAsync(2000)
  expect(tries).toBe(3)
  dropUpload($uploads.get()[0]?.key ?? '')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(tries).toBe(3)
  vi.useRealTimers()
})

test('a full disk is said, and trying again is left to the member', async () => {
  vi.spyOn(app.services.photoFiles, 'write').mockRejectedValueOnce(new ApiError('storageFull'))
  add([file()])
  await expect.poll(states).toEqual(['failed'])
  expect($uploads.get()).toMatchObject([
    { canRetry: true, message: expect.stringContaining('try again later') },
  ])
  retryUpload($uploads.get()[0]?.key ?? '')
  await uploadsSettled()
  expect(await onServer()).toHaveLength(1)
})

test('a session that ended says what to do, and keeps the photo', async () => {
  useClient(app.visitor('adultcrush'))
  add([file()])
  await expect.poll(states).toEqual(['failed'])
  expect($uploads.get()).toMatchObject([
    { canRetry: true, message: expect.stringContaining('sign in in another tab') },
  ])
})

test('a cancelled upload is gone, and the next one is sent', async () => {
  const aborted: boolean[] = []
  let asked = 0
  const send = ((_route: never, _given: never, options?: { signal?: AbortSignal }) =>
    new Promise(
      (_, reject) =>
        (asked += 1) &&
        options?.signal?.addEventListener(
          'abort',
          () => (aborted.push(true), reject(new Error('cancelled'))),
        ),
    )) as Client['send']
  useClient({ ...member, send })
  add([file('a.jpg'), file('b.jpg'), file('c.jpg')])
  await expect.poll(() => asked).toBe(2)
  useClient(member)
  dropUpload($uploads.get()[0]?.key ?? '')
  expect(aborted).toEqual([true])
  expect($uploads.get().map(({ file: { name } }) => name)).toEqual(['b.jpg', 'c.jpg'])
  await expect.poll(states).toEqual(['sending', 'done'])
  dropUpload($uploads.get()[0]?.key ?? '')
  expect(await onServer()).toHaveLength(1)
})
