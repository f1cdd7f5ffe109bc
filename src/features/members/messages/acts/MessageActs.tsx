import type { SubmitEvent } from 'react'
import { Icon } from '#ui/Icon.tsx'
import { onPlainClick } from '#ui/plain-click.ts'
import type { Message } from '../messages.contract.ts'
import { ReactionIcon } from './ReactionIcon.tsx'
import { type Reaction, reactionOf, reactions } from './reactions.ts'
import { quotedWords } from './replies.ts'
import styles from './MessageActs.module.css'

type Props = {
  message: Pick<Message, 'id' | 'isMine' | 'kind' | 'body' | 'reactions' | 'photo'>
  from: { userId: number; username: string }
  mayDelete: boolean
  /** What a message costs, in credits. */
  price: number
  /** What the page does itself; without it, forms are posted and links followed. */
  acts?: {
    react(reaction: Reaction | null): void
    reply(): void
    copy(): void
    report(): void
    remove(): void
  }
}

/** What one can do with a message that one can read. */
export function MessageActs({ message, from, mayDelete, price, acts }: Props) {
  const { id, isMine, kind, body } = message
  const { mine } = message.reactions
  const { userId } = from
  const react = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    acts?.react(reactionOf(event.nativeEvent.submitter?.getAttribute('value') ?? null))
  }
  const remove = (event: SubmitEvent) => {
    event.preventDefault()
    acts?.remove()
  }
  if (message.photo?.isHeld)
    return (
      <form
        className="form"
        method="post"
        action="/message/deleteForBoth"
        onSubmit={acts && remove}
      >
        <input type="hidden" name="messageId" value={id} />
        <p>{body}</p>
        <p>
          You can take it back: then it is deleted, and {from.username} never has it.
          {price > 0 ? ' If it waits still, you have back what it cost.' : null}
        </p>
        <button type="submit" className="button button-danger">
          <Icon name="trash" /> Take it back
        </button>
      </form>
    )
  return (
    <div className={styles['acts']}>
      <blockquote className={styles['words']}>
        <bdi>{quotedWords(kind, body)}</bdi>
      </blockquote>
      <form
        className={styles['reactions']}
        method="post"
        action="/message/react"
        aria-label="Reactions"
        onSubmit={acts && react}
      >
        <input type="hidden" name="messageId" value={id} />
        {reactions.map((one, index) => (
          <button
            key={one}
            type="submit"
            name="reaction"
            // The same one again takes it back.
            value={mine === one ? '' : one}
            aria-pressed={mine === one}
            aria-label={one}
            title={one}
            autoFocus={acts && index === 0}
          >
            <ReactionIcon id={one} />
          </button>
        ))}
      </form>
      <a
        className={styles['act']}
        href={`/messages?with=${userId}&reply=${id}`}
        onClick={acts && onPlainClick(acts.reply)}
      >
        Reply
      </a>
      {acts && body !== '' ? (
        <button type="button" className={styles['act']} onClick={acts.copy}>
          Copy
        </button>
      ) : null}
      {isMine ? null : (
        <a
          className={styles['act']}
          href={`/profile/view/id/${userId}?act=report&message=${id}#act`}
          onClick={acts && onPlainClick(acts.report)}
        >
          Report this message
        </a>
      )}
      {isMine && mayDelete ? (
        <details className={styles['remove']}>
          <summary className={styles['act']}>Delete for both</summary>
          <form method="post" action="/message/deleteForBoth" onSubmit={acts && remove}>
            <input type="hidden" name="messageId" value={id} />
            <p>
              Are you sure? It cannot be brought back, and both of you see that a message was
              deleted. {price > 0 ? 'The credit that it cost is not given back.' : null}
            </p>
            <button type="submit" className="button button-danger">
              <Icon name="trash" /> Delete it
            </button>
          </form>
        </details>
      ) : null}
    </div>
  )
}
