/**
 * A pseudo-random generator with the same numbers for the same seed on any machine. Not
 * cryptographically secure.
 */
export type Random = {
  next(): number
  int(low: number, high: number): number
  chance(share: number): boolean
  pick<T>(list: readonly T[]): T
  /** Picks by weight: `weighted([['tea', 3], ['coffee', 1]])` is tea three times out of four. */
  weighted<T>(choices: ReadonlyArray<readonly [T, number]>): T
  /** Up to `count` different items, in random order. */
  some<T>(list: readonly T[], count: number): T[]
}

/** sfc32 (Chris Doty-Humphrey, public domain), seeded with four hashes of the text. */
export function randomFrom(seed: string): Random {
  let a = hashOf(`${seed}:a`)
  let b = hashOf(`${seed}:b`)
  let c = hashOf(`${seed}:c`)
  let counter = 1

  function next(): number {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + sum) | 0
    return (sum >>> 0) / 0x1_0000_0000
  }
  // The first outputs are correlated between similar seeds, so they are discarded.
  for (let round = 0; round < 12; round += 1) next()

  const random: Random = {
    next,
    int: (low, high) => low + Math.floor(next() * (high - low + 1)),
    chance: (share) => next() < share,
    pick<T>(list: readonly T[]): T {
      if (list.length === 0) throw new RangeError('nothing to pick from')
      return list[Math.floor(next() * list.length)] as T
    },
    weighted<T>(choices: ReadonlyArray<readonly [T, number]>): T {
      let rest = next() * choices.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [choice, weight] of choices) {
        rest -= weight
        if (rest < 0) return choice
      }
      return random.pick(choices)[0]
    },
    some<T>(list: readonly T[], count: number): T[] {
      const left = [...list]
      const chosen: T[] = []
      while (chosen.length < count && left.length > 0)
        chosen.push(...left.splice(Math.floor(next() * left.length), 1))
      return chosen
    },
  }
  return random
}

/** FNV-1a, 32 bits. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return hash >>> 0
}
