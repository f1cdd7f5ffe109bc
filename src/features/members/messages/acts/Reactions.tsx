import { ReactionIcon } from './ReactionIcon.tsx'
import type { Reactions as Given } from './reactions.ts'
import styles from '../chat/BubbleView.module.css'

/** Below a message: what each of the two feels about it. */
export function Reactions({ mine, theirs, username }: Given & { username: string }) {
  const one = (who: string, given: Given['mine']) =>
    given && (
      <span role="img" title={`${who}: ${given}`}>
        <ReactionIcon id={given} />
      </span>
    )
  return mine || theirs ? (
    <p className={styles['reactions']}>
      {one(username, theirs)}
      {one('You', mine)}
    </p>
  ) : null
}
