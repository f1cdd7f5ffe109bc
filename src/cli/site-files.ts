import { mkdir, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { brands } from '../sites/registry.ts'
import type { Brand } from '../sites/site.ts'
import { leanFaces, leanFont } from './lean-fonts.ts'
import { readOwn } from './own-files.ts'
import { painted, paintedTwice, shareImageOf } from './share-image.ts'

/**
 * `npm run site:files`: generates files from the brands' folders: subset fonts in src/styles/fonts;
 * icons, web manifest share image and art (`<id>.svg`, `<id>-180.png`, … `<id>-share.png`,
 * `<id>-art.svg`) in public/. Run it after a change of logo, theme, art or tagline; otherwise
 * tests/sites/files.test.ts fails.
 */
const target = new URL('../../public/', import.meta.url)
const fonts = new URL('../styles/fonts/', import.meta.url)
const iconSizes = [180, 192, 512]

export async function iconOf({ id }: Brand, read = readOwn): Promise<string> {
  return painted(await read(id, 'logo.svg'), await read(id, 'theme.css'))
}

/** The brand's art as a file, which members' pages show as a background. */
export async function artFileOf({ id }: Brand, read = readOwn): Promise<string> {
  return paintedTwice(await read(id, 'art.svg'), await read(id, 'theme.css'))
}

export function manifestOf({ id, name, theme, seo }: Brand): string {
  const icon = (size: number, purpose: 'any' | 'maskable') => ({
    src: `/${id}-${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  const manifest = {
    id: '/',
    name,
    short_name: name,
    description: seo.description,
    lang: 'en',
    dir: 'ltr',
    categories: ['social', 'lifestyle'],
    start_url: '/dashboard',
    scope: '/',
    display: 'standalone',
    background_color: theme.background,
    theme_color: theme.background,
    // The logo stays within the maskable icon's safe zone, so that one picture serves both
    // purposes.
    icons: [
      { src: `/${id}.svg`, sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      icon(192, 'any'),
      icon(512, 'any'),
      icon(512, 'maskable'),
    ],
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}

async function picture(icon: string, background: string, size: number): Promise<Buffer> {
  const mark = Math.round(size * 0.58)
  const input = await sharp(Buffer.from(icon), { density: 72 * Math.ceil(mark / 32) })
    .resize(mark, mark)
    .png()
    .toBuffer()
  return sharp({ create: { width: size, height: size, channels: 3, background } })
    .composite([{ input }])
    .png({ palette: true })
    .toBuffer()
}

export async function sharePicture(brand: Brand, read = readOwn): Promise<Buffer> {
  return sharp(Buffer.from(await shareImageOf(brand, read)))
    .png({ palette: true, quality: 90 })
    .toBuffer()
}

/** What a brand has in public/, by name. */
export async function publicFilesOf(
  brand: Brand,
  read = readOwn,
): Promise<Record<string, string | Buffer>> {
  const icon = await iconOf(brand, read)
  const icons = iconSizes.map(
    async (size) =>
      [`${brand.id}-${size}.png`, await picture(icon, brand.theme.background, size)] as const,
  )
  return {
    [`${brand.id}.svg`]: icon,
    [`${brand.id}-art.svg`]: await artFileOf(brand, read),
    [`${brand.id}.webmanifest`]: manifestOf(brand),
    [`${brand.id}-share.png`]: await sharePicture(brand, read),
    ...Object.fromEntries(await Promise.all(icons)),
  }
}

if (import.meta.main) {
  await mkdir(fonts, { recursive: true })
  for (const face of await leanFaces(brands))
    await writeFile(new URL(face.file, fonts), await leanFont(face))
  for (const brand of brands)
    for (const [name, content] of Object.entries(await publicFilesOf(brand)))
      await writeFile(new URL(name, target), content)
}
