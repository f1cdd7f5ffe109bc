/** A request with this header gets the results of the search page alone, for the page that is open already. */
export const PART_HEADER = 'X-Part'

export type SearchRefusal = {
  message: string
  errors: ReadonlyArray<{ field: string; message: string }>
}

/** `140 people`, `One person`, `More than 200 people`, `Fewer than ten people`. */
export function countInWords({ count, isMore }: { count: number | null; isMore: boolean }): string {
  if (count === null) return 'Fewer than ten people'
  if (count === 0) return 'Nobody'
  return count === 1 ? 'One person' : `${isMore ? 'More than ' : ''}${count} people`
}
