import { Icon } from '../../../ui/Icon.tsx'
import styles from './Warning.module.css'

type Props = { messageId: number; fromId: number; said: string }

/** Below a message of which its sender was asked whether they are sure. */
export function Warning({ messageId, fromId, said }: Props) {
  return (
    <form className={styles['warning']} method="post" action="/message/calmWarning">
      <p>
        <Icon name="warning" /> {said} <strong>Does this bother you?</strong>
      </p>
      <input type="hidden" name="messageId" value={messageId} />
      <a href={`/profile/view/id/${fromId}?act=report#act`} data-act>
        Report
      </a>
      <a href={`/profile/view/id/${fromId}?act=block#act`} data-act>
        Block
      </a>
      <button type="submit">It’s fine</button>
    </form>
  )
}
