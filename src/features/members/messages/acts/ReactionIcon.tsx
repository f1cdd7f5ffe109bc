import type { Reaction } from './reactions.ts'

/** As the brand's theme paints it; whoever shows it names it. */
export function ReactionIcon({ id }: { id: Reaction }) {
  return (
    <svg className="icon">
      <use href={`/reactions.svg#${id}`} />
    </svg>
  )
}
