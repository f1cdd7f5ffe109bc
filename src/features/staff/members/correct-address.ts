import { DAY } from '#lib/clock.ts'

/**
 * Another address for whoever has lost the mailbox of their account, and has shown that it is
 * theirs.
 */

/** What support saw of that: no document, and nothing that a stranger may know. */
export const proofKinds = ['payment', 'photoCheck', 'questions'] as const
export type ProofKind = (typeof proofKinds)[number]

export const proofLabels: Readonly<Record<ProofKind, string>> = {
  payment: 'They know the reference and the last digits of a payment',
  photoCheck: 'They passed a photo check just now',
  questions: 'They answered what the owner alone can know',
}

/** For how long the new address can be confirmed once a lead has agreed. */
export const OFFER_HOLDS = 7 * DAY
