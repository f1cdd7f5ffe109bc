/** A spreadsheet takes what begins like this for a formula; a subid is anybody's. */
export function plainCell(text: string): string {
  return /^[=+\-@]/.test(text) ? `'${text}` : text
}
