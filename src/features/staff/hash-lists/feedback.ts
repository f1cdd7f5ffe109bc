/**
 * What a list is told of one of its hashes. `wrong`: a picture that it matched is not what the list
 * says.
 */
export const feedbackVerdicts = ['confirmed', 'wrong'] as const
export type FeedbackVerdict = (typeof feedbackVerdicts)[number]

/** `markSent`: released rows were sent to whoever keeps the list. */
export const feedbackActs = ['release', 'discard', 'markSent'] as const

/** Rows that are shown, decided or sent together. */
export const MOST_AT_ONCE = 200

type Told = { kind: 'sha256' | 'pdq'; hash: Uint8Array; verdict: FeedbackVerdict; at: Date }

/**
 * For whoever keeps the list: the hash as the list gave it, in hexadecimal digits, and nothing of
 * any member.
 */
export function feedbackCsv(rows: readonly Told[]): string {
  const lines = rows.map(({ kind, hash, verdict, at }) =>
    [kind, hexOf(hash), verdict, at.toISOString()].join(','),
  )
  return ['kind,hash,verdict,at', ...lines, ''].join('\r\n')
}

export function hexOf(hash: Uint8Array): string {
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
