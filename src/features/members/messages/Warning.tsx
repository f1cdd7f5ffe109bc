import type { SubmitEvent } from 'react'
import { Icon } from '../../../ui/Icon.tsx'
import { AskLink } from './AskLink.tsx'
import styles from './Warning.module.css'

type Props = {
  messageId: number
  /** Whose message it is. */
  from: number
  said: string
  onCalm(): void
}

/** Below a message of which its sender was asked whether they are sure. */
export function Warning({ messageId, from, said, onCalm }: Props) {
  const calm = (event: SubmitEvent) => {
    event.preventDefault()
    void import('./chat-acts.store.ts').then((acts) => acts.calm(messageId))
    onCalm()
  }
  return (
    <form className={styles['warning']} method="post" action="/message/calmWarning" onSubmit={calm}>
      <p>
        <Icon name="warning" /> {said} <strong>Does this bother you?</strong>
      </p>
      <input type="hidden" name="messageId" value={messageId} />
      <AskLink act="report" id={from}>
        Report
      </AskLink>
      <AskLink act="block" id={from}>
        Block
      </AskLink>
      <button type="submit">It’s fine</button>
    </form>
  )
}
