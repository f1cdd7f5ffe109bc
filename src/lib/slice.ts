export type Slice = { limit: number; offset: number }

/** The range of a page and one row more, which shows whether there is a next page. */
export function sliceOf(page: number, count: number): Slice {
  return { limit: count + 1, offset: (page - 1) * count }
}

export function cutToPage<T>(rows: readonly T[], count: number): { rows: T[]; hasMore: boolean } {
  return { rows: rows.slice(0, count), hasMore: rows.length > count }
}
