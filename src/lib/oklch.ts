export type Oklch = readonly [lightness: number, chroma: number, hue: number]
/** Linear sRGB; a channel outside 0–1 is out of gamut. */
export type LinearRgb = readonly [red: number, green: number, blue: number]

export function parseOklch(text: string): Oklch {
  const found = /^oklch\(([\d.]+)% ([\d.]+) ([\d.]+)\)$/.exec(text.trim())
  if (!found) throw new Error(`not an OKLCH colour: ${text}`)
  return [Number(found[1]) / 100, Number(found[2]), Number(found[3])]
}

type Oklab = readonly [lightness: number, a: number, b: number]

function toOklab([lightness, chroma, hue]: Oklch): Oklab {
  const angle = (hue * Math.PI) / 180
  return [lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)]
}

export function toLinearRgb(colour: Oklch): LinearRgb {
  return fromOklab(toOklab(colour))
}

/** Equals `color-mix(in oklab, one share, other)`. */
export function mixed(one: Oklch, share: number, other: Oklch): LinearRgb {
  const [from, to] = [toOklab(one), toOklab(other)]
  const mix = (index: 0 | 1 | 2) => from[index] * share + to[index] * (1 - share)
  return fromOklab([mix(0), mix(1), mix(2)])
}

/** Björn Ottosson's matrices (CSS Color 4, §10). */
function fromOklab([lightness, a, b]: Oklab): LinearRgb {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

const gamma = (linear: number) =>
  linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055
const ungamma = (value: number) =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
const clamp = (value: number) => Math.min(1, Math.max(0, value))

export function toHex(colour: LinearRgb): string {
  return `#${colour
    .map((channel) =>
      Math.round(gamma(clamp(channel)) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

/** `top` at an opacity over `bottom`, equal to `color-mix(in srgb, top N%, transparent)`. */
export function over(top: LinearRgb, opacity: number, bottom: LinearRgb): LinearRgb {
  const mix = (index: 0 | 1 | 2) =>
    ungamma(gamma(clamp(top[index])) * opacity + gamma(clamp(bottom[index])) * (1 - opacity))
  return [mix(0), mix(1), mix(2)]
}

export function contrast(one: LinearRgb, other: LinearRgb): number {
  const luminance = ([red, green, blue]: LinearRgb) =>
    0.2126 * clamp(red) + 0.7152 * clamp(green) + 0.0722 * clamp(blue)
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [
    number,
    number,
  ]
  return (light + 0.05) / (dark + 0.05)
}
