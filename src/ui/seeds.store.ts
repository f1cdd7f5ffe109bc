const clears = new Set<() => void>()
let taken = new Set<() => void>()

/**
 * Seeds a store from the page's data: `take` runs once per session, whichever island is first. `clear` empties the
 * store at the end of the session, so that the next member sees no data of the previous one.
 */
export function createSeed<Data extends readonly unknown[]>(take: (...data: Data) => void, clear: () => void): (...data: Data) => void {
  clears.add(clear)
  return (...data) => {
    if (taken.has(clear)) return
    taken.add(clear)
    take(...data)
  }
}

export function forgetSeeds(): void {
  taken = new Set()
  for (const clear of clears) clear()
}
