import unhomoglyph from 'unhomoglyph'
import { foldName } from './folding.ts'

/** The library's table is Unicode 13's. What Unicode 17 has more, of the alphabets in which names are written. */
const newer: Record<string, string> = { þ: 'p', ƿ: 'p', ẞ: 'ß', ƛ: 'λ̸', ӏ: 'l', ш: 'w', џ: 'u̩', ი: 'o' }
const newerLetters = new RegExp(`[${Object.keys(newer).join('')}]`, 'gu')

/** The skeleton of UTS 39, section 4: one text for all that look alike. Case counts. */
function skeletonOf(text: string): string {
  const plain = text.normalize('NFD').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
  return unhomoglyph(plain.replaceAll(newerLetters, (letter) => newer[letter] ?? letter)).normalize('NFD')
}

/**
 * What a name looks like, whoever reads it in whichever case: `AIice` (with a capital i), `a1ice` and `alice`
 * are one, `rnaria` and `Maria` as well. Never to be shown.
 */
export function lookOf(name: string): string {
  // Twice, since capitals look like other letters than small ones do; a capital i like a small L; and on an i,
  // the dot of `İ` is seen by nobody.
  const seen = foldName(skeletonOf(foldName(skeletonOf(name))))
  return seen.replaceAll(/[il]\u0307*/g, 'l')
}
