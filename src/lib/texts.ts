/** How text that people write is stored, counted and found empty, on both sides. */

/**
 * Letters, digits, signs and pictures, without those of them that show nothing: fillers, the empty
 * Braille cell.
 */
const SEEN = /(?![\p{Default_Ignorable_Code_Point}\u2800\u{1d159}])[\p{L}\p{N}\p{P}\p{S}]/u

/** A form without script sends line breaks as CRLF. */
export function asStored(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').normalize('NFC').trim()
}

/**
 * Code points of the stored text, so that a limit matches what people count; a line break is one.
 */
export function lengthOf(text: string): number {
  return [...asStored(text)].length
}

/**
 * Whether others would see anything: zero-width spaces, overrides of direction and marks alone are
 * nothing to see.
 */
export function hasSomethingToSee(text: string): boolean {
  return SEEN.test(text)
}

/**
 * The limit of a field. `maxlength` counts UTF-16 units, of which a code point has two at most: it
 * only bounds what is pasted, and `data-most` is what `lengthOf` is compared with.
 */
export function lengthLimit(most: number): { maxlength: number; 'data-most': number } {
  return { maxlength: 2 * most, 'data-most': most }
}
