import { diffWords } from 'diff'

export type DiffPart = { words: string; change: 'none' | 'added' | 'removed' }

/** Texts that have little in common are not taken apart for seconds: then the one stands whole beside the other. */
const MOST_MILLISECONDS = 500

/** One text word by word against another; where lines break makes no difference. */
export function wordDiff(before: string, after: string): DiffPart[] {
  const parts = diffWords(before, after, { timeout: MOST_MILLISECONDS })
  if (!parts) return [{ words: before, change: 'removed' }, { words: after, change: 'added' }]
  return parts.map(({ value, added, removed }) => ({ words: value, change: added ? 'added' : removed ? 'removed' : 'none' }))
}
