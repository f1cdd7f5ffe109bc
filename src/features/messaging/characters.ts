/** Counts code points of the stored text, so that the limit matches what people count. */
export function charactersIn(body: string): number {
  return [...body.normalize('NFC').trim()].length
}
