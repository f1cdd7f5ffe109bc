import { Avatar } from '../../../ui/Avatar.tsx'
import { avatarOf } from '../../core/people/avatar.ts'
import type { ShownPart } from '../likes/parts.contract.ts'
import styles from './Quote.module.css'

/** What of a profile a message is about; `whose` is `Your` or a name’s genitive. */
export function Quote({ part, whose }: { part: ShownPart; whose: string }) {
  return (
    <blockquote className={styles['quote']}>
      {part.kind === 'prompt' ? (
        <p>
          <span className={styles['question']}>{part.question}</span> <bdi>{part.answer}</bdi>
        </p>
      ) : part.picture ? (
        <>
          <Avatar name="" photo={avatarOf(part.picture)} />
          <p>{whose} photo</p>
        </>
      ) : (
        <p>A photo that is no longer shown</p>
      )}
    </blockquote>
  )
}
