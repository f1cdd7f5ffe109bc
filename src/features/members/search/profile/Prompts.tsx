import type { LikedPerson } from '#members/likes/matches.store.ts'
import { withBoundary } from '#ui/Boundary.tsx'
import { ButtonLink } from '#ui/Button.tsx'
import { PartActs } from './PartActs.tsx'
import type { Profile } from './profile.contract.ts'
import styles from './Prompts.module.css'

type Props = { owner: LikedPerson; isOwn: boolean; prompts: Profile['prompts'] }

/** A member's answers to a brand's questions; each can be liked, or written about. */
export const Prompts = withBoundary(Region)

function Region({ owner, isOwn, prompts }: Props) {
  if (prompts.length === 0)
    return isOwn ? (
      <p>
        <ButtonLink href="/profile/edit/profile?part=prompts#prompts" variant="quiet">
          Answer a question
        </ButtonLink>
      </p>
    ) : null
  return (
    <ul
      className={styles['prompts']}
      role="list"
      aria-label={isOwn ? 'Your answers' : `Answers of ${owner.username}`}
    >
      {prompts.map(({ id, question, answer, isLiked }) => (
        <li key={id} className={styles['prompt']} id={`prompt-${id}`}>
          <h3 className={styles['question']}>{question}</h3>
          <p className={styles['answer']} dir="auto">
            {answer}
          </p>
          {isOwn ? null : (
            <PartActs
              owner={owner}
              part={{ kind: 'prompt', id }}
              words={`“${question}”`}
              isLiked={isLiked}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
