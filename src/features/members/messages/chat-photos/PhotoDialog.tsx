import { Dialog } from '#ui/Dialog.tsx'
import styles from './PhotoDialog.module.css'

type Props = { large: string; image: { width: number; height: number }; onClose(): void }

/** A photo of the chat, as large as the screen; its room is known before it is loaded. */
export function PhotoDialog({ large, image: { width, height }, onClose }: Props) {
  return (
    <Dialog open onClose={onClose} title="Photo" size="wide">
      <img
        className={styles['photo']}
        src={large}
        width={width * 4}
        height={height * 4}
        alt="Photo of this conversation"
      />
    </Dialog>
  )
}
