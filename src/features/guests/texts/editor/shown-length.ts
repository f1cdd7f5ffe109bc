/** A form's words as the server counts them: without the spaces that it takes out. */
export function lengthOf(typed: string): number {
  return typed.replaceAll(/\s+/g, ' ').trim().length
}

/** What is said of a text while it is typed: how much of it others show. */
export function lengthInWords(length: number, shown: number): string {
  const counted = `${length} ${length === 1 ? 'character' : 'characters'}`
  return length > shown
    ? `${counted}: those after ${shown} are usually cut.`
    : `${counted} of about ${shown} that are shown.`
}

/** As others cut it: at a word, if there is one near. */
export function cutAt(text: string, shown: number): string {
  if (text.length <= shown) return text
  const part = text.slice(0, shown)
  const space = part.lastIndexOf(' ')
  return `${part.slice(0, space > shown / 2 ? space : shown).trimEnd()} …`
}
