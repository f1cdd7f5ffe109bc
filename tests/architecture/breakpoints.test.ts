import { expect, test } from 'vitest'
import { breakpoints } from '#styles/breakpoints.ts'
import { filesIn, readText } from './sources.ts'

/**
 * Specification §9: small 600, medium 900, large 1200 pixels, and no other width at which a page
 * changes.
 */

const sources = filesIn('src').filter((path) => /\.(css|astro|tsx?)$/.test(path))
const widthsIn = (text: string) =>
  [...text.matchAll(/\((?:min-|max-)?width\s*(?:[<>]=?|:)\s*([\d.]+[a-z]+)\)/g)].map(
    ([, width]) => width as string,
  )

test('every query of a width names one of the three, in CSS, in sizes of pictures and in scripts', () => {
  const known = Object.values(breakpoints).map((width) => `${width}px`)
  const others = sources.flatMap((path) =>
    widthsIn(readText(path)).flatMap((width) =>
      known.includes(width) ? [] : [`${path}: ${width}`],
    ),
  )
  expect(others).toEqual([])
})

test.each(Object.entries(breakpoints))('a layout begins at the %s one', (_, width) => {
  const used = sources.some((path) =>
    new RegExp(`@media[^{]*\\(width (<|>=) ${width}px\\)`).test(readText(path)),
  )
  expect(used).toBe(true)
})

test('a width in rem or without one is found', () => {
  expect(
    widthsIn(
      '@media (width >= 48rem) {} @media (min-width: 700px) {} matchMedia("(width < 900px)")',
    ),
  ).toEqual(['48rem', '700px', '900px'])
})
