import { parseOklch, toHex, toLinearRgb } from '../lib/oklch.ts'
import { fontFile } from '../sites/font-file.ts'
import type { Brand } from '../sites/site.ts'
import { openFace, type OutlineFace, wrap } from './outlines.ts'
import { readOwn } from './own-files.ts'

/** The image size that link previews expect (Open Graph). */
export const SHARE_IMAGE = { width: 1200, height: 630 }

const faceFile = (...face: Parameters<typeof fontFile>) =>
  new URL(`../styles/fonts/${fontFile(...face)}`, import.meta.url)
const MARGIN = 72
const WORDS = 560
const PADDING = 24

/** An SVG without fonts or style sheet; the tagline is outlines. */
export async function shareImageOf(brand: Brand, read = readOwn): Promise<string> {
  const [css = '', logo = '', art = ''] = await Promise.all(
    ['theme.css', 'logo.svg', 'art.svg'].map((file) => read(brand.id, file)),
  )
  const display = await openFace(
    faceFile(brand.theme.fonts.display, brand.theme.fonts.displayStyle),
    numberIn(css, 'display-weight'),
    numberIn(css, 'display-tracking'),
  )
  const text = await openFace(faceFile(brand.theme.fonts.text, 'normal'), 500)
  const isUpper = css.includes('--display-case: uppercase')
  const { width, height } = SHARE_IMAGE
  const headline = headlineOf(
    display,
    isUpper ? brand.copy.tagline.toUpperCase() : brand.copy.tagline,
    numberIn(css, 'display-leading'),
  )
  return painted(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<rect width="${width}" height="${height}" fill="var(--field)"/>
${picture(art)}
<rect x="${MARGIN}" y="${MARGIN}" width="88" height="88" rx="20" fill="var(--surface)"/>
${placed(logo, { x: MARGIN + 14, y: MARGIN + 14, width: 60, height: 60 })}
<g fill="var(--on-field)">
${display.draw(brand.name, MARGIN + 112, MARGIN + 60, 44)}
${headline}
${text.draw('Members only. 18 and over.', MARGIN, height - MARGIN, 28)}
</g>
</svg>`,
    css,
  )
}

function headlineOf(face: OutlineFace, words: string, leading: number): string {
  for (let size = 104; ; size -= 4) {
    const within = (width: number) => wrap(words, (line) => face.width(line, size) <= width)
    const isTooWide = within(WORDS).some((line) => face.width(line, size) > WORDS)
    if (size > 40 && (isTooWide || within(WORDS).length * size * leading > 300)) continue
    let width = WORDS
    while (within(width - 10).length === within(WORDS).length && width > 10) width -= 10
    const lines = within(width)
    const last = SHARE_IMAGE.height - MARGIN - 76
    return lines
      .map((line, index) =>
        face.draw(
          line,
          MARGIN,
          last - (lines.length - 1 - index) * size * Math.max(leading, 1),
          size,
        ),
      )
      .join('\n')
  }
}

/**
 * Art with `slice` fills the background, under a veil behind the text; a wide band crosses a
 * background of its own; other art stands beside the text and is cropped if it is wide. Text inside
 * the art is removed, because it would need a font.
 */
function picture(art: string): string {
  const { width, height } = SHARE_IMAGE
  const drawn = art.replaceAll(/<text [^>]*>[^<]*<\/text>/g, '')
  const [, boxWidth = 1, boxHeight = 1] = (/viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(art) ?? []).map(
    Number,
  )
  const ratio = boxWidth / boxHeight
  const [, align, fit] = /preserveAspectRatio="(\w+) (\w+)"/.exec(art) ?? []
  const left = MARGIN + WORDS
  const room = width - left
  if (ratio > 4) {
    const high = (room * 2) / ratio
    return `<rect x="${left}" width="${room}" height="${height}" fill="var(--second)"/>
${placed(drawn, { x: left, y: (height - high) / 2, width: room, height: high })}`
  }
  if (fit === 'slice') {
    const wide = (width * 2) / 3
    return `<defs><linearGradient id="veil"><stop offset=".1" stop-color="var(--field)"/><stop offset=".5" stop-color="var(--field)" stop-opacity="0"/></linearGradient></defs>
${placed(drawn, { x: width - wide, y: 0, width: wide, height })}
<rect x="${width - wide}" width="${wide}" height="${height}" fill="url(#veil)"/>`
  }
  if (align !== undefined) return placed(drawn, { x: left, y: 0, width: room, height })
  const inner = room - 2 * PADDING
  const wide = Math.min((height - 2 * PADDING) * ratio, ratio > 1.5 ? inner * 1.4 : inner)
  const x = left + PADDING + Math.max(0, (inner - wide) / 2)
  return placed(drawn, { x, y: (height - wide / ratio) / 2, width: wide, height: wide / ratio })
}

function placed(svg: string, box: { x: number; y: number; width: number; height: number }): string {
  const attributes = Object.entries(box)
    .map(([name, value]) => `${name}="${Math.round(value)}"`)
    .join(' ')
  return svg.trim().replace('<svg ', `<svg ${attributes} `)
}

export function painted(svg: string, css: string): string {
  const colour = (token: string): string => {
    const found = new RegExp(`--${token}: (?:light-dark\\()?(oklch\\([^)]*\\))`).exec(css)?.[1]
    if (found === undefined) throw new Error(`theme.css has no --${token}`)
    return toHex(toLinearRgb(parseOklch(found)))
  }
  // The token `line` is ink at 14 % (src/styles/tokens.css).
  return svg.replaceAll(/var\(--([\w-]+)\)/g, (_, token: string) =>
    token === 'line' ? `${colour('ink')}24` : colour(token),
  )
}

/** The same with both schemes' colours, for a file that the browser draws as a picture. */
export function paintedTwice(svg: string, css: string): string {
  const tokens = [
    ...new Set([...svg.matchAll(/var\(--([\w-]+)\)/g)].map(([, token = '']) => token)),
  ].filter((token) => !token.startsWith('font-'))
  const colour = (token: string, scheme: 'light' | 'dark'): string => {
    const found = new RegExp(
      `--${token === 'line' ? 'ink' : token}: (?:light-dark\\((oklch\\([^)]*\\)), )?(oklch\\([^)]*\\))`,
    ).exec(css)
    if (found === null) throw new Error(`theme.css has no --${token}`)
    const value = (scheme === 'light' ? found[1] : null) ?? found[2] ?? ''
    return token === 'line' ? value.replace(')', ' / 14%)') : value
  }
  const all = (scheme: 'light' | 'dark') =>
    `:root{${tokens.map((token) => `--${token}:${colour(token, scheme)}`).join(';')}}`
  const style = `<style>${all('light')}@media(prefers-color-scheme:dark){${all('dark')}}</style>`
  // Pictures load no fonts.
  return svg
    .replace(/<svg [^>]*>/, (tag) => tag + style)
    .replaceAll(/var\(--font-[\w-]+\)/g, 'Georgia, serif')
}

function numberIn(css: string, token: string): number {
  const value = new RegExp(`--${token}: (-?[\\d.]+)(?:em)?;`).exec(css)?.[1]
  if (value === undefined) throw new Error(`theme.css has no number --${token}`)
  return Number(value)
}
