import { Icon } from '#ui/Icon.tsx'
import { discard, retry } from '../writing/outbox.store.ts'
import styles from './Failed.module.css'

/** Below a message that was not sent; `id` is its key. */
export function Failed({ id, reason }: { id: string; reason: string }) {
  return (
    <p className={styles['failed']} role="alert">
      <Icon name="warning" /> {reason}
      <button type="button" onClick={() => retry(id)}>
        Try again
      </button>
      <button type="button" onClick={() => discard(id)}>
        Edit
      </button>
    </p>
  )
}
