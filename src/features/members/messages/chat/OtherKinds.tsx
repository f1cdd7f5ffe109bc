import { Icon, PathIcon } from '#ui/Icon.tsx'
import { useStore } from '#ui/use-store.ts'
import { $sendingTo } from '../chat-photos/chat-photos.store.ts'
import { $choosing } from '../view-once/view-once.store.ts'
import { openRecorder } from '../voice/recorder.store.ts'
import { mayWriteHere } from '../writing/may-write.store.ts'
import type { WritingRules } from '../writing/rules.ts'
import { $chat } from './chat.store.ts'
import styles from '../writing/Composer.module.css'

const PICTURE =
  'M4.5 5h15a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1h-15a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1ZM4 17l5-5 4 4 3-3 4 4M16.5 9h.01'
const MICROPHONE =
  'M9 6.5a3 3 0 0 1 6 0v5a3 3 0 0 1-6 0v-5ZM5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3M9 21h6'

type Props = { otherId: number; rules: WritingRules; hasVoice: boolean }

/** What is sent besides text: each begins with a dialog. */
export function OtherKinds({ otherId, rules, hasVoice }: Props) {
  const begin = (open: () => void) => () => {
    if (mayWriteHere(rules)) open()
  }
  const isMatch = useStore($chat)?.isMatch === true
  return (
    <>
      {isMatch ? (
        <button
          type="button"
          className={styles['kind']}
          aria-label="Send a photo"
          title="Send a photo"
          onClick={begin(() => $sendingTo.set(otherId))}
        >
          <PathIcon path={PICTURE} />
        </button>
      ) : null}
      {hasVoice && 'MediaRecorder' in globalThis && 'mediaDevices' in navigator ? (
        <button
          type="button"
          className={styles['kind']}
          aria-label="Record a voice message"
          title="Record a voice message"
          onClick={begin(() => void openRecorder(otherId))}
        >
          <PathIcon path={MICROPHONE} />
        </button>
      ) : null}
      <button
        type="button"
        className={styles['kind']}
        aria-label="Send a photo for one view"
        title="Send a photo for one view"
        onClick={begin(() => $choosing.set(otherId))}
      >
        <Icon name="camera" />
      </button>
    </>
  )
}
