const clears = new Set<() => void>()
let taken = new Set<() => void>()

/**
 * How a store takes the page's data: `take` runs once, whichever island comes first, until the session ends;
 * then `clear` empties the store, so that nothing of a member stays for whoever signs in next.
 */
export function createSeed<Data extends readonly unknown[]>(take: (...data: Data) => void, clear: () => void): (...data: Data) => void {
  clears.add(clear)
  return (...data) => {
    if (taken.has(clear)) return
    taken.add(clear)
    take(...data)
  }
}

/** Empties every store that took data from the page. */
export function forgetSeeds(): void {
  taken = new Set()
  for (const clear of clears) clear()
}
