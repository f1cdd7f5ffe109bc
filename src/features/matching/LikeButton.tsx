import { Icon } from '../../ui/Icon.tsx'
import { $liked } from './likes.store.ts'
import styles from './LikeButton.module.css'

type Props = {
  person: { id: number; username: string }
  isLiked: boolean
  withLabel?: boolean
}

/** A checkbox, so that the browser keeps a click made before the page's script, which then applies it. */
export function LikeButton({ person: { id, username }, isLiked, withLabel = false }: Props) {
  return (
    <label className={withLabel ? `${styles['heart']} ${styles['labelled']}` : styles['heart']}>
      <input type="checkbox" className="visually-hidden" defaultChecked={$liked.get()[id] ?? isLiked} data-like={id} data-name={username} />
      <Icon name="heart" />
      {withLabel ? (
        <span>
          <span className={styles['unliked']}>Like</span>
          <span className={styles['liked']}>Liked</span>
          <span className="visually-hidden"> {username}</span>
        </span>
      ) : (
        <span className="visually-hidden">Like {username}</span>
      )}
    </label>
  )
}
