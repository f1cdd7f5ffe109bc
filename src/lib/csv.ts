export type CsvCell = string | number | boolean | null

/**
 * RFC 4180: commas, lines end with CRLF, a field with a comma, quote or line break stands in
 * quotes.
 */
export function csvOf(head: readonly string[], rows: ReadonlyArray<readonly CsvCell[]>): string {
  return [head, ...rows].map((row) => `${row.map(field).join(',')}\r\n`).join('')
}

function field(cell: CsvCell): string {
  const text = cell === null ? '' : String(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
