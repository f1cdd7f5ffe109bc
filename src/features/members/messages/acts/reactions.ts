/**
 * What one can say to a message without words. A brand draws them: the shapes of
 * `public/reactions.svg`, in the colours of its theme.
 */
export const reactions = ['love', 'funny', 'wink', 'wow', 'flower', 'agreed'] as const

export type Reaction = (typeof reactions)[number]

/** Of the reader, and of the other one. */
export type Reactions = { mine: Reaction | null; theirs: Reaction | null }
export const noReactions: Reactions = { mine: null, theirs: null }

/** Null for what is no reaction, or none any more. */
export function reactionOf(kept: string | null): Reaction | null {
  return reactions.find((one) => one === kept) ?? null
}
