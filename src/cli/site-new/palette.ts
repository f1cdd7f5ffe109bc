import { parseOklch, toHex, toLinearRgb } from '#lib/oklch.ts'

/**
 * A colour token: lightness (%) and chroma for light and dark, and the angle from the brand's hue
 * in degrees.
 */
type Tone = { light: [number, number]; dark: [number, number]; turn?: number }

/**
 * Lightness decides contrast, so it is the same for all hues; all pass
 * tests/sites/contrast.test.ts. Chroma is reduced where it is out of gamut.
 */
const tones: Readonly<Record<string, Tone>> = {
  surface: { light: [97.6, 0.01], dark: [17, 0.014] },
  raised: { light: [99.4, 0.004], dark: [21.5, 0.018] },
  sunken: { light: [94.4, 0.016], dark: [13.5, 0.012] },
  ink: { light: [25, 0.035], dark: [94, 0.012] },
  muted: { light: [45, 0.04], dark: [75, 0.028] },
  accent: { light: [43, 0.14], dark: [80, 0.1] },
  'on-accent': { light: [98.6, 0.008], dark: [20, 0.035] },
  'accent-soft': { light: [92, 0.035], dark: [29, 0.045] },
  second: { light: [82, 0.09], dark: [77, 0.09], turn: 48 },
  'on-second': { light: [25, 0.04], dark: [21, 0.035], turn: 48 },
  third: { light: [70, 0.08], dark: [58, 0.08], turn: -62 },
  field: { light: [32, 0.07], dark: [25, 0.045] },
  'on-field': { light: [95.5, 0.014], dark: [93.5, 0.014] },
}

export function freeHue(taken: readonly number[]): number {
  const distance = (hue: number) =>
    Math.min(...taken.map((other) => Math.abs(((hue - other + 540) % 360) - 180)), 360)
  return Array.from({ length: 360 }, (_, hue) => hue).reduce((best, hue) =>
    distance(hue) > distance(best) ? hue : best,
  )
}

export function paletteFor(hue: number): Record<string, { light: string; dark: string }> {
  return Object.fromEntries(
    Object.entries(tones).map(([name, { light, dark, turn = 0 }]) => {
      const degrees = (hue + turn + 360) % 360
      return [name, { light: onScreen(light, degrees), dark: onScreen(dark, degrees) }]
    }),
  )
}

/** `oklch(43% 0.14 250)`, with less chroma if the colour is outside sRGB. */
function onScreen([lightness, wish]: [number, number], hue: number): string {
  for (let chroma = wish; ; chroma = Math.max(0, chroma - 0.002)) {
    const text = `oklch(${lightness}% ${Number(chroma.toFixed(3))} ${hue})`
    if (
      chroma === 0 ||
      toLinearRgb(parseOklch(text)).every((channel) => channel >= 0 && channel <= 1)
    )
      return text
  }
}

export function hexOf(colour: string): string {
  return toHex(toLinearRgb(parseOklch(colour)))
}
