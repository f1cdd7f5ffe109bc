import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import {
  contrast,
  mixed,
  over,
  parseOklch,
  toHex,
  toLinearRgb,
  type LinearRgb,
} from '#lib/oklch.ts'
import { brands } from '#sites/registry.ts'

const schemes = ['light', 'dark'] as const
type Scheme = (typeof schemes)[number]

const read = (path: string) => readFile(new URL(`../../src/${path}`, import.meta.url), 'utf8')
const tokens = await read('styles/tokens.css')

/** Every colour token of a stylesheet, by name, in both schemes. */
function colours(css: string): Map<string, Record<Scheme, string>> {
  const found = new Map<string, Record<Scheme, string>>()
  const colour = String.raw`oklch\([^)]*\)`
  for (const [, name, both, light, dark] of css.matchAll(
    new RegExp(`--([\\w-]+): (?:(${colour})|light-dark\\((${colour}), (${colour})\\));`, 'g'),
  )) {
    found.set(name as string, { light: both ?? (light as string), dark: both ?? (dark as string) })
  }
  return found
}

/** Words (first) that stand on grounds (second): WCAG 2.2 AA wants 4.5. */
const onEveryGround = ['ink', 'muted', 'accent', 'danger', 'success', 'warning']
const pairs: ReadonlyArray<readonly [text: string, ground: string]> = [
  ...onEveryGround.flatMap((text) =>
    ['surface', 'raised', 'sunken'].map((ground) => [text, ground] as const),
  ),
  ['ink', 'accent-soft'],
  ['muted', 'accent-soft'],
  ['accent', 'accent-soft'],
  ['on-accent', 'accent'],
  ['on-field', 'field'],
  ['on-second', 'second'],
]

/** A theme's colours, those that all themes share among them; `paint` is how a screen shows one. */
function paletteOf(css: string) {
  const all = new Map([...colours(tokens), ...colours(css)])
  const paint = (name: string, scheme: Scheme): LinearRgb => {
    const colour = all.get(name)
    if (!colour) throw new Error(`there is no --${name}`)
    return toLinearRgb(parseOklch(colour[scheme]))
  }
  return { all, paint }
}

const themes = [
  ...brands.map(({ id }) => [id, `sites/${id}/theme.css`] as const),
  ['staff', 'styles/staff.css'] as const,
]

describe.each(themes)('the theme of %s', async (id, file) => {
  const css = await read(file)
  const { all, paint } = paletteOf(css)

  it('is nobody else’s', () => {
    expect(css).toContain(`[data-brand='${id}']`)
  })

  it.each(schemes)('has text that can be read (%s)', (scheme) => {
    const low = pairs
      .map(([text, ground]) => ({
        text,
        ground,
        ratio: contrast(paint(text, scheme), paint(ground, scheme)),
      }))
      .filter(({ ratio }) => ratio < 4.5)
    expect(low).toEqual([])
  })

  it.each(schemes)('has notices that can be read (%s)', (scheme) => {
    for (const [, name = '', share] of tokens.matchAll(
      /--(\w+)-soft: color-mix\(in oklab, var\(--\w+\) (\d+)%, var\(--raised\)\)/g,
    )) {
      const raw = (token: string) => parseOklch((all.get(token) as Record<Scheme, string>)[scheme])
      const ground = mixed(raw(name), Number(share) / 100, raw('raised'))
      expect(contrast(paint(name, scheme), ground), name).toBeGreaterThanOrEqual(4.5)
    }
  })

  it.each(schemes)('has edges of fields that can be seen (%s)', (scheme) => {
    const opacity =
      Number(/--edge: color-mix\(in srgb, var\(--ink\) (\d+)%/.exec(tokens)?.[1]) / 100
    for (const ground of ['surface', 'raised']) {
      const base = paint(ground, scheme)
      expect(
        contrast(over(paint('ink', scheme), opacity, base), base),
        ground,
      ).toBeGreaterThanOrEqual(3)
    }
  })

  it.each(schemes)('uses only colours that every screen has (%s)', (scheme) => {
    const outside = [...all.keys()].filter((name) =>
      paint(name, scheme).some((channel) => channel < -0.002 || channel > 1.002),
    )
    expect(outside).toEqual([])
  })
})

describe.each(brands.map((brand) => [brand.id, brand] as const))(
  'the theme of %s',
  async (id, brand) => {
    const css = await read(`sites/${id}/theme.css`)
    const { paint } = paletteOf(css)

    it('agrees with the colours that mails and manifests use', () => {
      const hex = (name: string, scheme: Scheme) => toHex(paint(name, scheme))
      expect({
        primary: hex('accent', 'light'),
        secondary: hex('second', 'light'),
        background: hex('surface', 'light'),
        backgroundDark: hex('surface', 'dark'),
        text: hex('ink', 'light'),
      }).toEqual({
        primary: brand.theme.primary,
        secondary: brand.theme.secondary,
        background: brand.theme.background,
        backgroundDark: brand.theme.backgroundDark,
        text: brand.theme.text,
      })
    })

    it('speaks in the typefaces that brand.ts names', () => {
      expect(css).toContain(`--font-display: '${brand.theme.fonts.display}'`)
      expect(css.includes('--display-style: italic')).toBe(
        brand.theme.fonts.displayStyle === 'italic',
      )
      expect(css).toContain(`--font-text: '${brand.theme.fonts.text}'`)
    })
  },
)
