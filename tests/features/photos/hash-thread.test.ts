import type { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashFile } from '../../../src/features/photos/hashes/hash-pictures.server.ts'
import { hashesOf, hashesOfFile } from '../../../src/features/photos/hashes/picture-hashes.server.ts'
import { aPhoto } from '../../support/photos.ts'

/** Pictures are hashed in one thread of their own, which is opened anew where it has ended. */

const opened: Worker[] = []
const onOpened = (worker: Worker) => void opened.push(worker)
beforeAll(() => void process.on('worker', onOpened))
afterAll(() => void process.off('worker', onOpened))

const bytesOf = (hashes: Awaited<ReturnType<typeof hashFile>>) =>
  hashes && { ...hashes, sha256: [...hashes.sha256], pdq: [...hashes.pdq], variants: hashes.variants.map((one) => [...one]) }

test('many pictures are hashed by one thread as they would be here, and what is no picture has no hashes', async () => {
  const photos = [await aPhoto({ width: 300, height: 400 }), await aPhoto({ width: 500, height: 200, colour: '#804020' })]
  const hashes = await Promise.all([...photos, ...photos, new Uint8Array(9)].map((bytes) => hashesOfFile(bytes)))
  const here = await Promise.all(photos.map((bytes) => hashFile(bytes)))
  expect(hashes.map((one) => bytesOf(one))).toEqual([...here, ...here, null].map((one) => bytesOf(one)))
  expect(opened).toHaveLength(1)
})

test('what is asked keeps its pixels', async () => {
  const data = new Uint8Array(64 * 64 * 3).fill(7)
  await hashesOf({ width: 64, height: 64, channels: 3, data })
  expect([data.length, data[0]]).toEqual([64 * 64 * 3, 7])
})

test('a picture that cannot be hashed, and the one at which the thread ends, is refused to be tried again; the next one is hashed', async () => {
  const photo = await aPhoto({ width: 300, height: 400 })
  await expect(hashesOf({ width: 900, height: 900, channels: 3, data: new Uint8Array(3) })).rejects.toThrow(/too small/)
  await hashesOfFile(photo)
  const before = opened.length
  const asked = [hashesOfFile(photo), hashesOfFile(photo)]
  void opened.at(-1)?.terminate()
  const [broken, next] = await Promise.allSettled(asked)
  expect(broken).toMatchObject({ status: 'rejected', reason: { code: 'busy' } })
  expect(next).toMatchObject({ status: 'fulfilled', value: { pdq: { length: 32 } } })
  expect(opened).toHaveLength(before + 1)
})
