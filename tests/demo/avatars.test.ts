import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { PhotoFiles } from '#api/photo-files.ts'
import { AVATAR_SIZE, avatarThumbhash, drawAvatar, isDrawn } from '#demo/avatars.ts'
import { createDrawnFiles } from '#demo/drawn-files.server.ts'

const keys = ['w', 'm', 'c', 'n'].flatMap((kind) =>
  Array.from(
    { length: 100 },
    (_, n) =>
      `drawn-${kind}${18 + (n % 58)}-${(n * 0x9e3779b1).toString(16).slice(-8).padStart(8, '0')}-1`,
  ),
)

describe('a drawn portrait', () => {
  test('is the same for the same key, and no two keys share one', () => {
    expect(keys.map(drawAvatar)).toEqual(keys.map(drawAvatar))
    expect(new Set(keys.map(drawAvatar)).size).toBe(keys.length)
  })

  test('shows one and the same face on all photos of a person', () => {
    const skinOf = (svg: string) => /<path d="M1\d\d 192[^"]*" fill="(#\w+)"/.exec(svg)?.[1]
    for (const key of keys.slice(0, 100)) {
      expect(skinOf(drawAvatar(key))).toBeDefined()
      expect(skinOf(drawAvatar(key.replace(/1$/, '2')))).toBe(skinOf(drawAvatar(key)))
    }
  })

  test('loads nothing and runs nothing', () => {
    for (const key of keys)
      expect(drawAvatar(key)).not.toMatch(/<script|<image|href|url\((?!#)|NaN|undefined/)
  })

  test('has a placeholder of the usual size', () => {
    for (const key of keys) expect(avatarThumbhash(key).length).toBeLessThan(40)
  })

  test('is drawn for keys of its own alone', () => {
    expect(isDrawn('drawn-w34-9f3a2c1b-2')).toBe(true)
    for (const key of [
      'drawn-x34-9f3a2c1b-2',
      'drawn-w34-9f3a2c1b',
      '9f3a2c1b9f3a2c1b9f3a2c1b9f3a2c1b',
    ])
      expect(isDrawn(key)).toBe(false)
    expect(() => drawAvatar('9f3a2c1b')).toThrow(RangeError)
  })
})

describe('the files of drawn portraits', () => {
  function memoryFiles(): PhotoFiles & { kept: Map<string, Uint8Array>; writes: number } {
    const kept = new Map<string, Uint8Array>()
    return {
      kept,
      writes: 0,
      async write(files) {
        this.writes += 1
        for (const [name, bytes] of files) kept.set(name, bytes)
      },
      read: async (name) => kept.get(name) ?? null,
      remove: async (names) => names.forEach((name) => kept.delete(name)),
      async *list() {
        for (const name of kept.keys()) yield { name, writtenAt: new Date(0) }
      },
    }
  }
  const key = 'drawn-w34-9f3a2c1b-1'

  test('are made when they are asked for, in the width and format asked for, and once', async () => {
    const inner = memoryFiles()
    const files = createDrawnFiles(inner)
    const name = `${key}-320.webp`
    const [first, second] = await Promise.all([files.read(name), files.read(name)])
    expect(first).toEqual(second)
    expect(await files.read(name)).toEqual(first)
    expect(inner.writes).toBe(1)
    expect([...inner.kept.keys()]).toEqual([name])
    expect(await sharp(first ?? undefined).metadata()).toMatchObject({
      format: 'webp',
      width: 320,
      height: 400,
    })
    const large = await files.read(`${key}-1280.avif`)
    expect(await sharp(large ?? undefined).metadata()).toMatchObject({
      format: 'heif',
      ...AVATAR_SIZE,
    })
  })

  test('leave real photos to the store beneath', async () => {
    const inner = memoryFiles()
    inner.kept.set('0123456789abcdef-320.webp', new Uint8Array([1]))
    const files = createDrawnFiles(inner)
    expect(await files.read('0123456789abcdef-320.webp')).toEqual(new Uint8Array([1]))
    expect(await files.read('fedcba9876543210-320.webp')).toBeNull()
    expect(await files.read(`${key}-321.webp`)).toBeNull()
    await files.remove(['0123456789abcdef-320.webp'])
    expect(inner.kept.size).toBe(0)
  })
})
