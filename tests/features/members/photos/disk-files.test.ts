import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PhotoFiles } from '#api/photo-files.ts'
import { createDiskFiles } from '#members/photos/files/disk-files.server.ts'

/** What the disk says to the n-th file written. */
const disk = vi.hoisted(() => ({ writes: 0, failAt: 0, code: 'ENOSPC' }))
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>()
  return {
    ...real,
    open: async (path: string, flags: string) => {
      const file = await real.open(path, flags)
      if (flags !== 'w' || ++disk.writes !== disk.failAt) return file
      file.writeFile = () =>
        Promise.reject(Object.assign(new Error('no room'), { code: disk.code }))
      return file
    },
  }
})

let directory: string
let files: PhotoFiles
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'photo-files-'))
  files = createDiskFiles(directory)
  Object.assign(disk, { writes: 0, failAt: 0, code: 'ENOSPC' })
})
afterEach(() => rm(directory, { recursive: true, force: true }))

const bytes = (text: string) => new TextEncoder().encode(text)
const everything = async () =>
  (await readdir(directory, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
const three = new Map([
  ['abcdef12-320.webp', bytes('small')],
  ['abcdef12-720.webp', bytes('middle')],
  ['abcdef12-1280.webp', bytes('large')],
])

test('what is written is read, listed and removed, fanned out by its first two characters', async () => {
  await files.write(three)
  expect(await files.read('abcdef12-720.webp')).toEqual(Buffer.from('middle'))
  expect(await readdir(join(directory, 'photos', 'ab'))).toHaveLength(3)
  expect((await Array.fromAsync(files.list())).map(({ name }) => name).toSorted()).toEqual(
    [...three.keys()].toSorted(),
  )
  await files.remove([...three.keys(), 'abcdef12-2.webp'])
  expect(await everything()).toEqual([])
})

test('what is not there is null, also before anything was ever written', async () => {
  expect(await files.read('abcdef12-320.webp')).toBeNull()
  expect(await Array.fromAsync(files.list())).toEqual([])
})

test.each([1, 2, 3])(
  'a disk that is full at file %i says storageFull and keeps none of them',
  async (failAt) => {
    disk.failAt = failAt
    await expect(files.write(three)).rejects.toMatchObject({ code: 'storageFull', status: 507 })
    expect(await everything()).toEqual([])
  },
)

test('another fault of the disk is not called a full one, and keeps nothing either', async () => {
  Object.assign(disk, { failAt: 2, code: 'EIO' })
  await expect(files.write(three)).rejects.toMatchObject({ code: 'EIO' })
  expect(await everything()).toEqual([])
})

test.each(['../../etc/passwd', 'ab/cd', '.hidden', '', 'a\0b'])('%j is no name', async (name) => {
  expect(() => files.read(name)).toThrow(TypeError)
  await expect(files.write(new Map([[name, bytes('x')]]))).rejects.toThrow(TypeError)
  expect(await everything()).toEqual([])
})
