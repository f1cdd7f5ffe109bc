/**
 * The items of one list that many modules give to, each with a name of its own: a second one would
 * hide the first, or be lost. Throws at once, so that nothing starts with two.
 */
export function distinct<T>(
  what: string,
  items: readonly T[],
  nameOf: (item: T) => string,
): readonly T[] {
  const names = new Set<string>()
  for (const item of items) {
    const name = nameOf(item)
    if (names.has(name)) throw new Error(`two ${what} are named ${name}`)
    names.add(name)
  }
  return items
}
