import { Icon } from '#ui/Icon.tsx'
import { markInWords } from '../verified.ts'
import styles from './PhotoMark.module.css'

/** The mark of a checked photo as an icon, with its words as a title. */
export function PhotoMark({ at }: { at: string }) {
  const words = markInWords(at)
  return (
    <span className={styles['mark']} title={words}>
      <Icon name="check" />
      <span className="visually-hidden">{words}</span>
    </span>
  )
}
