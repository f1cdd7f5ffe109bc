import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { iconOf, manifestOf } from '../../src/cli/site-files.ts'
import { brands } from '../../src/sites/registry.ts'

const published = (name: string) => readFile(new URL(`../../public/${name}`, import.meta.url))

describe.each(brands.map((brand) => [brand.id, brand] as const))('the files of %s', (id, brand) => {
  it('are those of its logo and theme (`npm run site:files` writes them)', async () => {
    expect((await published(`${id}.svg`)).toString()).toBe(await iconOf(brand))
    expect((await published(`${id}.webmanifest`)).toString()).toBe(manifestOf(brand))
  })

  it('have pictures for phones', async () => {
    for (const size of [180, 512]) {
      const png = await published(`${id}-${size}.png`)
      expect(png.subarray(1, 4).toString()).toBe('PNG')
      expect(png.readUInt32BE(16)).toBe(size)
    }
  })
})
