import { fontFile } from '../sites/font-file.ts'
import type { Brand } from '../sites/site.ts'

const files = import.meta.glob<string>('../styles/fonts/*.woff2', {
  eager: true,
  query: '?url',
  import: 'default',
})

/** Returns the fonts to preload: those of headline and text, without duplicates. */
export function fontsOf({ theme: { fonts } }: Brand): string[] {
  const names = [fontFile(fonts.text, 'normal'), fontFile(fonts.display, fonts.displayStyle)]
  return [...new Set(names)].map((name) => {
    const file = files[`../styles/fonts/${name}`]
    if (file === undefined) throw new Error(`no font file ${name}: npm run site:files writes it`)
    return file
  })
}
