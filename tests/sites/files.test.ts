import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { SHARE_IMAGE, shareImageOf } from '#cli/share-image.ts'
import { iconOf, manifestOf, sharePicture } from '#cli/site-files.ts'
import { brands } from '#sites/registry.ts'

const published = (name: string) => readFile(new URL(`../../public/${name}`, import.meta.url))

describe.each(brands.map((brand) => [brand.id, brand] as const))('the files of %s', (id, brand) => {
  it('are those of its logo and theme (`npm run site:files` writes them)', async () => {
    expect((await published(`${id}.svg`)).toString()).toBe(await iconOf(brand))
    expect((await published(`${id}.webmanifest`)).toString()).toBe(manifestOf(brand))
  })

  it('have the pictures that the manifest and phones ask for', async () => {
    const manifest = JSON.parse((await published(`${id}.webmanifest`)).toString()) as {
      icons: Array<{ src: string; sizes: string; purpose: string }>
    }
    const pictures = [
      ...manifest.icons.filter(({ src }) => src.endsWith('.png')),
      { src: `/${id}-180.png`, sizes: '180x180', purpose: 'any' },
    ]
    for (const { src, sizes } of pictures) {
      const { format, width, height } = await sharp(await published(src.slice(1))).metadata()
      expect([src, format, `${width}x${height}`]).toEqual([src, 'png', sizes])
    }
    expect(pictures.map(({ purpose }) => purpose)).toContain('maskable')
  })

  it('have a share image of its art, its name and its tagline, small enough for whoever fetches it', async () => {
    const file = await published(`${id}-share.png`)
    expect(await sharp(file).metadata()).toMatchObject({ format: 'png', ...SHARE_IMAGE })
    expect(file.length).toBeLessThan(300_000)
    // By its pixels: another version of the encoder may write them otherwise.
    expect(await difference(file, await sharePicture(brand))).toBeLessThan(1)
  })

  it('have words in the share image that need no font', async () => {
    const svg = await shareImageOf(brand)
    expect(svg).not.toMatch(/<text|font-family|var\(--/)
    expect(svg).not.toBe(
      await shareImageOf({ ...brand, copy: { ...brand.copy, tagline: 'Another tagline' } }),
    )
  })
})

/** The mean difference of two pictures' channels, 0–255, at a quarter of their size. */
async function difference(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all(
    [one, other].map((file) => sharp(file).removeAlpha().resize(300).raw().toBuffer()),
  )
  if (!a || !b) return 255
  return a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0) / a.length
}
