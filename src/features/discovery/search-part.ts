/** A request with this header gets the results of the search page alone, for the page that is open already. */
export const PART_HEADER = 'X-Part'

export type Refusal = { message: string; errors: ReadonlyArray<{ field: string; message: string }> }
