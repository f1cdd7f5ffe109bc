import alegreya from '@fontsource-variable/alegreya/files/alegreya-latin-wght-normal.woff2?url'
import archivo from '@fontsource-variable/archivo/files/archivo-latin-wght-normal.woff2?url'
import besley from '@fontsource-variable/besley/files/besley-latin-wght-normal.woff2?url'
import bigShoulders from '@fontsource-variable/big-shoulders/files/big-shoulders-latin-wght-normal.woff2?url'
import bricolageGrotesque from '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url'
import familjenGrotesk from '@fontsource-variable/familjen-grotesk/files/familjen-grotesk-latin-wght-normal.woff2?url'
import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'
import hankenGrotesk from '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2?url'
import instrumentSans from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url'
import libreFranklin from '@fontsource-variable/libre-franklin/files/libre-franklin-latin-wght-normal.woff2?url'
import newsreader from '@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2?url'
import nunitoSans from '@fontsource-variable/nunito-sans/files/nunito-sans-latin-wght-normal.woff2?url'
import petronaItalic from '@fontsource-variable/petrona/files/petrona-latin-wght-italic.woff2?url'
import petrona from '@fontsource-variable/petrona/files/petrona-latin-wght-normal.woff2?url'
import sora from '@fontsource-variable/sora/files/sora-latin-wght-normal.woff2?url'
import syne from '@fontsource-variable/syne/files/syne-latin-wght-normal.woff2?url'
import unbounded from '@fontsource-variable/unbounded/files/unbounded-latin-wght-normal.woff2?url'
import ysabeau from '@fontsource-variable/ysabeau/files/ysabeau-latin-wght-normal.woff2?url'
import type { Brand } from '../sites/site.ts'

/** The same files as in src/styles/fonts.css, by family and style. */
const files: Readonly<Record<string, string>> = {
  'Bricolage Grotesque Variable normal': bricolageGrotesque,
  'Instrument Sans Variable normal': instrumentSans,
  'Petrona Variable normal': petrona,
  'Petrona Variable italic': petronaItalic,
  'Figtree Variable normal': figtree,
  'Archivo Variable normal': archivo,
  'Unbounded Variable normal': unbounded,
  'Big Shoulders Variable normal': bigShoulders,
  'Besley Variable normal': besley,
  'Familjen Grotesk Variable normal': familjenGrotesk,
  'Sora Variable normal': sora,
  'Syne Variable normal': syne,
  'Alegreya Variable normal': alegreya,
  'Nunito Sans Variable normal': nunitoSans,
  'Libre Franklin Variable normal': libreFranklin,
  'Ysabeau Variable normal': ysabeau,
  'Newsreader Variable normal': newsreader,
  'Hanken Grotesk Variable normal': hankenGrotesk,
}

/** The faces that a brand's first screen needs: the headline's and the text's, once where they are one. */
export function fontsOf({ theme: { fonts } }: Brand): string[] {
  const names = [`${fonts.text} normal`, `${fonts.display} ${fonts.displayStyle}`]
  return [...new Set(names)].map((name) => {
    const file = files[name]
    if (file === undefined) throw new Error(`no font file for ${name}`)
    return file
  })
}
