import { lookOf } from '../lib/look-alikes.ts'
import { hashOf } from './random.ts'

/** As many bits as fit 16 MB: a million names fill less than one in a hundred. */
const BITS = 27

/**
 * Which usernames are given away, in the same memory for any number of them. Now and then a free name counts
 * as taken, since another has the same hash; never the other way round.
 */
export class TakenNames {
  readonly #bits = new Uint8Array(2 ** (BITS - 3))

  /** Takes a name; false where one that looks like it is taken. */
  take(name: string): boolean {
    const place = hashOf(lookOf(name)) >>> (32 - BITS)
    const [byte, bit] = [place >>> 3, 1 << (place & 7)]
    const held = this.#bits[byte] as number
    this.#bits[byte] = held | bit
    return (held & bit) === 0
  }
}
