import { randomInt } from 'node:crypto'

const PARTS = 1_000_000

/** True with this probability, from 0 to 1 in millionths, by the system's secure source. */
export function chance(share: number): boolean {
  return randomInt(PARTS) < share * PARTS
}
