import { readFile } from 'node:fs/promises'
import { Blob, Buffer, Face, Font, shape, Variation } from 'harfbuzzjs'
import { decompress } from 'wawoff2'

export type OutlineFace = {
  width(text: string, size: number): number
  draw(text: string, x: number, y: number, size: number): string
}

/** Opens a variable font (WOFF2). `tracking` is the letter spacing in em. */
export async function openFace(file: URL, weight: number, tracking = 0): Promise<OutlineFace> {
  const face = new Face(new Blob(await decompress(await readFile(file))))
  const font = new Font(face)
  font.setVariations([new Variation('wght', weight)])

  function glyphsOf(text: string): Array<{ glyph: number; at: number; advance: number }> {
    const buffer = new Buffer()
    buffer.addText(text)
    buffer.guessSegmentProperties()
    shape(font, buffer)
    const positions = buffer.getGlyphPositions()
    let at = 0
    return buffer.getGlyphInfos().map(({ codepoint: glyph }, index) => {
      const advance = (positions[index]?.xAdvance ?? 0) / face.upem + tracking
      at += advance
      return { glyph, at: at - advance, advance }
    })
  }

  return {
    width: (text, size) =>
      glyphsOf(text).reduce((sum, { advance }) => sum + advance, -tracking) * size,
    draw(text, x, y, size) {
      const scale = size / face.upem
      const paths = glyphsOf(text).map(
        ({ glyph, at }) =>
          `<path transform="translate(${round(at * face.upem)} 0)" d="${font.glyphToPath(glyph)}"/>`,
      )
      return `<g transform="translate(${round(x)} ${round(y)}) scale(${round(scale, 5)} ${round(-scale, 5)})">${paths.join('')}</g>`
    },
  }
}

export function wrap(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`
    if (lines.length > 0 && fits(longer)) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

function round(value: number, places = 2): number {
  return Number(value.toFixed(places))
}
