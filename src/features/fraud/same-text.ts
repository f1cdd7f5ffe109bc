import { wordsOf } from '../moderation/message-words.ts'

/** Fewer words are greetings, which many people share. */
const LEAST_WORDS = 6
const BITS = 32

/** Bits by which two hashes of nearly the same text differ at most. */
export const NEARLY = 12

/**
 * The SimHash of a text's words and pairs of words, as a signed 64-bit number in decimal digits: texts that differ in a
 * word or two differ in few bits. Null for what is too short to tell. The text cannot be had back from it.
 */
export function textHash(body: string): string | null {
  const words = wordsOf(body).text.match(/[\p{L}\p{N}]+/gu) ?? []
  if (words.length < LEAST_WORDS) return null
  const features = new Set(words.flatMap((word, index) => (index === 0 ? [word] : [word, `${words[index - 1]} ${word}`])))
  const high = new Int32Array(BITS)
  const low = new Int32Array(BITS)
  for (const feature of features) {
    count(high, mixed(feature, 0x9e3779b1))
    count(low, mixed(feature, 0x85ebca6b))
  }
  return BigInt.asIntN(64, (BigInt(signs(high)) << 32n) | BigInt(signs(low))).toString()
}

/** FNV-1a from a seed, with the last step of MurmurHash3, so that every bit depends on every letter. */
function mixed(text: string, seed: number): number {
  let hash = seed
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}

function count(sums: Int32Array, hash: number): void {
  for (let bit = 0; bit < BITS; bit += 1) sums[bit] = (sums[bit] ?? 0) + ((hash >>> bit) & 1 ? 1 : -1)
}

function signs(sums: Int32Array): number {
  return sums.reduce((bits, sum, bit) => (sum > 0 ? (bits | (1 << bit)) >>> 0 : bits), 0)
}
