import { avatarOf } from '#core/people/pictures/avatar.ts'
import type { ShownPart } from '#members/likes/parts.contract.ts'
import { Avatar } from '#ui/Avatar.tsx'
import type { Message } from '../messages.contract.ts'
import styles from './Quote.module.css'

type AnswerProps = {
  quoted: NonNullable<Message['replyTo']>
  username: string
  href?: string
}

export function Answered({ quoted: { id, isMine, text }, username, href }: AnswerProps) {
  const question = isMine ? 'You' : username
  return <Quote part={{ kind: 'prompt', id, question, answer: text }} whose="" href={href} />
}

type Props = { part: ShownPart; whose: string; href?: string | undefined }

/** What of a profile a message is about; `whose` is `Your` or a name’s genitive. */
export function Quote({ part, whose, href }: Props) {
  return (
    <blockquote className={styles['quote']}>
      {part.kind === 'prompt' ? (
        <p>
          <span className={styles['question']}>{part.question}</span>{' '}
          <bdi className={styles['words']}>
            {href ? <a href={href}>{part.answer}</a> : part.answer}
          </bdi>
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
