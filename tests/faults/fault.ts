type Figure = { what: string; figure: string; aim: string; isReached: boolean }

/** A fault that is made on purpose, and what became of the product. `short` is for every run of the tests. */
export type Fault = (size: 'full' | 'short', words: readonly string[]) => Promise<Figure[]>
