const clears = new Set<() => void>()
let taken = new Set<() => void>()

/**
 * `take` runs once per session, whichever island is first; `clear` removes the data when the
 * session ends.
 */
export function createSeed<Data extends readonly unknown[]>(
  take: (...data: Data) => void,
  clear: () => void,
): (...data: Data) => void {
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
