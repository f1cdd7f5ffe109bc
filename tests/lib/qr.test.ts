import decodeQR from 'qr/decode.js'
import { describe, expect, test } from 'vitest'
import { qrPath } from '#lib/qr.ts'

const SCALE = 6

/** The drawing as a camera sees it, in pixels. */
function photographed({ size, path }: { size: number; path: string }) {
  const side = size * SCALE
  const data = new Uint8ClampedArray(side * side * 4).fill(255)
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    for (let row = Number(y) * SCALE; row < (Number(y) + 1) * SCALE; row += 1) {
      for (
        let column = Number(x) * SCALE;
        column < (Number(x) + Number(width)) * SCALE;
        column += 1
      ) {
        data.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3)
      }
    }
  }
  return { width: side, height: side, data }
}

describe('a QR code', () => {
  test.each([
    'otpauth://totp/Crush%20Network%20Ltd:eve?issuer=Crush%20Network%20Ltd&secret=EVESDEMOFACTORNEVERINPRODUCTION2',
    'https://www.adultcrush.example/',
    'a',
    'ü € 🙂',
  ])('is read again as %s', (text) => {
    expect(decodeQR(photographed(qrPath(text)))).toBe(text)
  })

  test('has the light border that readers need', () => {
    const { size, path } = qrPath('text')
    const edges = [...path.matchAll(/M(\d+) (\d+)h(\d+)/g)].map(([, x, y, width]) => [
      Number(x),
      Number(y),
      size - Number(x) - Number(width),
      size - Number(y) - 1,
    ])
    expect(Math.min(...edges.flat())).toBe(4)
  })
})
