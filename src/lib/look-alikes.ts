import unhomoglyph from 'unhomoglyph'
import { foldName } from './folding.ts'

/**
 * The library's table is of Unicode 13; these are additions up to Unicode 17, in alphabets used for
 * names.
 */
const newer: Record<string, string> = {
  þ: 'p',
  ƿ: 'p',
  ẞ: 'ß',
  ƛ: 'λ̸',
  ӏ: 'l',
  ш: 'w',
  џ: 'u̩',
  ი: 'o',
}
const newerLetters = new RegExp(`[${Object.keys(newer).join('')}]`, 'gu')

/** The skeleton of UTS 39, section 4: look-alike texts have the same one. Case-sensitive. */
function skeletonOf(text: string): string {
  const plain = text.normalize('NFD').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
  return unhomoglyph(plain.replaceAll(newerLetters, (letter) => newer[letter] ?? letter)).normalize(
    'NFD',
  )
}

/**
 * The look-alike key of a name: `AIice` (capital i), `a1ice` and `alice` are equal. For comparison
 * only.
 */
export function lookOf(name: string): string {
  // Folds twice, since capitals and small letters have different look-alikes; the dot of `İ` is
  // removed.
  const seen = foldName(skeletonOf(foldName(skeletonOf(name))))
  return seen.replaceAll(/[il]\u0307*/g, 'l')
}

/**
 * By which names are compared that look alike, or do but for dashes and underscores: `a_l_i_c_e`
 * and `alice`.
 */
export function nameLookOf(username: string): string {
  return lookOf(username).replaceAll(/[_-]/g, '')
}
