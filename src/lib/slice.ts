/** A stretch of a list in the database. */
export type Slice = { limit: number; offset: number }

/** The stretch that a page is made of, and one more, which tells whether there is a next page. */
export function sliceOf(page: number, count: number): Slice {
  return { limit: count + 1, offset: (page - 1) * count }
}

/** The rows of a page and whether more come after, from a stretch that was asked for by `sliceOf`. */
export function cutToPage<T>(rows: readonly T[], count: number): { rows: T[]; hasMore: boolean } {
  return { rows: rows.slice(0, count), hasMore: rows.length > count }
}
