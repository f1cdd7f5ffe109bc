import { wordsOf } from './message-words.ts'

/** Fewer words are greetings, which many people share. */
const LEAST_WORDS = 6
const BITS = 32

/** Bits by which two hashes of nearly the same text differ at most. */
export const NEARLY = 12

const anyWord = /[\p{L}\p{N}]+/gu
/** The same, in a quarter of the time, for what has no others but signs. */
const latinWord = /[a-z0-9]+/g
const otherLetters = /[^\n -~\u2010-\u2027\u20a0-\u20bf]/

/** Two seeds of FNV-1a, one for each half of the hash. */
const HIGH = 0x9e3779b1
const LOW = 0x85ebca6b
const SPACE = 32

/**
 * The SimHash of a text's words and pairs of words, as a signed 64-bit number in decimal digits:
 * texts that differ in a word or two differ in few bits. Null for what is too short to tell. The
 * text cannot be had back from it.
 */
export function textHash(body: string): string | null {
  const { text } = wordsOf(body)
  const words = text.match(otherLetters.test(text) ? anyWord : latinWord) ?? []
  if (words.length < LEAST_WORDS) return null
  const features = new Features(2 * words.length)
  let highBefore = 0
  let lowBefore = 0
  for (const [index, word] of words.entries()) {
    let high = HIGH
    let low = LOW
    // FNV-1a reads on where the word before has ended, so that no pair is made as a text.
    let highPair = withCode(highBefore, SPACE)
    let lowPair = withCode(lowBefore, SPACE)
    for (let at = 0; at < word.length; at += 1) {
      const code = word.charCodeAt(at)
      high = withCode(high, code)
      low = withCode(low, code)
      highPair = withCode(highPair, code)
      lowPair = withCode(lowPair, code)
    }
    features.add(mixed(high), mixed(low))
    if (index > 0) features.add(mixed(highPair), mixed(lowPair))
    highBefore = high
    lowBefore = low
  }
  return BigInt.asIntN(
    64,
    (BigInt(features.high.majority(features.size)) << 32n) |
      BigInt(features.low.majority(features.size)),
  ).toString()
}

function withCode(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x01000193)
}

/** The last step of MurmurHash3, so that every bit depends on every letter. */
function mixed(sum: number): number {
  let hash = sum
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}

/**
 * Counts for each of 32 bits in how many hashes it is set: one plane for each digit of the binary
 * counts, which adds all 32 at once.
 */
class BitCounts {
  readonly #planes = new Int32Array(BITS)

  add(hash: number): void {
    let carry = hash
    for (let plane = 0; carry !== 0; plane += 1) {
      const sum = this.#planes[plane] ?? 0
      this.#planes[plane] = sum ^ carry
      carry &= sum
    }
  }

  /** The bits that more than half of so many hashes have. */
  majority(hashes: number): number {
    const digits = BITS - Math.clz32(hashes)
    let bits = 0
    for (let bit = 0; bit < BITS; bit += 1) {
      let count = 0
      for (let digit = 0; digit < digits; digit += 1)
        count |= (((this.#planes[digit] ?? 0) >>> bit) & 1) << digit
      if (count * 2 > hashes) bits |= 1 << bit
    }
    return bits >>> 0
  }
}

/**
 * Each feature counts once: a table of hashes with open addresses, twice as large as what comes at
 * most.
 */
class Features {
  readonly high = new BitCounts()
  readonly low = new BitCounts()
  size = 0
  readonly #mask: number
  readonly #table: Int32Array
  readonly #taken: Uint8Array

  constructor(most: number) {
    const places = 2 ** Math.ceil(Math.log2(2 * most))
    this.#mask = places - 1
    this.#table = new Int32Array(2 * places)
    this.#taken = new Uint8Array(places)
  }

  add(high: number, low: number): void {
    let place = low & this.#mask
    while (this.#taken[place] === 1) {
      if (this.#table[2 * place] === high && this.#table[2 * place + 1] === low) return
      place = (place + 1) & this.#mask
    }
    this.#taken[place] = 1
    this.#table[2 * place] = high
    this.#table[2 * place + 1] = low
    this.size += 1
    this.high.add(high)
    this.low.add(low)
  }
}
