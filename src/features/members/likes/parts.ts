import type { ShownPart } from './parts.contract.ts'

const list = new Intl.ListFormat('en')

/**
 * What of a member's own profile somebody likes: `your photo and your answer to “A perfect
 * Sunday”`; empty for nothing.
 */
export function likedInWords(parts: readonly ShownPart[]): string {
  const photos = parts.filter(({ kind }) => kind === 'photo').length
  const answers = parts.flatMap((part) =>
    part.kind === 'prompt' ? [`your answer to “${part.question}”`] : [],
  )
  return list.format([
    ...(photos === 0 ? [] : [photos === 1 ? 'your photo' : `${photos} of your photos`]),
    ...answers,
  ])
}
