import { diffWords } from 'diff'

export type DiffPart = { words: string; change: 'none' | 'added' | 'removed' }

/**
 * Timeout of the diff: very different texts would take seconds. After it, the whole texts are shown
 * as changed.
 */
const MAX_MILLISECONDS = 500

/** Returns the word diff of two texts; line breaks are ignored. */
export function wordDiff(before: string, after: string): DiffPart[] {
  const parts = diffWords(before, after, { timeout: MAX_MILLISECONDS })
  if (!parts)
    return [
      { words: before, change: 'removed' },
      { words: after, change: 'added' },
    ]
  return parts.map(({ value, added, removed }) => ({
    words: value,
    change: added ? 'added' : removed ? 'removed' : 'none',
  }))
}
