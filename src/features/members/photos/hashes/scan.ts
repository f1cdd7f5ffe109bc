import { bitsIn, SAME_WITHIN } from './pdq.ts'

const WORDS = 8
const FIRST_ROOM = 1024

export type HashScan = {
  readonly size: number
  add(id: number, hash: Uint8Array): void
  /** Forgets all but the first `count`. */
  keep(count: number): void
  /** The id at a place, in the order of adding. */
  idAt(place: number): number
  /** Ids of the hashes that are within 31 bits of one of these. */
  near(variants: readonly Uint8Array[]): number[]
}

/** Hashes of 256 bits in one typed array, which are compared one after the other. */
export function createHashScan(): HashScan {
  let words = new Int32Array(FIRST_ROOM * WORDS)
  let ids = new Float64Array(FIRST_ROOM)
  let size = 0

  function makeRoom(): void {
    const [oldWords, oldIds] = [words, ids]
    words = new Int32Array(oldWords.length * 2)
    ids = new Float64Array(oldIds.length * 2)
    words.set(oldWords)
    ids.set(oldIds)
  }

  return {
    get size() {
      return size
    },
    add(id, hash) {
      if (size === ids.length) makeRoom()
      words.set(wordsOf(hash), size * WORDS)
      ids[size] = id
      size += 1
    },
    keep(count) {
      size = Math.min(size, count)
    },
    idAt: (place) => ids[place] ?? 0,
    near(variants) {
      const asked = Int32Array.from(variants.flatMap((hash) => [...wordsOf(hash)]))
      const found: number[] = []
      const end = size * WORDS
      for (let row = 0; row < end; row += WORDS) {
        for (let query = 0; query < asked.length; query += WORDS) {
          if (isNear(words, row, asked, query)) {
            found.push(ids[row / WORDS] as number)
            break
          }
        }
      }
      return found
    },
  }
}

/**
 * Three words first, in one sum: nearly all other pictures differ in more than 31 of these 96 bits.
 */
function isNear(rows: Int32Array, row: number, asked: Int32Array, query: number): boolean {
  let first = (rows[row] as number) ^ (asked[query] as number)
  let second = (rows[row + 1] as number) ^ (asked[query + 1] as number)
  let third = (rows[row + 2] as number) ^ (asked[query + 2] as number)
  first -= (first >>> 1) & 0x55555555
  second -= (second >>> 1) & 0x55555555
  third -= (third >>> 1) & 0x55555555
  first = (first & 0x33333333) + ((first >>> 2) & 0x33333333)
  second = (second & 0x33333333) + ((second >>> 2) & 0x33333333)
  third = (third & 0x33333333) + ((third >>> 2) & 0x33333333)
  const nibbles = first + second + third
  let distance =
    Math.imul((nibbles & 0x0f0f0f0f) + ((nibbles >>> 4) & 0x0f0f0f0f), 0x01010101) >>> 24
  for (let word = 3; word < WORDS && distance <= SAME_WITHIN; word += 1) {
    distance += bitsIn((rows[row + word] as number) ^ (asked[query + word] as number))
  }
  return distance <= SAME_WITHIN
}

function wordsOf(hash: Uint8Array): Int32Array {
  const view = new DataView(hash.buffer, hash.byteOffset, hash.byteLength)
  return Int32Array.from({ length: WORDS }, (_, word) => view.getInt32(word * 4))
}
