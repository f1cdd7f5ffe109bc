/**
 * A stranger’s proof of work while many sign in: the answer’s header with the challenge, the call’s
 * with its solution.
 */
export const CHALLENGE_HEADER = 'X-Challenge'
export const PROOF_HEADER = 'X-Proof'

/** Zero bits before the first one. */
export function leadingZeros(digest: Uint8Array): number {
  const at = digest.findIndex((byte) => byte !== 0)
  return at === -1 ? digest.length * 8 : at * 8 + Math.clz32(digest[at] as number) - 24
}
