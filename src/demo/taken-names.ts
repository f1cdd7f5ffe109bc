import { nameLookOf } from '../lib/look-alikes.ts'
import { hashOf } from './random.ts'

/** A bit set of 16 MB; a million names set under one per cent of its bits. */
const BITS = 27

/** Constant memory; a collision can make a free name count as taken, never the reverse. */
export class TakenNames {
  readonly #bits = new Uint8Array(2 ** (BITS - 3))

  /** Reserves a name; false if it or a look-alike is taken. */
  take(name: string): boolean {
    const place = hashOf(nameLookOf(name)) >>> (32 - BITS)
    const [byte, bit] = [place >>> 3, 1 << (place & 7)]
    const held = this.#bits[byte] as number
    this.#bits[byte] = held | bit
    return (held & bit) === 0
  }
}
