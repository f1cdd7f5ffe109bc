import { readFile, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { parseOklch, toHex, toLinearRgb } from '../lib/oklch.ts'
import { brands } from '../sites/registry.ts'
import type { Brand } from '../sites/site.ts'

/**
 * `npm run site:files`: writes to public/ what browsers ask for outside the pages, from each brand's folder –
 * `<id>.svg`, `<id>-180.png`, `<id>-512.png` and `<id>.webmanifest`. Run it after a logo or a theme has
 * changed; tests/sites/files.test.ts fails until then.
 */
const sites = new URL('../sites/', import.meta.url)
const target = new URL('../../public/', import.meta.url)

/** Icons stand outside any page: the theme's tokens are replaced by its light colours. */
export async function iconOf(brand: Brand): Promise<string> {
  const css = await readFile(new URL(`${brand.id}/theme.css`, sites), 'utf8')
  const logo = await readFile(new URL(`${brand.id}/logo.svg`, sites), 'utf8')
  return logo.replaceAll(/var\(--([\w-]+)\)/g, (_, token: string) => {
    const colour = new RegExp(`--${token}: (?:light-dark\\()?(oklch\\([^)]*\\))`).exec(css)?.[1]
    if (colour === undefined) throw new Error(`${brand.id}/theme.css has no --${token}`)
    return toHex(toLinearRgb(parseOklch(colour)))
  })
}

export function manifestOf({ id, name, theme, seo }: Brand): string {
  const manifest = {
    name,
    short_name: name,
    description: seo.description,
    start_url: '/dashboard',
    display: 'standalone',
    background_color: theme.background,
    theme_color: theme.background,
    icons: [
      { src: `/${id}.svg`, sizes: 'any', type: 'image/svg+xml' },
      { src: `/${id}-512.png`, sizes: '512x512', type: 'image/png', purpose: 'any maskable' },
    ],
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}

/** The mark on the page's colour, within the circle that phones cut out. */
async function picture(icon: string, background: string, size: number): Promise<Buffer> {
  const mark = Math.round(size * 0.58)
  const input = await sharp(Buffer.from(icon), { density: 72 * Math.ceil(mark / 32) }).resize(mark, mark).png().toBuffer()
  return sharp({ create: { width: size, height: size, channels: 3, background } })
    .composite([{ input }])
    .png({ palette: true })
    .toBuffer()
}

if (import.meta.main) {
  for (const brand of brands) {
    const icon = await iconOf(brand)
    await writeFile(new URL(`${brand.id}.svg`, target), icon)
    await writeFile(new URL(`${brand.id}.webmanifest`, target), manifestOf(brand))
    for (const size of [180, 512]) {
      await writeFile(new URL(`${brand.id}-${size}.png`, target), await picture(icon, brand.theme.background, size))
    }
  }
}
