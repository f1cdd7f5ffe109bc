import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { hashFile } from '#members/photos/hashes/hash-pictures.server.ts'
import { hashesOf, hashesOfFile } from '#members/photos/hashes/picture-hashes.server.ts'
import { aPhoto } from '#tests/support/photos.ts'

/** Pictures are hashed in one process of their own, which is started anew where it has ended. */

/** Process ids of the workers that this process has started. */
function workers(): number[] {
  const { stdout } = spawnSync('pgrep', ['-P', String(process.pid), '-f', 'hash-worker'], {
    encoding: 'utf8',
  })
  return stdout.split('\n').filter(Boolean).map(Number)
}

const bytesOf = (hashes: Awaited<ReturnType<typeof hashFile>>) =>
  hashes && {
    ...hashes,
    sha256: [...hashes.sha256],
    pdq: [...hashes.pdq],
    variants: hashes.variants.map((one) => [...one]),
  }

test('many pictures are hashed by one process as they would be here, and what is no picture has no hashes', async () => {
  const photos = [
    await aPhoto({ width: 300, height: 400 }),
    await aPhoto({ width: 500, height: 200, colour: '#804020' }),
  ]
  const hashes = await Promise.all(
    [...photos, ...photos, new Uint8Array(9)].map((bytes) => hashesOfFile(bytes)),
  )
  const here = await Promise.all(photos.map((bytes) => hashFile(bytes)))
  expect(hashes.map((one) => bytesOf(one))).toEqual(
    [...here, ...here, null].map((one) => bytesOf(one)),
  )
  expect(workers()).toHaveLength(1)
})

test('what is asked keeps its pixels', async () => {
  const data = new Uint8Array(64 * 64 * 3).fill(7)
  await hashesOf({ width: 64, height: 64, channels: 3, data })
  expect([data.length, data[0]]).toEqual([64 * 64 * 3, 7])
})

test('a picture that cannot be hashed, and the one at which the process ends, is refused to be tried again; the next one is hashed', async () => {
  const photo = await aPhoto({ width: 300, height: 400 })
  await expect(
    hashesOf({ width: 900, height: 900, channels: 3, data: new Uint8Array(3) }),
  ).rejects.toThrow(/too small/)
  await hashesOfFile(photo)
  const before = workers()
  const asked = [hashesOfFile(photo), hashesOfFile(photo)]
  for (const pid of before) process.kill(pid, 'SIGKILL')
  const [broken, next] = await Promise.allSettled(asked)
  expect(broken).toMatchObject({ status: 'rejected', reason: { code: 'busy' } })
  expect(next).toMatchObject({ status: 'fulfilled', value: { pdq: { length: 32 } } })
  expect(workers()).toHaveLength(1)
  expect(workers()).not.toEqual(before)
})
