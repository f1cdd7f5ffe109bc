import { Icon } from '#ui/Icon.tsx'
import { AskLink } from '../writing/AskLink.tsx'
import styles from './Warning.module.css'

type Props = {
  messageId: number
  from: number
  said: string
}

/**
 * Below a message of which its sender was asked whether they are sure. What its form does with
 * script is in `log-acts.ts`.
 */
export function Warning({ messageId, from, said }: Props) {
  return (
    <form className={styles['warning']} method="post" action="/message/calmWarning">
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
