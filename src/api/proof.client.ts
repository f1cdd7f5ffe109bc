import { leadingZeros } from './proofs.ts'

/** Digests that are asked for at once: each alone would wait for a turn of the event loop. */
const AT_ONCE = 512

/**
 * The challenge with a solution: `challenge.n`, whose SHA-256 begins with as many zero bits as the
 * challenge names.
 */
export async function solve(challenge: string): Promise<string> {
  const bits = Number.parseInt(challenge, 10)
  const encoder = new TextEncoder()
  for (let from = 0; ; from += AT_ONCE) {
    const tries = Array.from(
      { length: AT_ONCE },
      (_, n) => `${challenge}.${(from + n).toString(36)}`,
    )
    const digests = await Promise.all(
      tries.map((text) => crypto.subtle.digest('SHA-256', encoder.encode(text))),
    )
    const found = digests.findIndex((digest) => leadingZeros(new Uint8Array(digest)) >= bits)
    if (found !== -1) return tries[found] as string
  }
}
