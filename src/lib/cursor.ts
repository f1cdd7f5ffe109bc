/**
 * Where a page of a list in falling order of time ended, as an address names it:
 * `1790000000000-17`.
 */
export type Cursor = { at: Date; id: number }

export function cursorText({ at, id }: Cursor): string {
  return `${at.getTime()}-${id}`
}

/** Null for a text that names none: the list begins anew. */
export function cursorOf(text: string | undefined): Cursor | null {
  const [at, id] = (text ?? '').split('-').map(Number)
  const date = new Date(at ?? Number.NaN)
  return id === undefined || Number.isNaN(date.getTime()) || !Number.isSafeInteger(id)
    ? null
    : { at: date, id }
}
