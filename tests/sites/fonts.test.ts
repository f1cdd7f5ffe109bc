import { readdir, readFile } from 'node:fs/promises'
import { Blob, Face } from 'harfbuzzjs'
import { describe, expect, test } from 'vitest'
import { decompress } from 'wawoff2'
import { leanFaces, leanFont } from '#cli/lean-fonts.ts'
import { legalNames } from '#content/kinds.ts'
import { fontFile } from '#sites/font-file.ts'
import { brands } from '#sites/registry.ts'
import { shippedTexts } from '../support/texts.ts'

/** The faces that pages are set in: no more of them than is used, and no less. */

const fonts = new URL('../../src/styles/fonts/', import.meta.url)
const read = (file: string) => readFile(new URL(file, fonts))
const css = await readFile(new URL('../fonts.css', fonts), 'utf8')
const faces = await leanFaces(brands)

describe.each(faces.map((face) => [face.file, face] as const))('%s', (file, face) => {
  test('is made of its package with the weights that brands use (`npm run site:files` writes it)', async () => {
    expect(Buffer.compare(await read(file), await leanFont(face))).toBe(0)
  })

  test('is named in fonts.css, which shows text before it has come', () => {
    const rule = css.split('@font-face').find((one) => one.includes(`./fonts/${file}`)) ?? ''
    expect(rule).toContain(`font-family: '${face.family}'`)
    expect(rule).toContain('font-display: swap')
  })
})

test('there is no file that no style sheet names', async () => {
  expect((await readdir(fonts)).filter((file) => file.endsWith('.woff2')).toSorted()).toEqual(
    faces.map(({ file }) => file).toSorted(),
  )
})

test.each(brands.map((brand) => [brand.id, brand] as const))(
  'the faces of %s have every letter of its texts, and are light',
  async (_, brand) => {
    const { display, displayStyle, text } = brand.theme.fonts
    const files = [...new Set([fontFile(display, displayStyle), fontFile(text, 'normal')])]
    const words = [
      brand.name,
      JSON.stringify([brand.copy, brand.legal, shippedTexts.landing(brand)]),
      ...legalNames.map((name) => shippedTexts.legal(name, brand).html),
      ...shippedTexts.help(brand).flatMap(({ title, html }) => [title, html]),
    ].join('')
    let bytes = 0
    for (const file of files) {
      const font = await read(file)
      bytes += font.length
      const letters = new Set(new Face(new Blob(await decompress(font))).collectUnicodes())
      const missing = [...new Set(words)].filter(
        (letter) => letter >= ' ' && !letters.has(letter.codePointAt(0) as number),
      )
      expect([file, missing]).toEqual([file, []])
    }
    expect(bytes).toBeLessThan(80_000)
  },
)
