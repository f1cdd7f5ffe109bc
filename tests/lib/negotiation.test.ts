import { expect, test } from 'vitest'
import { codingFor, isKnown } from '#lib/negotiation.ts'

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br', 'br'],
  ['BR;Q=1', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0,gzip;q=0', 'identity'],
  ['br;q=0.0 , *', 'gzip'],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['gzip;q=0.8 ,br; q=0.8', 'br'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['gzip;q=1, *;q=0', 'gzip'],
  ['identity', 'identity'],
  ['', 'identity'],
  ['brotli, xbr, gzipped', 'identity'],
  ['br;q=nonsense', 'identity'],
  [',;,q=1', 'identity'],
])('of Accept-Encoding: %s comes %s', (accepted, coding) => {
  expect(codingFor(accepted)).toBe(coding)
})

test('an answer is the same when it is remembered, and when more were asked for than are remembered', () => {
  const asked = Array.from({ length: 250 }, (_, index) =>
    index % 2 === 0 ? `gzip;q=0.${index}, br` : `gzip, br;q=0, x${index}`,
  )
  const padded = `br;q=0, gzip, ${'x'.repeat(200)}`
  for (let turn = 0; turn < 3; turn += 1) {
    expect(asked.map(codingFor)).toEqual(asked.map((_, index) => (index % 2 === 0 ? 'br' : 'gzip')))
    expect(codingFor(padded)).toBe('gzip')
  }
})

test.each([
  ['W/"abc"', true],
  ['"abc"', true],
  ['"x", W/"abc"', true],
  ['"x","abc","y"', true],
  ['*', true],
  ['"abcd"', false],
  ['abc', false],
  ['"x", "y"', false],
  ['', false],
  [null, false],
  [undefined, false],
])('If-None-Match: %s knows W/"abc": %s', (header, known) => {
  expect(isKnown(header, 'W/"abc"')).toBe(known)
})
