export type Slice = { limit: number; offset: number }

/** One row more than the page shows whether there is a next one. */
export function sliceOf(page: number, count: number): Slice {
  return { limit: count + 1, offset: (page - 1) * count }
}

export function cutToPage<T>(rows: readonly T[], count: number): { rows: T[]; hasMore: boolean } {
  return { rows: rows.slice(0, count), hasMore: rows.length > count }
}
